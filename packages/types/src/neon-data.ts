/** Generated from the spec by `npm run generate`; not edited by hand. */
export const pages = {
  "GET /consumption_history/projects": {"items":"projects","next":"pagination.cursor"},
  "GET /consumption_history/v2/branches": {"items":"branches","next":"pagination.cursor"},
  "GET /consumption_history/v2/projects": {"items":"projects","next":"pagination.cursor"},
  "GET /organizations/{org_id}/members": {"items":"members","next":"pagination.next"},
  "GET /projects": {"items":"projects","next":"pagination.cursor"},
  "GET /projects/shared": {"items":"projects","next":"pagination.cursor"},
  "GET /projects/{project_id}/branches": {"items":"branches","next":"pagination.next"},
  "GET /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects": {"items":"objects","next":"next_cursor"},
  "GET /projects/{project_id}/branches/{branch_id}/functions": {"items":"functions","next":"pagination.next"},
  "GET /projects/{project_id}/members": {"items":"project_members","next":"pagination.next"},
  "GET /projects/{project_id}/operations": {"items":"operations","next":"pagination.cursor"},
  "POST /projects/{project_id}/branches/{branch_id}/logs/query": {"items":"logs","next":"next_cursor","in":"body"},
} as const;

export const outcomes = {"success":["finished","skipped"],"failure":["failed","error","cancelled"]} as const;
