/** Generated from the spec by `npm run generate`; not edited by hand. */
export const pages = {
  "GET /consumption_history/projects": {"items":"projects","next":"cursor"},
  "GET /consumption_history/v2/branches": {"items":"branches","next":"cursor"},
  "GET /consumption_history/v2/projects": {"items":"projects","next":"cursor"},
  "GET /organizations/{org_id}/members": {"items":"members","next":"next"},
  "GET /projects": {"items":"projects","next":"cursor"},
  "GET /projects/shared": {"items":"projects","next":"cursor"},
  "GET /projects/{project_id}/branches": {"items":"branches","next":"next"},
  "GET /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects": {"items":"objects","next":"next_cursor"},
  "GET /projects/{project_id}/branches/{branch_id}/functions": {"items":"functions","next":"next"},
  "GET /projects/{project_id}/members": {"items":"project_members","next":"next"},
  "GET /projects/{project_id}/operations": {"items":"operations","next":"cursor"},
  "POST /projects/{project_id}/branches/{branch_id}/logs/query": {"items":"logs","next":"next_cursor","in":"body"},
} as const;

export const outcomes = {"success":["finished","skipped"],"failure":["failed","error","cancelled"]} as const;
