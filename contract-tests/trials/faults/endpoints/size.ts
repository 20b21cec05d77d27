/** Providers that are wrong about the sizes of computes. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup } from "../../fault.ts";
import { type Call, type Json, withBody } from "../../provider.ts";
import { each, sending, set } from "../../verbs.ts";
import { COMPUTES, fieldOf, isIdle, MAX, MIN, takingUpdates } from "./computes.ts";

const { must, should, benign } = inGroup("endpoints");

const { listProjectEndpoints: LIST, createEndpoint: CREATE, updateEndpoint: UPDATE } = routes;
const SHOWN = [LIST, CREATE, UPDATE];

const FIELDS = "Resources and their fields, Compute endpoint";
const SIZES = "Limits, Compute size rules";
const RANGES = "Limits, Table";
const UPDATES = "Endpoints, Rules 2";

const SIZE = [...fieldOf(MIN), ...fieldOf(MAX)];

/** Changes the sizes that an update asks for. */
const asking = (change: (asked: Json) => Json): Apply =>
  sending(UPDATE, ({ body }) => {
    const asked = body?.endpoint;
    const changed = asked?.constructor === Object ? change(asked) : asked;
    return changed === asked ? undefined : { body: { endpoint: changed } };
  });

/** Stores another size than an update asks for, and says so. */
const storing = (stored: (size: number) => number): Apply =>
  asking((asked) => {
    const sizes = [MIN, MAX].filter((name) => name in asked);
    return {
      ...asked,
      ...Object.fromEntries(sizes.map((name) => [name, stored(Number(asked[name]))])),
    };
  });

/** Accepts sizes that it should refuse, and shows them, by default as they are. */
const accepting = (isTaken: (asked: Json) => boolean, shown = (asked: Json) => asked): Apply =>
  takingUpdates(
    400,
    ({ name, body }: Call) => name === UPDATE && body?.endpoint && isTaken(body.endpoint),
    shown,
  );

/** Refuses some sizes that are supported. */
const refusingSizes = (isRefused: (asked: Json) => boolean): Apply =>
  asking((asked) => (isRefused(asked) ? { [MIN]: -1, [MAX]: -1 } : asked));

const fixed = (size: number) => ({ [MIN]: size, [MAX]: size });

const isNumbers = (asked: Json) => Object.values(asked).every((it) => typeof it === "number");
const isFixed = ({ [MIN]: min, [MAX]: max }: Json) => min === max;
const isRange = ({ [MIN]: min, [MAX]: max }: Json) =>
  min !== undefined && max !== undefined && min !== max;
const isReversed = (it: Json) => isNumbers(it) && it[MIN] > it[MAX];
const isRangeTo =
  (isWrong: (max: number) => boolean) =>
  (it: Json): boolean =>
    isNumbers(it) && it[MIN] < it[MAX] && isWrong(it[MAX]);

const rounded = (size: number) => Math.min(56, Math.max(1, 2 * Math.round(size / 2)));

