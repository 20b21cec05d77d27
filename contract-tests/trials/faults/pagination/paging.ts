/** Cuts the emulator's list of operations into pages anew. */
import { routes } from "@hosted-postgres/types/routes";
import type { Apply } from "../../fault.ts";
import { edited, elsewhere, type Json } from "../../provider.ts";
import { between, fresh } from "../../verbs.ts";

const { listOperations: LIST } = routes;

/** An operation with its place in the list, as a cursor names it. */
export interface Entry {
  at: string;
  operation: Json;
}

interface Asked {
  project_id: string;
  limit: number;
}

interface Where extends Asked {
  /** As it was sent. */
  cursor: string | undefined;
  /** The entries that the page was cut from. */
  rest: Entry[];
  /** The count of entries up to the end of this page. */
  offset: number;
  /** The count of pages up to this one. */
  number: number;
}

interface Paging {
  /** Orders the whole list, which comes newest first. */
  order: (list: Entry[]) => Entry[];
  /** Called for each first page. */
  begin: (list: Entry[], project_id: string, limit: number) => void;
  /** The entries after a cursor. */
  rest: (list: Entry[], cursor: string, asked: Asked) => Entry[];
  page: (rest: Entry[], limit: number, cursor: string | undefined) => Entry[];
  cursor: (page: Entry[], where: Where) => string | undefined;
}

/** The pages that the document describes. */
export const RIGHT = {
  order: (list: Entry[]) => list,
  begin: () => {},
  rest: (list: Entry[], cursor: string) => list.filter(({ at }) => at < cursor),
  page: (rest: Entry[], limit: number) => rest.slice(0, limit),
  cursor: (page: Entry[]) => page.at(-1)?.at,
} satisfies Paging;

/** Pages that differ from the right ones in what is given. */
export const paging = (wrong: Partial<Paging>): Apply =>
  fresh(() => {
    const rules: Paging = { ...RIGHT, ...wrong };
    const pages = new Map<string, { offset: number; number: number }>();
    return between(async (call, pass) => {
      if (call.name !== LIST) return pass();
      const project_id = `${call.ids.project_id}`;
      const cursor = call.query.get("cursor") ?? undefined;
      const limit = Number(call.query.get("limit") ?? 100);
      const whole = await pass(elsewhere(call.emulator, call, { query: { limit: "1000" } }));
      return edited(whole, ({ operations }) => {
        const list = rules.order(entriesOf(operations));
        if (cursor === undefined) rules.begin(list, project_id, limit);
        const rest = cursor === undefined ? list : rules.rest(list, cursor, { project_id, limit });
        const page = rules.page(rest, limit, cursor);
        const before = pages.get(`${project_id} ${cursor}`) ?? { offset: 0, number: 0 };
        const here = { offset: before.offset + page.length, number: before.number + 1 };
        const where = { project_id, limit, cursor, rest, ...here };
        // The page after the last one is empty, and repeats its cursor.
        const next = rules.cursor(page, where) ?? (page.length === 0 ? cursor : undefined);
        pages.set(`${project_id} ${next}`, here);
        return {
          operations: page.map(({ operation }) => operation),
          pagination: next === undefined ? {} : { cursor: next },
        };
      });
    });
  });

/** Numbers operations from the oldest, so that a place stays the same: none is ever removed. */
function entriesOf(operations: Json[]): Entry[] {
  return operations.map((operation, index) => ({
    at: `${operation.created_at.slice(0, 19)}.${`${operations.length - index}`.padStart(6, "0")}Z`,
    operation,
  }));
}
