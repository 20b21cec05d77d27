/** Tests as a user of neon-testing writes them; Vitest runs them one at a time. */
import { makeNeonTesting } from "neon-testing";
import { describe, expect, test } from "vitest";

const projectId = `${process.env.NEON_PROJECT_ID}`;
const neonTesting = makeNeonTesting({ apiKey: `${process.env.NEON_API_KEY}`, projectId });

/** Stands for the queries of a test, which outlast the operations of a new branch. */
async function operationsEnd(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { data } = await neonTesting.api.listProjectOperations({ projectId, limit: 100 });
        return data.operations.filter(({ status }) => status !== "finished");
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
}

describe("a test file", () => {
  const branch = neonTesting();

  test("gets a branch and its connection string", async () => {
    const { data } = await neonTesting.api.getProjectBranch(projectId, `${branch()?.id}`);
    expect(data.branch.name).toMatch(/^test\//);
    expect(process.env.DATABASE_URL).toMatch(/^postgresql:\/\/[^/]+-pooler\.[^/]+\/neondb/);
    await operationsEnd();
  });
});

describe("a test file that keeps its branch", () => {
  const branch = neonTesting({ deleteBranch: false, schemaOnly: true, endpoint: "direct" });

  test("keeps a schema-only branch", async () => {
    expect(branch()?.init_source).toBe("schema-only");
    expect(process.env.DATABASE_URL).not.toMatch(/-pooler\./);
    await operationsEnd();
  });
});

test("deletes the branches that tests left", async () => {
  await neonTesting.deleteAllTestBranches();
});
