/** What Dredd cannot know: keys, ids that exist, and how long an operation takes. */
const hooks = require("hooks");

const CREATE = "/projects/{project_id}/endpoints > Create a compute > 201 > application/json";
const UPDATE =
  "/projects/{project_id}/endpoints/{endpoint_id} > Update a compute > 200 > application/json";
const DELETE =
  "/projects/{project_id}/endpoints/{endpoint_id} > Delete a compute > 200 > application/json";
const CREATE_KEY =
  "/organizations/{org_id}/api_keys > Create an organization API key or a project-scoped one > 201 > application/json";
const GET_OPERATION =
  "/projects/{project_id}/operations/{operation_id} > Get an operation > 200 > application/json";

// Left here before each run; the hooks are loaded anew for it.
const { ids, key, waitMs } = globalThis.dreddWorld;
const made = {};

hooks.beforeEach((transaction, done) => {
  const [path = "", query] = transaction.origin.resourceName.split("?");
  const named = { ...ids, ...made };
  // Only the update is of the compute that was there before.
  if (transaction.name === UPDATE) named.endpoint_id = ids.endpoint_id;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? "none");
  transaction.fullPath = `/api/v2${filled}${path.endsWith("/operations") ? "?limit=2" : (query ?? "")}`;
  if (transaction.expected.statusCode !== "401")
    transaction.request.headers.Authorization = `Bearer ${key}`;
  done();
});

hooks.before(CREATE, (transaction, done) => {
  const endpoint = { branch_id: ids.free_branch_id, type: "read_write" };
  transaction.request.body = JSON.stringify({ endpoint });
  done();
});

hooks.before(UPDATE, (transaction, done) => {
  transaction.request.body = JSON.stringify({ endpoint: { branch_id: ids.other_free_branch_id } });
  done();
});

hooks.before(CREATE_KEY, (transaction, done) => {
  transaction.request.body = JSON.stringify({ key_name: "dredd", project_id: ids.project_id });
  done();
});

for (const name of [DELETE, GET_OPERATION])
  hooks.before(name, (_, done) => setTimeout(done, waitMs));

// Which success it is, is not shown.
hooks.beforeEachValidation((transaction, done) => {
  const { expected, real } = transaction;
  if (expected.statusCode !== "401" && [200, 201, 202].includes(Number(real.statusCode)))
    expected.statusCode = real.statusCode;
  done();
});

hooks.after(CREATE, (transaction, done) => {
  const { endpoint, operations } = bodyOf(transaction);
  made.endpoint_id = endpoint?.id;
  made.operation_id = operations?.[0]?.id;
  done();
});

hooks.after(CREATE_KEY, (transaction, done) => {
  made.key_id = bodyOf(transaction).id;
  done();
});

hooks.after(GET_OPERATION, (transaction, done) => {
  const status = bodyOf(transaction).operation?.status;
  if (status !== "finished") transaction.fail = `the operation is ${status}`;
  done();
});

function bodyOf({ real }) {
  try {
    return JSON.parse(real.body) ?? {};
  } catch {
    return {};
  }
}
