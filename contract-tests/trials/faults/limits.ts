/** Providers that are wrong about the sizes of computes. */
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf } from "../fault.ts";
import { ask, type Call, editAnswers, edited, endpointsOf, front, type Json } from "../provider.ts";

const { must, should } = faultsOf("limits");

const { listProjectEndpoints: LIST, createEndpoint: CREATE, updateEndpoint: UPDATE } = routes;

const SIZES = "Limits, Compute size rules";
const RANGES = "Limits, Table";
const MIN = "autoscaling_limit_min_cu";
const MAX = "autoscaling_limit_max_cu";

const everywhere = (
  edit: (endpoint: Json) => void,
  routes: string[] = [LIST, CREATE, UPDATE],
): Apply => editAnswers(routes, (body) => void endpointsOf(body).forEach(edit));

/** Keeps a size as another one than was asked for, and says so. */
const keeping = (kept: (size: number) => number): Apply =>
  updating((asked) => {
    const sizes = Object.entries(asked).filter(([name]) => name === MIN || name === MAX);
    return {
      ...asked,
      ...Object.fromEntries(sizes.map(([name, size]) => [name, kept(Number(size))])),
    };
  });

/** Stores an update otherwise than it was asked for. */
function updating(change: (asked: Json, endpoint: Json) => Json): Apply {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const endpoint = call.name === UPDATE ? await before(emulator, call) : undefined;
      if (!endpoint || typeof call.body?.endpoint !== "object") return pass();
      return pass({ body: { endpoint: change({ ...call.body.endpoint }, endpoint) } });
    });
}

/** Takes sizes that should be refused, and shows them as `shown` gives them. */
function accepting(isTaken: (asked: Json) => boolean, shown: (asked: Json) => Json): Apply {
  return (emulator) => {
    const kept = new Map<string, Json>();
    return front(emulator, async (call, pass) => {
      let response = await pass();
      const { endpoint } = call.body ?? {};
      if (call.name === UPDATE && response.status === 400 && endpoint && isTaken(endpoint)) {
        kept.set(call.ids.endpoint_id ?? "", shown(endpoint));
        response = await pass({ body: { endpoint: { disabled: false } } });
      }
      return edited(response, (body) => {
        for (const it of endpointsOf(body ?? {})) Object.assign(it, kept.get(it.id));
      });
    });
  };
}

/** Refuses some sizes that are supported. */
function refusing(isRefused: (asked: Json) => boolean): Apply {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      if (call.name !== UPDATE || !isRefused(call.body?.endpoint ?? {})) return pass();
      return pass({ body: { endpoint: { [MIN]: -1, [MAX]: -1 } } });
    });
}

async function before(emulator: Emulator, { ids }: Call): Promise<Json> {
  const { endpoints = [] } = await ask(emulator, `GET /projects/${ids.project_id}/endpoints`);
  return endpoints.find(({ id }: Json) => id === ids.endpoint_id);
}

const isNumbers = (asked: Json) => Object.values(asked).every((it) => typeof it === "number");
const isRange = ({ [MIN]: min, [MAX]: max }: Json) =>
  min !== undefined && max !== undefined && min !== max;
const rounded = (size: number) => Math.min(56, Math.max(1, 2 * Math.round(size / 2)));

