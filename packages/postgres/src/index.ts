export { type Binaries, described, type Found, lookForPostgres } from "./binaries.ts";
export { type PostgresDataPlane, type PostgresOptions, postgres } from "./plane.ts";
