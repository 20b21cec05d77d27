/** Checks of the image that need no Docker: its instructions, and the commands in them. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startControlled } from "./control.ts";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const dist = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** Each instruction as its name and the rest of its lines. */
const instructions = read("Dockerfile")
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [, name = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });
const all = (name: string) =>
  instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
const command = (name: string): string[] => JSON.parse(`${all(name).at(-1)}`);
const healthCheck: string[] = JSON.parse(
  `${all("HEALTHCHECK")[0]?.slice(all("HEALTHCHECK")[0]?.indexOf("["))}`,
);

describe("the image", () => {
  test("has a base of one exact version", () => {
    const bases = all("FROM").map((from) => from.split(" ")[0]);

    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
  });

  test("takes the packed packages and nothing else of the repository", () => {
    const sources = all("COPY").flatMap((rest) => rest.split(" ").slice(0, -1));
    const version = JSON.parse(read("package.json")).version;

    expect(sources).toEqual([
      "hosted-postgres-types-*.tgz",
      "hosted-postgres-emulator-*.tgz",
      "--from=install",
      "/app/node_modules",
    ]);
    expect(all("ADD")).toEqual([]);
    expect(read("recipes/github/service-container.yml")).toContain(`-emulator:${version}`);
  });

  test("has the optional packages, in the versions of the tests", () => {
    const { devDependencies, peerDependencies } = JSON.parse(read("package.json"));
    const { catalog } = parse(read("../../pnpm-workspace.yaml"));
    const [install = ""] = all("RUN");

    for (const name of Object.keys(peerDependencies)) {
      const version = devDependencies[name] === "catalog:" ? catalog[name] : devDependencies[name];
      expect(install).toContain(` ${name}@${version}`);
    }
  });

  test("runs as a user without rights, after the last step that needs them", () => {
    const names = instructions.map(({ name }) => name);

    expect(all("USER")).toEqual(["node"]);
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
  });

  test("finds the emulator healthy while it serves, and not afterwards", async () => {
    const { emulator, origin } = await startControlled({ control: false });
    const [node, flag = "", script = ""] = healthCheck;
    const check = () =>
      promisify(execFile)(process.execPath, [
        flag,
        script.replace("http://127.0.0.1:8080", origin),
      ]).then(
        () => 0,
        ({ code }) => code,
      );

    expect(node).toBe("node");
    expect(await check()).toBe(0);
    await emulator.close();
    expect(await check()).toBe(1);
  });

  test("serves the control routes with its own command, and stops at SIGTERM", async () => {
    const [node, script, ...given] = [...command("ENTRYPOINT"), ...command("CMD")];
    const args = [dist, ...given, "--port", "0"];
    const child = spawn(process.execPath, args);
    let printed = "";
    child.stdout.on("data", (text) => (printed += text));

    await expect.poll(() => printed, { timeout: 30_000 }).toContain("listens at");
    const [, port] = /listens at http:\/\/0\.0\.0\.0:(\d+)/.exec(printed) ?? [];
    const state = await fetch(`http://127.0.0.1:${port}/_emulator/state`);
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");

    expect([node, script]).toEqual(["node", "node_modules/@hosted-postgres/emulator/dist/cli.js"]);
    expect([state.status, code]).toEqual([200, 0]);
  });
});

describe("the compose file", () => {
  const { services } = parse(read("compose.yaml"));

  test("publishes the port on this machine only, and takes all rights away", () => {
    const { ports, build, read_only, cap_drop, security_opt } = services.emulator;

    expect(ports).toEqual(["127.0.0.1:8080:8080"]);
    expect(build).toEqual({ context: "packed", dockerfile: "../Dockerfile" });
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });
});