export const limitFaults: Fault[] = [
  must(
    "size-17-listed",
    SIZES,
    "A compute has 17 units.",
    everywhere((it) => {
      it[MIN] = it[MAX] = 17;
    }),
  ),
  must(
    "size-64-listed",
    SIZES,
    "A compute has 64 units.",
    everywhere(
      (it) => {
        it[MIN] = it[MAX] = 64;
      },
      [LIST],
    ),
  ),
  must(
    "size-three-quarters-listed",
    SIZES,
    "A compute has 0.75 units.",
    everywhere(
      (it) => {
        it[MIN] = 0.75;
      },
      [LIST],
    ),
  ),
  must(
    "size-zero-while-idle",
    SIZES,
    "A compute that is idle has 0 units.",
    everywhere((it) => {
      if (it.current_state === "idle") it[MIN] = it[MAX] = 0;
    }),
  ),
  must(
    "size-zero-minimum",
    SIZES,
    "The minimum of a compute that scales to zero is 0.",
    everywhere((it) => {
      it[MIN] = 0;
    }),
  ),
  must(
    "size-in-an-update-only-wrong",
    SIZES,
    "The answer to an update has half of a unit too much.",
    everywhere(
      (it) => {
        it[MAX] += 0.5;
      },
      [UPDATE],
    ),
  ),
  must(
    "size-as-string",
    "Resources and their fields, Compute endpoint",
    "Sizes are strings.",
    everywhere((it) => {
      it[MIN] = String(it[MIN]);
      it[MAX] = String(it[MAX]);
    }),
  ),
  must(
    "size-as-string-in-updates",
    "Resources and their fields, Compute endpoint",
    "In answers to updates the maximum is a string.",
    everywhere(
      (it) => {
        it[MAX] = String(it[MAX]);
      },
      [UPDATE],
    ),
  ),
  must(
    "size-in-ram",
    SIZES,
    "Sizes are in GB of RAM.",
    everywhere((it) => {
      it[MIN] *= 4;
      it[MAX] *= 4;
    }),
  ),
  must(
    "range-turned-round",
    RANGES,
    "The minimum of a range is above its maximum.",
    everywhere((it) => {
      [it[MIN], it[MAX]] = [it[MAX], it[MIN]];
    }),
  ),
  must(
    "range-up-to-18-accepted",
    RANGES,
    "Autoscaling goes up to 18 units.",
    accepting(
      (it) => isNumbers(it) && it[MIN] < it[MAX] && it[MAX] === 18,
      (it) => it,
    ),
  ),
  must(
    "range-up-to-56-accepted",
    RANGES,
    "Autoscaling goes up to any size that is supported.",
    accepting(
      (it) => isNumbers(it) && it[MIN] < it[MAX] && [32, 56].includes(it[MAX]),
      (it) => it,
    ),
  ),
  must(
    "range-min-above-max-accepted",
    RANGES,
    "A minimum above the maximum is kept.",
    accepting(
      (it) => isNumbers(it) && it[MIN] > it[MAX],
      (it) => it,
    ),
  ),
  must(
    "fixed-above-16-shown-as-range",
    RANGES,
    "A fixed size above 16 is shown as a range from 1.",
    everywhere((it) => {
      if (it[MAX] > 16) it[MIN] = 1;
    }),
  ),
  must(
    "size-17-accepted",
    SIZES,
    "17 and 19 units are accepted and kept.",
    accepting(
      (it) => [17, 19].includes(it[MIN]) && it[MIN] === it[MAX],
      (it) => it,
    ),
  ),
  must(
    "size-odd-above-16-accepted",
    SIZES,
    "Every integer up to 56 is accepted and kept.",
    accepting(
      (it) => it[MIN] === it[MAX] && it[MIN] > 16 && it[MIN] <= 56 && Number.isInteger(it[MIN]),
      (it) => it,
    ),
  ),
  must(
    "size-58-accepted",
    SIZES,
    "58 units are accepted and kept.",
    accepting(
      (it) => it[MIN] === 58 && it[MAX] === 58,
      (it) => it,
    ),
  ),
  must(
    "size-of-any-quarter-accepted",
    SIZES,
    "0.75 units are accepted and kept.",
    accepting(
      (it) => it[MIN] === 0.75,
      (it) => it,
    ),
  ),
  must(
    "size-of-any-half-accepted",
    SIZES,
    "1.5 and 16.5 units are accepted and kept.",
    accepting(
      (it) => it[MIN] % 1 === 0.5,
      (it) => it,
    ),
  ),
  must(
    "size-0-accepted",
    SIZES,
    "0 units are accepted and kept.",
    accepting(
      (it) => it[MIN] === 0,
      (it) => it,
    ),
  ),
  must(
    "size-below-0-accepted",
    SIZES,
    "-1 units are accepted and kept.",
    accepting(
      (it) => it[MIN] === -1,
      (it) => it,
    ),
  ),
  should(
    "size-unsupported-rounded",
    SIZES,
    "A size that is not supported becomes the nearest one.",
    accepting(
      (it) => isNumbers(it) && it[MIN] === it[MAX],
      (it) => ({ [MIN]: rounded(it[MIN]), [MAX]: rounded(it[MAX]) }),
    ),
  ),
  should(
    "size-unsupported-ignored",
    SIZES,
    "A size that is not supported is answered 200 and ignored.",
    accepting(isNumbers, () => ({})),
  ),
  should(
    "size-above-56-becomes-56",
    SIZES,
    "More than 56 units become 56.",
    accepting(
      (it) => it[MIN] > 56,
      () => ({ [MIN]: 56, [MAX]: 56 }),
    ),
  ),
  should(
    "size-below-a-quarter-becomes-it",
    SIZES,
    "0.1 units become 0.25.",
    accepting(
      (it) => it[MIN] === 0.1,
      () => ({ [MIN]: 0.25, [MAX]: 0.25 }),
    ),
  ),
  should(
    "size-of-text-accepted",
    SIZES,
    'A size of "1" is taken for 1.',
    accepting(
      (it) => it[MIN] === "1",
      () => ({ [MIN]: 1, [MAX]: 1 }),
    ),
  ),
  should(
    "range-above-16-cut",
    RANGES,
    "A range that ends above 16 ends at 16.",
    accepting(
      (it) => isNumbers(it) && it[MIN] < it[MAX] && it[MAX] > 16,
      (it) => ({ [MIN]: Math.min(16, it[MIN]), [MAX]: 16 }),
    ),
  ),
  should(
    "range-min-above-max-turned-round",
    RANGES,
    "A minimum above the maximum changes places with it.",
    accepting(
      (it) => isNumbers(it) && it[MIN] > it[MAX],
      (it) => ({ [MIN]: it[MAX], [MAX]: it[MIN] }),
    ),
  ),
  should(
    "maximum-alone-unsupported-ignored",
    SIZES,
    "An update of the maximum alone to a size that is not supported is ignored.",
    accepting(
      (it) => it[MIN] === undefined && it[MAX] !== undefined,
      () => ({}),
    ),
  ),
  must(
    "size-quarter-refused",
    RANGES,
    "0.25 units are refused.",
    refusing((it) => it[MIN] === 0.25),
  ),
  must(
    "size-half-refused",
    RANGES,
    "0.5 units are refused.",
    refusing((it) => it[MIN] === 0.5),
  ),
  must(
    "size-integers-only",
    SIZES,
    "Sizes are kept as integers, from 1.",
    keeping((size) => (size > 0 && size < 1 ? 1 : size)),
  ),
  must(
    "size-half-becomes-quarter",
    SIZES,
    "0.5 units become 0.25.",
    keeping((size) => (size === 0.5 ? 0.25 : size)),
  ),
  must(
    "size-odd-becomes-even",
    SIZES,
    "Odd sizes become the next even one below 16 too.",
    keeping((size) => (size > 2 && size < 16 && size % 2 === 1 ? size + 1 : size)),
  ),
  must(
    "size-cut-at-16",
    RANGES,
    "A size above 16 becomes 16, and nobody says so.",
    keeping((size) => (size > 16 && size <= 56 && size % 2 === 0 ? 16 : size)),
  ),
  must(
    "size-cut-at-8",
    RANGES,
    "A size above 8 becomes 8, and nobody says so.",
    keeping((size) => (size > 8 && Number.isInteger(size) && size <= 16 ? 8 : size)),
  ),
  must(
    "size-38-becomes-40",
    SIZES,
    "38 units become 40.",
    keeping((size) => (size === 38 ? 40 : size)),
  ),
  must("range-refused", RANGES, "Every range is refused: sizes are fixed.", refusing(isRange)),
  must(
    "range-becomes-fixed",
    RANGES,
    "A range becomes the fixed size of its maximum.",
    updating((asked) => (isRange(asked) ? { ...asked, [MIN]: asked[MAX] } : asked)),
  ),
  must(
    "maximum-sets-minimum",
    "Endpoints, Rules 2",
    "An update of the maximum alone sets the minimum too.",
    updating((asked) =>
      asked[MAX] !== undefined && asked[MIN] === undefined
        ? { ...asked, [MIN]: asked[MAX] }
        : asked,
    ),
  ),
  must(
    "minimum-sets-maximum",
    "Endpoints, Rules 2",
    "An update of the minimum alone sets the maximum too.",
    updating((asked) =>
      asked[MIN] !== undefined && asked[MAX] === undefined
        ? { ...asked, [MAX]: asked[MIN] }
        : asked,
    ),
  ),
];
