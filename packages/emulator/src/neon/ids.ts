/** Ids in the provider's forms: words and digits, or a uuid. */
import { type IdForm, uuidOf } from "../identity.ts";

const FIRST = "autumn bold calm cool dawn damp dry fancy frosty green late little long lucky".split(
  " ",
);
const SECOND = "base bird block brook cell cloud dew field fire frog glade grass haze hill".split(
  " ",
);

const UUIDS = ["user", "member", "request", "permission", "invitation", "password"];
const SHORT: Readonly<Record<string, string>> = {
  project: "",
  branch: "br-",
  snapshot: "snap-",
};

export const newId: IdForm = (prefix, number, digits) => {
  if (UUIDS.includes(prefix)) return uuidOf(digits.slice(0, 32));
  const random = Number.parseInt(digits.slice(0, 8), 16);
  const words = `${FIRST[random % FIRST.length]}-${SECOND[(random >>> 8) % SECOND.length]}`;
  // The number keeps ids apart; the digits keep them apart between seeds.
  const end = `${random % 10_000}`.padStart(4, "0");
  return `${SHORT[prefix] ?? `${prefix}-`}${words}-${end}${String(number).padStart(4, "0")}`;
};
