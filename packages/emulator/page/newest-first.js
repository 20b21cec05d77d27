/** The page keeps this many items of a list; the emulator keeps them all. */
export const KEPT = 10_000;

/**
 * Items by id, in the order they came. Reads like an array whose first item is the newest.
 *
 * @template {{ id: string | number }} Item
 */
export class NewestFirst {
  /** @type {Map<Item["id"], Item>} */
  #items = new Map();
  /** @type {Item["id"][]} oldest first */
  #order = [];
  #added = 0;

  get length() {
    return this.#order.length;
  }

  /**
   * @param {number} index
   * @returns {Item | undefined}
   */
  at(index) {
    const id = this.#order[this.#order.length - 1 - index];
    return id === undefined ? undefined : this.#items.get(id);
  }

  /** @param {Item["id"]} id */
  get(id) {
    return this.#items.get(id);
  }

  /**
   * Adds an item, or replaces the one with its id.
   *
   * @param {Item} item
   */
  put(item) {
    if (!this.#items.has(item.id)) {
      this.#order.push(item.id);
      this.#added += 1;
    }
    this.#items.set(item.id, item);
    // In steps: dropping one item at a time would move the whole list each time.
    if (this.#order.length < KEPT * 1.1) return;
    for (const id of this.#order.splice(0, this.#order.length - KEPT)) this.#items.delete(id);
  }

  /** @param {Item["id"]} id */
  delete(id) {
    if (this.#items.delete(id)) this.#order.splice(this.#order.indexOf(id), 1);
  }

  /** Returns how many items were added since it was asked last. */
  takeAdded() {
    const added = this.#added;
    this.#added = 0;
    return added;
  }
}