export const sizeFaults: Fault[] = [
  ...inGroup("client").must(SIZES, {
    "client-doubles-sizes": [
      "reads twice the maximum size of a compute",
      {
        client: (next) => async (url, init) => {
          const response = await next(url, init);
          const text = await response.text();
          return withBody(
            response,
            text.replace(/"autoscaling_limit_max_cu":1\b/g, '"autoscaling_limit_max_cu":2'),
          );
        },
      },
    ],
  }),
  ...must(SIZES, {
    "size-17-listed": ["shows computes of 17 units", set(SHOWN, SIZE, 17)],
    "size-64-listed": ["lists computes of 64 units", set(LIST, SIZE, 64)],
    "size-three-quarters-listed": ["lists computes of 0.75 units", set(LIST, fieldOf(MIN), 0.75)],
    "size-zero-while-idle": ["shows idle computes with 0 units", set(SHOWN, SIZE, 0, isIdle)],
    "size-zero-minimum": ["shows a minimum size of 0", set(SHOWN, fieldOf(MIN), 0)],
    "size-in-an-update-only-wrong": [
      "answers an update with half a unit too much",
      set(UPDATE, fieldOf(MAX), (size) => size + 0.5),
    ],
    "size-in-ram": ["shows sizes in GB of RAM", set(SHOWN, SIZE, (size) => size * 4)],
    "size-17-accepted": [
      "accepts and stores 17 and 19 units",
      accepting((it) => [17, 19].includes(it[MIN]) && isFixed(it)),
    ],
    "size-odd-above-16-accepted": [
      "accepts and stores every integer up to 56",
      accepting((it) => isFixed(it) && it[MIN] > 16 && it[MIN] <= 56 && Number.isInteger(it[MIN])),
    ],
    "size-58-accepted": [
      "accepts and stores 58 units",
      accepting((it) => it[MIN] === 58 && it[MAX] === 58),
    ],
    "size-of-any-quarter-accepted": [
      "accepts and stores 0.75 units",
      accepting((it) => it[MIN] === 0.75),
    ],
    "size-of-any-half-accepted": [
      "accepts and stores 1.5 and 16.5 units",
      accepting((it) => it[MIN] % 1 === 0.5),
    ],
    "size-0-accepted": ["accepts and stores 0 units", accepting((it) => it[MIN] === 0)],
    "size-below-0-accepted": ["accepts and stores -1 units", accepting((it) => it[MIN] === -1)],
    "size-integers-only": [
      "stores sizes as integers from 1",
      storing((size) => (size > 0 && size < 1 ? 1 : size)),
    ],
    "size-half-becomes-quarter": [
      "stores 0.25 units for 0.5",
      storing((size) => (size === 0.5 ? 0.25 : size)),
    ],
    "size-odd-becomes-even": [
      "rounds odd sizes up to even ones below 16 too",
      storing((size) => (size > 2 && size < 16 && size % 2 === 1 ? size + 1 : size)),
    ],
    "size-38-becomes-40": ["stores 40 units for 38", storing((size) => (size === 38 ? 40 : size))],
  }),
  ...must(FIELDS, {
    "size-as-string": ["shows sizes as strings", set(SHOWN, SIZE, String)],
    "size-as-string-in-updates": [
      "answers an update with the maximum size as a string",
      set(UPDATE, fieldOf(MAX), String),
    ],
  }),
  ...must(RANGES, {
    "range-turned-round": [
      "shows the minimum and the maximum of a range swapped",
      each(SHOWN, COMPUTES, (it) => {
        [it[MIN], it[MAX]] = [it[MAX], it[MIN]];
      }),
    ],
    "range-up-to-18-accepted": [
      "autoscales up to 18 units",
      accepting(isRangeTo((max) => max === 18)),
    ],
    "range-up-to-56-accepted": [
      "autoscales up to any supported size",
      accepting(isRangeTo((max) => [32, 56].includes(max))),
    ],
    "range-min-above-max-accepted": [
      "accepts and stores a minimum above the maximum",
      accepting(isReversed),
    ],
    "fixed-above-16-shown-as-range": [
      "shows a fixed size above 16 as a range from 1",
      set(SHOWN, fieldOf(MIN), 1, (it) => it[MAX] > 16),
    ],
    "size-quarter-refused": ["refuses 0.25 units", refusingSizes((it) => it[MIN] === 0.25)],
    "size-half-refused": ["refuses 0.5 units", refusingSizes((it) => it[MIN] === 0.5)],
    "size-cut-at-16": [
      "silently stores 16 units for a size above 16",
      storing((size) => (size > 16 && size <= 56 && size % 2 === 0 ? 16 : size)),
    ],
    "size-cut-at-8": [
      "silently stores 8 units for a size above 8",
      storing((size) => (size > 8 && Number.isInteger(size) && size <= 16 ? 8 : size)),
    ],
    "range-refused": ["refuses every range", refusingSizes(isRange)],
    "range-becomes-fixed": [
      "stores a range as the fixed size of its maximum",
      asking((asked) => (isRange(asked) ? { ...asked, [MIN]: asked[MAX] } : asked)),
    ],
  }),
  ...must(UPDATES, {
    "maximum-sets-minimum": [
      "sets the minimum too when only the maximum is updated",
      asking((asked) => (asked[MIN] === undefined ? { ...asked, [MIN]: asked[MAX] } : asked)),
    ],
    "minimum-sets-maximum": [
      "sets the maximum too when only the minimum is updated",
      asking((asked) => (asked[MAX] === undefined ? { ...asked, [MAX]: asked[MIN] } : asked)),
    ],
  }),
  ...should(SIZES, {
    "size-unsupported-rounded": [
      "rounds an unsupported size to the nearest supported one",
      accepting(
        (it) => isNumbers(it) && isFixed(it),
        (it) => ({ [MIN]: rounded(it[MIN]), [MAX]: rounded(it[MAX]) }),
      ),
    ],
    "size-unsupported-ignored": [
      "answers 200 to an unsupported size and ignores it",
      accepting(isNumbers, () => ({})),
    ],
    "size-above-56-becomes-56": [
      "stores 56 units for a size above 56",
      accepting(
        (it) => it[MIN] > 56,
        () => fixed(56),
      ),
    ],
    "size-below-a-quarter-becomes-it": [
      "stores 0.25 units for 0.1",
      accepting(
        (it) => it[MIN] === 0.1,
        () => fixed(0.25),
      ),
    ],
    "size-of-text-accepted": [
      'takes a size of "1" for 1',
      accepting(
        (it) => it[MIN] === "1",
        () => fixed(1),
      ),
    ],
    "maximum-alone-unsupported-ignored": [
      "ignores an unsupported size in an update of the maximum alone",
      accepting(
        (it) => it[MIN] === undefined && it[MAX] !== undefined,
        () => ({}),
      ),
    ],
  }),
  ...should(RANGES, {
    "range-above-16-cut": [
      "cuts a range that ends above 16 down to 16",
      accepting(
        isRangeTo((max) => max > 16),
        (it) => ({ [MIN]: Math.min(16, it[MIN]), [MAX]: 16 }),
      ),
    ],
    "range-min-above-max-turned-round": [
      "swaps a minimum above the maximum with it",
      accepting(isReversed, (it) => ({ [MIN]: it[MAX], [MAX]: it[MIN] })),
    ],
  }),
  ...benign(SIZES, {
    "benign-large-sizes-refused": [
      "has a plan of up to 2 units",
      asking((asked) => (asked[MAX] > 2 ? { [MAX]: -1 } : asked)),
    ],
  }),
];
