import { areNumbers, type Form } from "./schema/form.ts";

export interface Match {
  pairs: [old: Form, now: Form][];
  /** Old forms without a partner. */
  gone: Form[];
  /** New forms without a partner. */
  added: Form[];
}

/**
 * Pairs the forms of two schemas. Among several of one type, equal ones are paired first; then
 * those of one type; then those of comparable types, each with the one that differs least.
 *
 * @param differences the number of changes between two forms
 */
export function matchForms(
  old: Form[],
  now: Form[],
  differences: (b: Form, a: Form) => number,
): Match {
  const match: Match = { pairs: [], gone: [...old], added: [...now] };
  pairAll(match, differences, (b, a) => {
    return sameType(b, a) && isOneOfSeveral(match, b) && differences(b, a) === 0;
  });
  pairAll(match, differences, sameType);
  pairAll(match, differences, comparable);
  return match;
}

function pairAll(
  { pairs, gone, added }: Match,
  differences: (b: Form, a: Form) => number,
  fits: (b: Form, a: Form) => boolean,
): void {
  for (const b of [...gone]) {
    const a = closest(
      added.filter((form) => fits(b, form)),
      (form) => differences(b, form),
    );
    if (!a) continue;
    pairs.push([b, a]);
    gone.splice(gone.indexOf(b), 1);
    added.splice(added.indexOf(a), 1);
  }
}

function closest(forms: Form[], distance: (form: Form) => number): Form | undefined {
  if (forms.length < 2) return forms[0];
  const distances = forms.map(distance);
  return forms[distances.indexOf(Math.min(...distances))];
}

function isOneOfSeveral({ gone, added }: Match, form: Form): boolean {
  return [gone, added].some((forms) => forms.filter((other) => sameType(form, other)).length > 1);
}

function sameType(b: Form, a: Form): boolean {
  return b.type === a.type;
}

function comparable(b: Form, a: Form): boolean {
  return [b.type, a.type].includes("any") || areNumbers(b.type, a.type);
}
