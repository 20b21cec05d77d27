/** The two faces of the emulator that the random tests run on. */
import type { EmulatorOptions } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { checkResponse } from "./conform.ts";
import { misfitsOf } from "./neon/support.ts";

export interface Face {
  name: string;
  options: EmulatorOptions;
  /** The same options for the command. */
  args: string[];
  /** Fails unless a response fits the document, or the profile. */
  check: typeof checkResponse;
}

export const documented: Face = {
  name: "without a profile",
  options: {},
  args: [],
  check: checkResponse,
};

export const asNeon: Face = {
  name: "with neon",
  options: { profile: neon, lockMs: 0 },
  args: ["--profile", "neon", "--lock-ms", "0"],
  check(request, { status, text }) {
    const misfits = status >= 500 ? ["a server error"] : misfitsOf(request, status, text);
    if (misfits.length === 0) return;
    const { method, path } = request;
    throw new Error(`${method} ${path} → ${status}: ${misfits}\n${text.slice(0, 500)}`);
  },
};

export const faces = [documented, asNeon];
