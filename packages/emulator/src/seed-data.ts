/** The projects that an emulator begins with, by name: what a seed file holds. */

export interface SeedData {
  projects: SeedProject[];
}

export interface SeedProject {
  name: string;
  /** An organization or a user of the seeded world. Default "org". */
  owner?: (typeof OWNERS)[number];
  /** Default: one, `main`. */
  branches?: SeedBranch[];
}

/** Without roles and databases it has those of its parent, or of a new project. */
export interface SeedBranch extends Partial<BranchContent> {
  name: string;
  /** The name of another branch of the project. Default: none. */
  parent?: string;
  /** Default: true for the first branch without a parent, unless another one is the default. */
  default?: boolean;
  /** Default: a primary one for the default branch, else none. */
  computes?: SeedCompute[];
}

export interface SeedCompute {
  /** Default "read_write". */
  type?: string;
  autoscaling_limit_min_cu?: number;
  autoscaling_limit_max_cu?: number;
}

export interface BranchContent {
  roles: { name: string }[];
  databases: { name: string; owner_name?: string }[];
}

/** Seed data that cannot be; the message begins with the path of the part at fault. */
export class SeedError extends TypeError {
  override readonly name = "SeedError";

  /** @param at such as `projects[0].branches[1].parent` */
  constructor(at: string, problem: string) {
    super(`${at}: ${problem}`);
  }
}

const OWNERS = ["org", "other_org", "user", "member_user"] as const;
export const DEFAULT_OWNER = "org";

type Check = (value: unknown, at: string) => void;
type Shape = Readonly<Record<string, { check: Check; isRequired?: boolean }>>;

const text: Check = (value, at) => {
  if (typeof value !== "string") throw new SeedError(at, "must be a string");
  if (/\p{Surrogate}/u.test(value)) throw new SeedError(at, "must be well-formed Unicode");
};

const flag: Check = (value, at) => {
  if (typeof value !== "boolean") throw new SeedError(at, "must be true or false");
};

const size: Check = (value, at) => {
  if (typeof value === "number" && value > 0 && Number.isFinite(value)) return;
  throw new SeedError(at, "must be a number above 0");
};

const owner: Check = (value, at) => {
  if (OWNERS.some((one) => one === value)) return;
  throw new SeedError(at, `must be one of ${OWNERS.join(", ")}`);
};

const named = { name: { check: text, isRequired: true } } satisfies Shape;

const BRANCH: Shape = {
  ...named,
  parent: { check: text },
  default: { check: flag },
  computes: {
    check: listOf({
      type: { check: text },
      autoscaling_limit_min_cu: { check: size },
      autoscaling_limit_max_cu: { check: size },
    }),
  },
  roles: { check: listOf(named) },
  databases: { check: listOf({ ...named, owner_name: { check: text } }) },
};

const DATA: Shape = {
  projects: {
    check: listOf({ ...named, owner: { check: owner }, branches: { check: listOf(BRANCH) } }),
    isRequired: true,
  },
};

/** @throws {SeedError} naming the first part that does not fit */
export function checkSeedData(data: unknown): asserts data is SeedData {
  checkObject(DATA, data, "");
  for (const [index, { branches }] of (data as unknown as SeedData).projects.entries()) {
    if (branches) checkBranches(branches, `projects[${index}].branches`);
  }
}

function listOf(shape: Shape): Check {
  return (value, at) => {
    if (!Array.isArray(value)) throw new SeedError(at, "must be a list");
    const places = new Map<string, number>();
    for (const [index, item] of value.entries()) {
      checkObject(shape, item, `${at}[${index}]`);
      const { name } = item;
      const first = places.get(name);
      if (shape.name && first !== undefined) {
        throw new SeedError(`${at}[${index}].name`, `repeats ${at}[${first}].name`);
      }
      places.set(name, index);
    }
  };
}

function checkObject(shape: Shape, value: unknown, at: string): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SeedError(at || "the seed data", "must be an object");
  }
  const given = value as Record<string, unknown>;
  const place = (name: string) => (at ? `${at}.${name}` : name);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) {
    throw new SeedError(place(unknown), `is none of ${Object.keys(shape).join(", ")}`);
  }
  for (const [name, { check, isRequired }] of Object.entries(shape)) {
    const { [name]: part } = given;
    if (part !== undefined) check(part, place(name));
    else if (isRequired) throw new SeedError(place(name), "is missing");
  }
}

function checkBranches(branches: SeedBranch[], at: string): void {
  if (branches.length === 0) throw new SeedError(at, "must have a branch");
  const byName = new Map(branches.map((branch) => [branch.name, branch]));
  const defaults = branches.filter((branch) => branch.default);
  for (const [index, branch] of branches.entries()) {
    const place = `${at}[${index}]`;
    checkParents(byName, branch, `${place}.parent`);
    if (branch.default && branch !== defaults[0]) {
      throw new SeedError(`${place}.default`, `is true for ${defaults[0]?.name} already`);
    }
    checkOwners(branch, place);
  }
}

function checkParents(byName: Map<string, SeedBranch>, branch: SeedBranch, at: string): void {
  const seen = new Set([branch.name]);
  for (let { parent } = branch; parent !== undefined; parent = byName.get(parent)?.parent) {
    if (!byName.has(parent)) throw new SeedError(at, `this project has no branch ${parent}`);
    if (seen.has(parent)) throw new SeedError(at, `${branch.name} would descend from itself`);
    seen.add(parent);
  }
}

function checkOwners({ roles = [], databases = [] }: SeedBranch, at: string): void {
  for (const [index, { owner_name }] of databases.entries()) {
    if (owner_name === undefined || roles.some(({ name }) => name === owner_name)) continue;
    throw new SeedError(
      `${at}.databases[${index}].owner_name`,
      `this branch has no role ${owner_name}`,
    );
  }
}
