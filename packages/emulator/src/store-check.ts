/**
 * Checks a store file before LMDB maps it: LMDB trusts what it maps, and a damaged file ends the
 * process by a signal. Reads every page that LMDB would follow, in the layout of its data format 2.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { endianness } from "node:os";

const MAGIC = 0xbeefc0de;
const FORMAT = 2;
const HEADER_BYTES = 24;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const MAX_DEPTH = 32;
/** The longest key that lmdb-js reads into its buffer. */
const MAX_KEY_BYTES = 1_978;
const [BRANCH, LEAF, OVERFLOW, META] = [1, 2, 4, 8];
/** The flag of the free list's tree, whose keys are integers. The tree of the rows has none. */
const INTEGER_KEYS = 8;
const [ON_OVERFLOW_PAGES, OVERLAPPING_SYNC] = [1, 0x1000];

interface Tree {
  flags: number;
  depth: number;
  pages: number;
  entries: number;
  root: bigint;
}

interface Snapshot {
  pageBytes: number;
  flags: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: bigint;
  boot: bigint;
}

/**
 * Checks that LMDB can read a file without leaving it. An empty file passes.
 *
 * @throws {Error} naming the first damage
 */
export function checkStoreFile(path: string): void {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    // Other byte orders have another layout, and no binary of lmdb-js.
    if (size === 0 || endianness() === "BE") return;
    for (const snapshot of snapshotsOf(file, size)) new SnapshotCheck(file, size, snapshot).run();
  } finally {
    closeSync(file);
  }
}

/** The snapshots that LMDB may begin with: the latest; after a reboot, perhaps an older one. */
function snapshotsOf(file: number, size: number): Snapshot[] {
  const first = snapshotAt(file, 0);
  const { pageBytes } = first;
  if (size < 2 * pageBytes) throw new Error("it ends in its first pages");
  const others = [pageBytes, pageBytes / 2].map((offset) => snapshotAt(file, offset, pageBytes));
  const [second, flushed] = others as [Snapshot, Snapshot];
  const [older, latest] =
    first.transaction >= second.transaction ? [second, first] : [first, second];
  // LMDB takes the newest of the three, and trusts the one in the middle.
  if (flushed.transaction > latest.transaction)
    throw new Error("its snapshots contradict each other");
  if (flushed.transaction !== 0n && flushed.pageBytes !== pageBytes) {
    throw new Error(`its page size is ${flushed.pageBytes}`);
  }
  if ((latest.flags & OVERLAPPING_SYNC) === 0 || latest.boot === bootId()) return [latest];
  return [latest, flushed.transaction === 0n ? older : flushed];
}

/** @param expected the page size that the first page names; the first page itself has none */
function snapshotAt(file: number, offset: number, expected?: number): Snapshot {
  const bytes = Buffer.alloc(HEADER_BYTES + 144);
  const length = readSync(file, bytes, 0, bytes.length, offset);
  const isWhole = length === bytes.length;
  // The middle of the first page has a snapshot without magic.
  const isPage = expected === undefined || offset === expected;
  const hasMagic =
    bytes.readUInt32LE(24) === MAGIC &&
    (bytes.readUInt32LE(28) & 0xffff) === FORMAT &&
    (bytes.readUInt16LE(18) & META) !== 0;
  if (!isWhole || (isPage && !hasMagic)) throw new Error("it is not an LMDB file of this version");
  const pageBytes = bytes.readUInt32LE(48);
  const isPowerOf2 = pageBytes >= 512 && pageBytes <= 65_536 && (pageBytes & (pageBytes - 1)) === 0;
  if (isPage && (!isPowerOf2 || (expected ?? pageBytes) !== pageBytes)) {
    throw new Error(`its page size is ${pageBytes}`);
  }
  return {
    pageBytes,
    flags: bytes.readUInt16LE(52),
    free: treeAt(bytes, 48),
    main: treeAt(bytes, 96),
    lastPage: Number(bytes.readBigUInt64LE(144)),
    transaction: bytes.readBigUInt64LE(152),
    boot: bytes.readBigInt64LE(160),
  };
}

function treeAt(bytes: Buffer, at: number): Tree {
  const number = (offset: number) => Number(bytes.readBigUInt64LE(at + offset));
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    pages: number(8) + number(16) + number(24),
    entries: number(32),
    root: bytes.readBigUInt64LE(at + 40),
  };
}

class SnapshotCheck {
  readonly #file: number;
  readonly #size: number;
  readonly #snapshot: Snapshot;
  readonly #seen = new Set<number>();
  #pages = 0;
  #entries = 0;
  #freePages = 0;

  constructor(file: number, size: number, snapshot: Snapshot) {
    this.#file = file;
    this.#size = size;
    this.#snapshot = snapshot;
  }

