/** A page in a real browser, driven over the pipe of its debugging protocol. */
import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/** Undefined if none is installed. */
export const chromium =
  process.env.CHROMIUM || onPath("chromium", "chromium-browser", "google-chrome");

export interface Browser {
  open(html: string, view?: View): Promise<Page>;
  close(): Promise<void>;
}

export interface View {
  width?: number;
  scheme?: "light" | "dark";
  javascript?: boolean;
}

export interface Page {
  /** Evaluates an expression in the page; the value must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  press(key: keyof typeof KEYS): Promise<void>;
  type(text: string): Promise<void>;
  send: Send;
  /** Violations of the policy, exceptions, and addresses that were asked for. */
  problems: string[];
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

const KEYS = {
  Tab: { windowsVirtualKeyCode: 9 },
  Enter: { windowsVirtualKeyCode: 13, text: "\r" },
  ArrowRight: { windowsVirtualKeyCode: 39 },
};

export function launch(): Browser {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  // The sandbox does not work for root, the user of most containers.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const flags = ["--headless", ...sandbox, "--disable-gpu", "--no-first-run"];
  const child = spawn(
    chromium ?? "",
    [...flags, "--remote-debugging-pipe", `--user-data-dir=${join(folder, "profile")}`],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true },
  );
  const ended = new Promise((resolve) => child.on("close", resolve));
  const listeners = new Map<string, (message: Message) => void>();
  const call = caller(child.stdio[3] as Writable, child.stdio[4] as Readable, (message) =>
    listeners.get(message.sessionId ?? "")?.(message),
  );
  let pages = 0;
  return {
    async open(html, view) {
      pages += 1;
      const file = join(folder, `${pages}.html`);
      writeFileSync(file, html);
      const { targetId } = await call("Target.createTarget", { url: "about:blank" });
      const session = await call("Target.attachToTarget", { targetId, flatten: true });
      const sessionId = session.sessionId as string;
      const send: Send = (method, params = {}) => call(method, params, sessionId);
      const url = pathToFileURL(file).href;
      const problems: string[] = [];
      listeners.set(sessionId, (message) => problems.push(...problemsOf(message, url)));
      await load(send, url, view);
      return { ...controls(send), send, problems };
    },
    async close() {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function load(
  send: Send,
  url: string,
  { width = 1280, scheme = "light", javascript = true }: View = {},
) {
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await send("Emulation.setScriptExecutionDisabled", { value: !javascript });
  const size = { width, height: 900, deviceScaleFactor: 1, mobile: false };
  await send("Emulation.setDeviceMetricsOverride", size);
  const features = [{ name: "prefers-color-scheme", value: scheme }];
  await send("Emulation.setEmulatedMedia", { features });
  await send("Emulation.setFocusEmulationEnabled", { enabled: true });
  await send("Page.navigate", { url });
  const { evaluate } = controls(send);
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await evaluate("document.readyState + location.protocol")) === "completefile:") return;
    await setTimeout(25);
  }
  throw new Error(`${url} did not load`);
}

function controls(send: Send): Pick<Page, "evaluate" | "press" | "type"> {
  return {
    async evaluate<T>(expression: string) {
      const options = { returnByValue: true, awaitPromise: true };
      const answer = await send("Runtime.evaluate", { expression, ...options });
      if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
      return (answer.result as { value: T }).value;
    },
    async press(key) {
      const event = { key, code: key, ...KEYS[key] };
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    async type(text) {
      await send("Input.insertText", { text });
    },
  };
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Messages are JSON, each ended by a zero byte. */
function caller(input: Writable, output: Readable, onEvent: (message: Message) => void) {
  const waiting = new Map<number, (message: Message) => void>();
  let rest = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop() ?? "";
    for (const text of messages) {
      const message: Message = JSON.parse(text);
      if (message.id === undefined) onEvent(message);
      else waiting.get(message.id)?.(message);
    }
  });
  let last = 0;
  return (method: string, params: object, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ result = {}, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
}

function problemsOf({ method, params = {} }: Message, page: string): string[] {
  if (method === "Runtime.exceptionThrown") return [JSON.stringify(params.exceptionDetails)];
  if (method === "Log.entryAdded") return [(params.entry as { text: string }).text];
  if (method === "Page.javascriptDialogOpening") return [`dialog: ${params.message}`];
  if (method !== "Network.requestWillBeSent") return [];
  const { url } = params.request as { url: string };
  return url === page ? [] : [`asked for ${url}`];
}

function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
