import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { curlLines } from "../suite/run/curl.ts";
import { type Exchange, exchangeOf } from "../suite/run/exchange.ts";
import { Secrets } from "../suite/run/secrets.ts";

const BASE = "https://host/api/v2";

function secrets(...known: [secret: string, name: string][]): Secrets {
  const secrets = new Secrets();
  for (const [secret, name] of known) secrets.add(secret, name);
  return secrets;
}

function exchange(path: string, init: RequestInit = {}, status?: number): Exchange {
  return { ...exchangeOf(`${BASE}${path}`, init, BASE), ...(status && { status }) };
}

describe("curlLines", () => {
  test("renders a request with variables for its base URL and key, and its status", () => {
    const headers = { Authorization: "Bearer abc", Accept: "application/json" };

    const lines = curlLines(
      [exchange("/projects?limit=2", { headers }, 200)],
      BASE,
      secrets(["abc", "API_KEY"]),
    );

    expect(lines).toEqual([
      'curl -sS "$BASE_URL/projects?limit=2" -H "Authorization: Bearer $API_KEY"  # 200',
    ]);
  });

  test("quotes a body, with a variable for a key in it", () => {
    const init = { method: "POST", body: `{"key":"abc","name":"it's"}` };

    const [line] = curlLines([exchange("/api_keys", init)], BASE, secrets(["abc", "API_KEY"]));

    expect(line).toBe(
      `curl -sS -X POST "$BASE_URL/api_keys" -d '{"key":"'"$API_KEY"'","name":"it'\\''s"}'  # no answer`,
    );
  });

  test("survives the shell, whatever characters the request has", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab '\"\\$`!&;|<>(){}*?#~%") });
    fc.assert(
      fc.property(text, text, (value, body) => {
        const headers = { "X-Try": `a${value}b` };
        const [line] = curlLines(
          [exchange("/projects", { method: "POST", headers, body })],
          BASE,
          secrets(["secret", "API_KEY"]),
        );
        const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;

        const words = execFileSync("sh", ["-c", script], { encoding: "utf8", env: {} }).split("\0");

        expect(words[words.indexOf("-H") + 1]).toBe(`X-Try: a${value}b`);
        expect(words[words.lastIndexOf("-d") + 1]).toBe(body);
      }),
      { numRuns: 60 },
    );
  });

  test("joins repeated requests into one line with all their answers", () => {
    const look = (status: number) => exchange("/projects/p/operations/o", {}, status);

    expect(curlLines([look(200), look(200), look(404)], BASE, secrets())).toEqual([
      'curl -sS "$BASE_URL/projects/p/operations/o"  # 200, 200, 404',
    ]);
    expect(curlLines([look(200), look(200)], BASE, secrets())).toEqual([
      'curl -sS "$BASE_URL/projects/p/operations/o"  # 200, 2 times',
    ]);
  });

  test("shows the last of many requests, and how many came before", () => {
    const many = Array.from({ length: 40 }, (_, place) =>
      exchange(`/projects/p-${place}`, {}, 200),
    );

    const lines = curlLines(many, BASE, secrets());

    expect(lines[0]).toBe("# 15 earlier requests");
    expect(lines).toHaveLength(26);
    expect(lines.at(-1)).toContain("/projects/p-39");
    expect(curlLines(many.slice(0, 25), BASE, secrets())).toHaveLength(25);
  });

  test("shows the last eight of many different answers", () => {
    const statuses = [404, 404, 200, 404, 200, 404, 200, 404, 500];
    const looks = statuses.map((status) => exchange("/projects", {}, status));

    expect(curlLines(looks, BASE, secrets())[0]).toMatch(
      /# 404, 200, 404, 200, 404, 200, 404, 500$/,
    );
  });

  test("renders a request without a body as one", () => {
    const [line] = curlLines(
      [exchange("/projects/p", { method: "DELETE", body: null }, 200)],
      BASE,
      secrets(),
    );

    expect(line).toBe('curl -sS -X DELETE "$BASE_URL/projects/p"  # 200');
  });
});
