/** A user's day with the provider's command line. */

/** Values that commands share; the day fills them in. */
export interface Day {
  org: string;
  project: string;
  file: string;
}

/** A command: its arguments, and what its JSON has to hold. */
export interface Command {
  args: (day: Day) => string[];
  holds: RegExp;
  /** Majors of the command line that do not have it. */
  notIn?: readonly number[];
}

const inProject =
  (...args: string[]) =>
  ({ project }: Day) => [...args, "--project-id", project];

export const commands: readonly Command[] = [
  { args: () => ["me"], holds: /"login"/ },
  { args: () => ["orgs", "list"], holds: /organization-1/ },
  { args: ({ org }) => ["projects", "list", "--org-id", org], holds: /"shop"/ },
  {
    args: ({ org }) => ["projects", "create", "--name", "day", "--org-id", org],
    holds: /postgresql:\/\//,
  },
  { args: ({ project }) => ["projects", "get", project], holds: /"day"/ },
  { args: ({ project }) => ["projects", "update", project, "--name", "day-2"], holds: /"day-2"/ },
  { args: inProject("branches", "list"), holds: /"main"/ },
  { args: inProject("branches", "create", "--name", "dev"), holds: /"parent_id"/ },
  { args: inProject("branches", "create", "--name", "bare", "--no-compute"), holds: /"bare"/ },
  { args: inProject("branches", "get", "dev"), holds: /"ready"/ },
  { args: inProject("branches", "rename", "dev", "work"), holds: /"work"/ },
  {
    args: inProject("branches", "create", "--name", "child", "--parent", "work"),
    holds: /"child"/,
  },
  { args: inProject("branches", "delete", "child"), holds: /"child"/ },
  { args: inProject("roles", "create", "--name", "ada", "--branch", "work"), holds: /"ada"/ },
  { args: inProject("roles", "list", "--branch", "work"), holds: /"ada"/ },
  {
    args: inProject(
      "databases",
      "create",
      "--name",
      "shop",
      "--owner-name",
      "ada",
      "--branch",
      "work",
    ),
    holds: /"shop"/,
  },
  { args: inProject("databases", "list", "--branch", "work"), holds: /"shop"/ },
  {
    args: inProject("connection-string", "work", "--role-name", "ada", "--database-name", "shop"),
    holds: /postgresql:\/\/ada:npg_\w+@ep-[^/]+\/shop/,
  },
  {
    args: inProject(
      "connection-string",
      "work",
      "--role-name",
      "ada",
      "--database-name",
      "shop",
      "--pooled",
    ),
    holds: /-pooler\./,
  },
  {
    args: inProject("cs", "work", "--role-name", "ada", "--database-name", "shop", "--extended"),
    holds: /"host": "ep-/,
  },
  {
    args: inProject("cs", "work", "--role-name", "ada", "--database-name", "shop", "--prisma"),
    holds: /connect_timeout/,
  },
  { args: inProject("databases", "delete", "shop", "--branch", "work"), holds: /"shop"/ },
  { args: inProject("roles", "delete", "ada", "--branch", "work"), holds: /"ada"/ },
  { args: inProject("branches", "reset", "work", "--parent"), holds: /"work"/ },
  {
    args: inProject("branches", "reset", "work", "--parent", "--preserve-under-name", "work-old"),
    holds: /"work"/,
  },
  { args: inProject("branches", "restore", "work", "main"), holds: /"work"/ },
  {
    args: inProject(
      "branches",
      "restore",
      "work",
      "^self@2026-01-01T00:00:00Z",
      "--preserve-under-name",
      "kept",
    ),
    holds: /"work"/,
  },
  { args: inProject("branches", "set-default", "work"), holds: /"default": true/ },
  { args: inProject("branches", "set-default", "main"), holds: /"default": true/ },
  { args: inProject("branches", "add-compute", "work", "--type", "read_only"), holds: /read_only/ },
  {
    args: inProject("branches", "add-compute", "bare", "--cu", "0.5-2"),
    holds: /"bare"|read_write/,
  },
  {
    args: inProject("branches", "set-expiration", "work", "--expires-at", "2030-01-01T00:00:00Z"),
    holds: /2030-01-01/,
    notIn: [4],
  },
  { args: inProject("branches", "schema-diff", "main", "work"), holds: /^/ },
  { args: inProject("operations", "list"), holds: /start_compute/ },
  { args: inProject("ip-allow", "list"), holds: /[[{]/ },
  { args: inProject("ip-allow", "add", "192.0.2.1", "192.0.2.2"), holds: /192\.0\.2\.1/ },
  { args: inProject("ip-allow", "remove", "192.0.2.1"), holds: /192\.0\.2\.2/ },
  { args: inProject("ip-allow", "reset", "192.0.2.9"), holds: /192\.0\.2\.9/ },
  {
    args: ({ project, file }) => ["set-context", "--project-id", project, "--context-file", file],
    holds: /^/,
  },
  { args: ({ file }) => ["branches", "list", "--context-file", file], holds: /"main"/ },
  {
    args: ({ org }) => ["vpc", "endpoint", "list", "--org-id", org, "--region-id", "region-1"],
    holds: /^/,
  },
  {
    args: ({ org }) => [
      "vpc",
      "endpoint",
      "assign",
      "vpce-1",
      "--org-id",
      org,
      "--region-id",
      "region-1",
      "--label",
      "office",
    ],
    holds: /^/,
  },
  {
    args: ({ org }) => [
      "vpc",
      "endpoint",
      "status",
      "vpce-1",
      "--org-id",
      org,
      "--region-id",
      "region-1",
    ],
    holds: /office/,
  },
  { args: inProject("vpc", "project", "restrict", "vpce-1", "--label", "office"), holds: /^/ },
  { args: inProject("vpc", "project", "list"), holds: /vpce-1/ },
  { args: inProject("vpc", "project", "remove", "vpce-1"), holds: /^/ },
  {
    args: ({ org }) => [
      "vpc",
      "endpoint",
      "remove",
      "vpce-1",
      "--org-id",
      org,
      "--region-id",
      "region-1",
    ],
    holds: /^/,
  },
  { args: () => ["api-keys", "list"], holds: /"personal"/, notIn: [4, 5] },
  { args: () => ["api-keys", "create", "--name", "ci"], holds: /"key": "key-/, notIn: [4, 5] },
  {
    args: inProject("snapshots", "create", "--branch", "main", "--name", "s-1"),
    holds: /s-1/,
    notIn: [4, 5],
  },
  { args: inProject("snapshots", "list"), holds: /s-1/, notIn: [4, 5] },
  { args: inProject("snapshots", "update", "s-1", "--name", "s-2"), holds: /s-2/, notIn: [4, 5] },
  {
    args: inProject("snapshots", "restore", "s-2", "--name", "back"),
    holds: /back/,
    notIn: [4, 5],
  },
  { args: inProject("snapshots", "delete", "s-2"), holds: /^/, notIn: [4, 5] },
  { args: inProject("logs", "fields"), holds: /^/, notIn: [4, 5] },
  { args: inProject("branches", "delete", "work"), holds: /work/ },
  { args: ({ project }) => ["projects", "delete", project], holds: /"day-2"/ },
  { args: ({ project }) => ["projects", "recover", project], holds: /"day-2"/, notIn: [4] },
];
