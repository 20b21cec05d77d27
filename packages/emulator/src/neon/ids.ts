/** Ids in the provider's forms: words and digits, or a uuid. */
import { type IdForm, uuidOf } from "../identity.ts";

const FIRST = "autumn bold calm cool dawn damp dry fancy frosty green late little long lucky".split(
  " ",
);
const SECOND = "base bird block brook cell cloud dew field fire frog glade grass haze hill".split(
  " ",
);

const UUIDS = ["user", "member", "request", "permission", "invitation"];
const SHORT: Readonly<Record<string, string>> = {
  project: "",
  branch: "br-",
  snapshot: "snap-",
};

export const newId: IdForm = (prefix, number, digits) => {
  if (UUIDS.includes(prefix)) return uuidOf(digits.slice(0, 32));
  const word = (words: string[], at: number) =>
    words[Number.parseInt(digits.slice(at, at + 2), 16) % words.length];
  const start = SHORT[prefix] ?? `${prefix}-`;
  // The number keeps ids apart; the digits keep them apart between seeds.
  const end = `${Number.parseInt(digits.slice(4, 10), 16) % 10_000}`.padStart(4, "0");
  return `${start}${word(FIRST, 0)}-${word(SECOND, 2)}-${end}${String(number).padStart(4, "0")}`;
};