  run(): void {
    const { main, free, lastPage, pageBytes } = this.#snapshot;
    if (!(lastPage >= 1 && lastPage < 2 ** 40)) throw new Error(`its last page is ${lastPage}`);
    this.#checkTree("the rows", main, false);
    this.#checkTree("the free list", free, true);
    // Free pages at the end may be missing.
    if ((lastPage + 1 - this.#freePages) * pageBytes > this.#size) {
      throw new Error(`it ends after ${this.#size} bytes, before page ${lastPage}`);
    }
  }

  #checkTree(name: string, { flags, depth, pages, entries, root }: Tree, isFree: boolean): void {
    if ((flags & ~OVERLAPPING_SYNC) !== (isFree ? INTEGER_KEYS : 0))
      throw new Error(`${name} have other flags`);
    [this.#pages, this.#entries] = [0, 0];
    if (depth > MAX_DEPTH) throw new Error(`${name} nest ${depth} deep`);
    if (root === NO_PAGE ? depth !== 0 : depth === 0) throw new Error(`${name} have no root`);
    if (root !== NO_PAGE) this.#checkPage(Number(root), depth, isFree);
    if (this.#pages !== pages || this.#entries !== entries) {
      throw new Error(
        `${name} have ${this.#entries} entries on ${this.#pages} pages, not ${entries} on ${pages}`,
      );
    }
  }

  /** @param height 1 for a leaf */
  #checkPage(number: number, height: number, isFree: boolean): void {
    const page = this.#read(number, height > 1 ? BRANCH : LEAF);
    const { pageBytes } = this.#snapshot;
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const count = lower >> 1;
    if (lower > upper || HEADER_BYTES + upper > pageBytes || count === 0) {
      throw new Error(`page ${number} has impossible bounds`);
    }
    for (let index = 0; index < count; index++) {
      const at = HEADER_BYTES + page.readUInt16LE(HEADER_BYTES + 2 * index);
      const keyBytes = at + 8 <= pageBytes ? page.readUInt16LE(at + 6) : Number.POSITIVE_INFINITY;
      if (at < HEADER_BYTES + upper || at + 8 + keyBytes > pageBytes || keyBytes > MAX_KEY_BYTES) {
        throw new Error(`page ${number} has an entry outside of it`);
      }
      if (height > 1) this.#checkPage(childOf(page, at), height - 1, isFree);
      else this.#checkEntry(page, number, at, keyBytes, isFree);
    }
  }

  #checkEntry(page: Buffer, number: number, at: number, keyBytes: number, isFree: boolean): void {
    this.#entries += 1;
    const bytes = page.readUInt32LE(at);
    const flags = page.readUInt16LE(at + 4);
    const data = at + 8 + keyBytes;
    const isOnOverflow = flags === ON_OVERFLOW_PAGES;
    if (flags > ON_OVERFLOW_PAGES || data + (isOnOverflow ? 24 : bytes) > page.length) {
      throw new Error(`page ${number} has an entry outside of it`);
    }
    if (isFree && keyBytes !== 8) throw new Error(`page ${number} has a key of ${keyBytes} bytes`);
    const start = isOnOverflow ? Number(page.readBigUInt64LE(data)) : number;
    if (isOnOverflow) this.#checkOverflow(start, bytes);
    if (!isFree) return;
    const offset = isOnOverflow ? start * page.length + HEADER_BYTES : number * page.length + data;
    this.#checkFreeList(offset, bytes);
  }

  #checkOverflow(number: number, bytes: number): void {
    const page = this.#read(number, OVERFLOW);
    const pages = page.readUInt32LE(20);
    const needed = Math.floor((HEADER_BYTES - 1 + bytes) / page.length) + 1;
    if (pages < needed || (number + pages) * page.length > this.#size) {
      throw new Error(`page ${number} is cut short`);
    }
    this.#pages += pages - 1;
    for (let next = number + 1; next < number + pages; next++) this.#visit(next);
  }

  /** A list of pages; a negative number is the length of the block whose first page follows. */
  #checkFreeList(offset: number, bytes: number): void {
    const list = Buffer.alloc(bytes);
    readSync(this.#file, list, 0, bytes, offset);
    const count = bytes >= 8 ? Number(list.readBigInt64LE(0)) : -1;
    if (count < 0 || 8 * (count + 1) > bytes) throw new Error("the free list is cut short");
    for (let index = 1; index <= count; index++) {
      const entry = Number(list.readBigInt64LE(8 * index));
      if (entry === 0) continue;
      const length = entry < 0 ? -entry : 1;
      const first = entry < 0 && index < count ? Number(list.readBigInt64LE(8 * ++index)) : entry;
      if (first < 2 || first + length - 1 > this.#snapshot.lastPage) {
        throw new Error(`the free list has page ${first}`);
      }
      this.#freePages += length;
    }
  }

  #read(number: number, kind: number): Buffer {
    const { pageBytes } = this.#snapshot;
    const page = Buffer.alloc(pageBytes);
    this.#visit(number);
    const length = readSync(this.#file, page, 0, pageBytes, number * pageBytes);
    if (length < pageBytes) throw new Error(`it ends before page ${number}`);
    const isKind = (page.readUInt16LE(18) & 0x2f) === kind;
    // LMDB would take a page of a later transaction for one that it may change in place.
    const isLater = page.readBigUInt64LE(8) > this.#snapshot.transaction;
    if (Number(page.readBigUInt64LE(0)) !== number || !isKind || isLater) {
      throw new Error(`page ${number} is not the page that belongs there`);
    }
    this.#pages += 1;
    return page;
  }

  #visit(number: number): void {
    if (number < 2 || number > this.#snapshot.lastPage)
      throw new Error(`it refers to page ${number}`);
    if (this.#seen.has(number)) throw new Error(`it refers to page ${number} twice`);
    this.#seen.add(number);
  }
}

function childOf(page: Buffer, at: number): number {
  return page.readUInt32LE(at) + page.readUInt16LE(at + 4) * 2 ** 32;
}

/** LMDB's number for the time since the machine started; undefined where it is not known. */
function bootId(): bigint | undefined {
  try {
    const text = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    return BigInt(`0x${text.slice(0, text.indexOf("-"))}`);
  } catch {
    return undefined;
  }
}
