/** The bodies of refusals: which field is wrong, and how. */
import { describe, expect, test } from "vitest";
import { createStill } from "./support.ts";

const { ids, admin, member } = createStill();
const project = `/projects/${ids.project_id}`;
const personal = `/projects/${ids.personal_project_id}`;
const organization = `/organizations/${ids.org_id}`;
const move = `${organization}/projects/transfer`;
const primary = `${project}/endpoints/${ids.endpoint_id}`;

describe("a refusal", () => {
  test.each([
    ["POST", "/api_keys", { key_name: 5 }, 400, "body.key_name", "body.key_name must be string"],
    ["POST", move, {}, 400, "body.org_id", "body.org_id is missing"],
    ["POST", move, { org_id: 5 }, 400, "body.org_id", "body.org_id must be string"],
    [
      "POST",
      move,
      { org_id: ids.other_org_id, project_ids: "x" },
      400,
      "body.project_ids",
      "body.project_ids must be an array of strings",
    ],
    [
      "POST",
      move,
      { org_id: ids.other_org_id, project_ids: [ids.project_id, 5] },
      400,
      "body.project_ids",
      "body.project_ids must be an array of strings",
    ],
    [
      "POST",
      move,
      { org_id: ids.other_org_id, project_ids: ["p"] },
      404,
      "body.project_ids",
      `project p of ${ids.org_id} does not exist`,
    ],
    [
      "POST",
      move,
      { org_id: ids.other_org_id, project_ids: [ids.personal_project_id] },
      404,
      "body.project_ids",
      `project ${ids.personal_project_id} of ${ids.org_id} does not exist`,
    ],
    [
      "POST",
      `${organization}/api_keys`,
      { key_name: "k", project_id: ids.personal_project_id },
      404,
      "body.project_id",
      `project ${ids.personal_project_id} of ${ids.org_id} does not exist`,
    ],
    [
      "POST",
      `${organization}/api_keys`,
      { key_name: "k", project_id: "p" },
      404,
      "body.project_id",
      "project p does not exist",
    ],
    [
      "PATCH",
      project,
      { project: { id: "p" } },
      400,
      "body.project.id",
      "body.project.id is read-only",
    ],
    [
      "PATCH",
      primary,
      { endpoint: { disabled: "yes" } },
      400,
      "body.endpoint.disabled",
      "body.endpoint.disabled must be boolean",
    ],
    [
      "POST",
      `${project}/endpoints`,
      { endpoint: { branch_id: "b", type: "read_write" } },
      404,
      "body.endpoint.branch_id",
      "branch b does not exist",
    ],
  ])(
    "names what is wrong with the body of %s %s %j",
    async (method, path, body, status, field, message) => {
      const reply = await admin(method, path, body);

      expect(reply.status).toBe(status);
      expect(reply.body).toMatchObject({ field, message });
      expect(reply.body.error).toBe(status === 400 ? "malformed" : "notFound");
    },
  );

  test.each([
    ["GET", "/projects/p", "project p does not exist"],
    ["GET", `${project}/branches/b`, "branch b does not exist"],
    ["GET", `${project}/endpoints/ep-0`, "compute ep-0 does not exist"],
    ["GET", `${project}/operations/o`, "operation o does not exist"],
    ["DELETE", "/api_keys/1", "API key 1 does not exist"],
    ["GET", "/organizations/org-0", "organization org-0 does not exist"],
    ["PUT", `${personal}/transfer_requests/r`, "transfer request r does not exist"],
  ])("names what is wrong with the path of %s %s", async (method, path, message) => {
    const { status, body } = await admin(method, path, method === "PUT" ? {} : undefined);

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: "notFound", message });
  });

  test("names an organization to a member who is not in it", async () => {
    const { status, body } = await member("GET", `/organizations/${ids.other_org_id}`);

    expect(status).toBe(404);
    expect(body.message).toBe(`organization ${ids.other_org_id} does not exist`);
  });
});
