/**
 * Only for the mock, which keeps no state: a `fetch` that asks it for these examples of the spec,
 * one with each GET. Leave it out of your own code; a real server moves on by itself.
 */
export function inTurn(...names: string[]) {
  return (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const name = init.method === "GET" ? names.shift() : undefined;
    if (name) headers.set("Prefer", `example=${name}`);
    return fetch(url, { ...init, headers });
  };
}
