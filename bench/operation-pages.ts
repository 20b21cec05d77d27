import { OPERATION } from "./exchange.ts";

export const PAGES = 20;
export const PAGE_SIZE = 100;

const page = Array.from({ length: PAGE_SIZE }, () => OPERATION).join(",");

/** Returns the body of the page that the query asks for; the list has `PAGES` pages. */
export function operationPage(query: URLSearchParams): string {
  const number = Number(query.get("cursor") ?? 0) + 1;
  const pagination = number < PAGES ? { cursor: String(number) } : {};
  return `{"operations":[${page}],"pagination":${JSON.stringify(pagination)}}`;
}
