/** Cuts API keys and passwords out of what was sent and received. */

const CUT = "***";
/** Properties and query parameters whose text is a secret. */
const NAMES = /(?:^|_)(?:key|password|secret|token|credential|authorization)s?$/i;

/** A copy of a JSON value without its secrets. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return withoutSecretsIn(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      NAMES.test(name) && typeof part === "string" ? CUT : withoutSecrets(part),
    ]),
  );
}

/** Cuts passwords of addresses, keys of the emulator's form, and secret query parameters. */
export function withoutSecretsIn(text: string): string {
  return text
    .replace(/(:\/\/[^\s:@/]*:)[^\s@/]+@/g, `$1${CUT}@`)
    .replace(/\bkey-[0-9a-f]{40}\b/g, CUT)
    .replace(/([?&])([^\s=&#]+)=([^\s&#]+)/g, (whole, mark, name) =>
      NAMES.test(name) ? `${mark}${name}=${CUT}` : whole,
    );
}
