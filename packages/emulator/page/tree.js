/** Puts branches in the order of a tree. */

/** @typedef {import("./model.js").Branch} Branch */

/**
 * @typedef {object} Twig
 * @property {Branch} branch
 * @property {Branch | undefined} parent undefined also when the parent is gone
 * @property {boolean[]} rails for each level above the branch, whether its line goes on below
 */

/**
 * Returns each branch after its parent, siblings by age, the default branch first.
 *
 * @param {Branch[]} branches
 * @returns {Twig[]}
 */
export function treeOf(branches) {
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  /** @type {Map<Branch | undefined, Branch[]>} */
  const children = new Map();
  for (const branch of branches.toSorted(compareBranches)) {
    const parent = parentOf(branch, byId);
    children.set(parent, [...(children.get(parent) ?? []), branch]);
  }
  /** @type {Twig[]} */
  const twigs = [];
  /** @param {Branch | undefined} parent @param {boolean[]} rails */
  const add = (parent, rails) => {
    const siblings = children.get(parent) ?? [];
    for (const [index, branch] of siblings.entries()) {
      const own = parent ? [...rails, index < siblings.length - 1] : [];
      twigs.push({ branch, parent, rails: own });
      add(branch, own);
    }
  };
  add(undefined, []);
  return twigs;
}

/**
 * The parent of a branch; none for one that is its own ancestor: without a profile the emulator keeps
 * any `parent_id` that it is sent.
 *
 * @param {Branch} branch
 * @param {Map<string, Branch>} byId
 */
function parentOf(branch, byId) {
  const parent = byId.get(branch.parent_id ?? "");
  const seen = new Set();
  for (let above = parent; above && !seen.has(above); above = byId.get(above.parent_id ?? "")) {
    if (above === branch) return undefined;
    seen.add(above);
  }
  return parent;
}

/** @param {Branch} one @param {Branch} other */
function compareBranches(one, other) {
  return (
    Number(other.default) - Number(one.default) ||
    one.created_at.localeCompare(other.created_at) ||
    one.name.localeCompare(other.name)
  );
}
