/**
 * X.509 certificates for the servers, since Node makes none: an authority of the data plane's own,
 * which clients may trust, and one certificate for each address.
 */
import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

export interface Certificate {
  /** PEM. */
  certificate: string;
  key: KeyObject;
}

const YEARS_MS = 20 * 365 * 24 * 3_600_000;
const AUTHORITY = "Hosted Postgres emulator";

/** A new authority; its certificate signs those of the addresses. */
export function createAuthority(): Certificate {
  return signed(AUTHORITY, undefined, [
    extension("551d13", der(0x30, der(0x01, "ff")), true),
    extension("551d0f", der(0x03, "0106"), true),
  ]);
}

/** @param host an IPv4 address */
export function createCertificate(host: string, authority: Certificate): Certificate {
  const address = Buffer.from(host.split(".").map(Number));
  const names = der(0x30, der(0x87, address), der(0x82, Buffer.from("localhost")));
  return signed(host, authority.key, [extension("551d11", names)]);
}

export function pemOfKey(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

/** Signs with the new key itself when there is no other. */
function signed(name: string, issuer: KeyObject | undefined, extensions: Buffer[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(0x30, oid("2a8648ce3d040302"));
  const now = Date.now();
  const body = der(
    0x30,
    der(0xa0, der(0x02, "02")),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    nameOf(AUTHORITY),
    der(0x30, time(now - 24 * 3_600_000), time(now + YEARS_MS)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = createSign("sha256")
    .update(body)
    .sign(issuer ?? privateKey);
  const bytes = der(0x30, body, ecdsaWithSha256, der(0x03, "00", signature));
  const lines = bytes.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
  };
}

function nameOf(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from(commonName)))));
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return der(0x30, oid(id), isCritical ? der(0x01, "ff") : "", der(0x04, value));
}

function oid(hex: string): Buffer {
  return der(0x06, hex);
}

/** YYYYMMDDHHMMSSZ. */
function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(text));
}

/** One DER value: a tag, a length, and the parts, which are bytes or hexadecimal text. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part)),
  );
  const { length } = body;
  const size =
    length < 0x80
      ? Buffer.of(length)
      : length < 0x100
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, body]);
}
