/**
 * A `fetch` for the mock, which keeps no state: each GET asks for the next of these examples of the
 * spec. Your own code does not need it, since a real server changes state by itself.
 */
export function inTurn(...names: string[]) {
  return (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const name = init.method === "GET" ? names.shift() : undefined;
    if (name) headers.set("Prefer", `example=${name}`);
    return fetch(url, { ...init, headers });
  };
}

/** The same where every operation that is read has finished. */
export function finished(url: string, init: RequestInit): Promise<Response> {
  const isOperation = /\/operations\/[^/]+$/.test(url) && init.method === "GET";
  return (isOperation ? inTurn("finished") : fetch)(url, init);
}
