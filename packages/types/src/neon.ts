/** Generated from the spec by `npm run generate`; not edited by hand. */
export interface paths {
    "/projects/{project_id}/endpoints/{endpoint_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a compute
         *
         * Starts a compute: an `idle` one becomes `active` within a few hundred milliseconds and the
         * operation `start_compute` is recorded. A connection or a query to an idle compute does the
         * same.
         *
         * Not shown: the request, the response, and what a start does to a compute that is not idle.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["startEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/endpoints/{endpoint_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a compute
         *
         * Suspends a compute by hand, as the service does itself after inactivity (operation
         * `suspend_compute`; 5 minutes by default). A connection, a query or a start wakes it.
         *
         * Not shown: the request, the response, and the states in between.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["suspendEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/endpoints/{endpoint_id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart an active compute
         *
         * Restarts a compute and interrupts its connections. It works only on an `active` compute; an
         * idle one is woken by a query or by start.
         *
         * Not shown: the response, the states in between, and what a restart of an idle compute
         * returns.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["restartEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List the computes of a project
         *
         * Lists the computes of a project, primary ones and read replicas. `pending_state` is absent
         * here, and `last_active` on a compute that has never been active.
         *
         * Not shown: paging or an order of this list.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoints`. The provider's specification shows an example answer.
         */
        get: operations["listProjectEndpoints"];
        put?: never;
        /**
         * Create a compute
         *
         * Creates a compute on a branch and starts it. The branch must not have a primary read-write
         * compute yet if the type is `read_write`; read replicas may be added in any number. The response
         * has `current_state` `init`, `pending_state` `active` and one operation `start_compute` that is
         * `running`. Poll the operation until it is `finished`; handle `failed`.
         *
         * Not shown: other attributes of the body (size, scale to zero, pooler and similar), the type
         * value of a read replica, and what a refused request returns.
         *
         * Observed (neon 2026-11-22): Answers 201 with `endpoint`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a compute
         *
         * Reads one compute.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoint`. The provider's specification shows an example answer.
         */
        get: operations["getEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a compute
         *
         * Deletes a compute permanently; it starts no operation. A compute created later for the same
         * branch has other connection details.
         *
         * Not shown: what happens to connections that are open.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`, or 204 without a body. The answer without a body is
         * for what is gone already. The provider's specification shows an example answer.
         */
        delete: operations["deleteEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a compute
         *
         * Changes attributes of a compute, for example the branch it is attached to or its size. The
         * target branch of a primary compute must not have a primary compute. A moved idle compute
         * stays `idle`, and the operations `apply_config` (`running`) and `suspend_compute`
         * (`scheduling`) are returned. A change of size restarts an active compute: its connections
         * drop for a moment.
         *
         * Not shown: which attributes can be changed, the states an active compute passes through, and what
         * a refused move returns.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
         */
        patch: operations["updateEndpoint"];
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         *
         * Lists projects.
         *
         * Not shown: paging or an order of this list.
         *
         * Observed (neon 2026-11-22): Answers 200 with `projects`, `unavailable_project_ids`, `pagination`, `applications`,
         * `integrations`. The provider's specification shows an example answer.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         *
         * Creates a project with a default branch and its primary read-write compute. The operation
         * `create_timeline` sets up storage and creates the default branch. A project-scoped key cannot
         * create projects.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `project`, `connection_uris`, `roles`, `databases`, `operations`, `branch`,
         * `endpoints`. An answer of the provider was recorded.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shared projects
         *
         * Lists shared projects. The path hides a project whose id is the word `shared` from reading
         * by id.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `projects`, `unavailable_project_ids`, `pagination`. The provider's
         * specification shows an example answer.
         */
        get: operations["listSharedProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a project
         *
         * Reads one project. A project whose id is the word `shared` cannot be read: the path belongs
         * to the list of shared projects.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project`. The provider's specification shows an example answer.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         *
         * Deletes a project. A project-scoped key cannot delete its project. The stored data is
         * removed by the operation `delete_tenant`.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project`. The provider's specification shows an example answer.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project
         *
         * Changes a project. A change of its history retention period starts the operation
         * `apply_storage_config`.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project`, `operations`. The provider's specification shows an example answer.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/projects/{project_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover a deleted project
         *
         * Recovers a deleted project.
         *
         * Not shown: the request, the response, and how long a deleted project can be recovered.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project`, `branches`. The provider calls it beta. It rests on the provider's
         * types alone: no answer is published.
         */
        post: operations["recoverProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List project access
         *
         * Lists the access that was granted to a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project_permissions`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["listProjectPermissions"];
        put?: never;
        /**
         * Grant project access
         *
         * Grants someone access to a project.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `granted_to_email`, `granted_at`, `revoked_at`. It rests on the
         * provider's types alone: no answer is published.
         */
        post: operations["grantProjectPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/permissions/{permission_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a granted access.
                 * @example permission-1
                 */
                permission_id: components["parameters"]["PermissionIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke project access
         *
         * Revokes access that was granted to a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `granted_to_email`, `granted_at`, `revoked_at`. It rests on the
         * provider's types alone: no answer is published.
         */
        delete: operations["revokeProjectPermission"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List members and their project roles
         *
         * Lists the members of the organization with the role each has on the project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project_members`, `pagination`. It rests on the provider's types alone: no
         * answer is published.
         */
        get: operations["listProjectMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/members/{member_id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set a member's project role
         *
         * Sets the role a member has on the project.
         *
         * Not shown: the request, the response and the roles.
         *
         * Observed (neon 2026-11-22): Answers 200 with a shape of 12 fields. It rests on the provider's types alone: no answer is
         * published.
         */
        put: operations["setProjectMemberRole"];
        post?: never;
        /**
         * Remove a member's project role
         *
         * Removes the role a member has on the project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with a shape of 12 fields. It rests on the provider's types alone: no answer is
         * published.
         */
        delete: operations["removeProjectMemberRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/available_preload_libraries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List shared preload libraries
         *
         * Lists the shared preload libraries a project can use.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `libraries`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listAvailablePreloadLibraries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/transfer_requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a project transfer request
         *
         * Creates a request to transfer a project; it is accepted by its id. A project-scoped key
         * stops working once its project leaves the organization.
         *
         * Not shown: the request, the response, and the states of a transfer request.
         *
         * Observed (neon 2026-11-22): Answers 201 with `id`, `project_id`, `created_at`, `expires_at`. It rests on the provider's
         * types alone: no answer is published.
         */
        post: operations["createProjectTransferRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/transfer_requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a project transfer request.
                 * @example request-1
                 */
                request_id: components["parameters"]["RequestIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Accept a project transfer request
         *
         * Accepts a request to transfer a project. A project-scoped key stops working once its project
         * leaves the organization.
         *
         * Not shown: the request, the response, and the states of a transfer request.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. It rests on the provider's types alone: no answer is published.
         */
        put: operations["acceptProjectTransferRequest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List JWKS URLs
         *
         * Lists the JWKS URLs of a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `jwks`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listProjectJwks"];
        put?: never;
        /**
         * Add a JWKS URL
         *
         * Adds a JWKS URL to a project.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `jwks`, `operations`. It rests on the provider's types alone: no answer is
         * published.
         */
        post: operations["addProjectJwks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/jwks/{jwks_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a JWKS URL.
                 * @example jwks-1
                 */
                jwks_id: components["parameters"]["JwksIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a JWKS URL
         *
         * Deletes a JWKS URL of a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with a shape of 9 fields. It rests on the provider's types alone: no answer is
         * published.
         */
        delete: operations["deleteProjectJwks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/connection_uri": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a connection URI
         *
         * Returns a connection URI of a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `uri`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["getConnectionUri"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/vpc_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List VPC endpoint restrictions
         *
         * Lists the VPC endpoints a project is restricted to.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoints`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listProjectVpcEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a VPC endpoint restriction
         *
         * Restricts a project to a VPC endpoint.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
         */
        post: operations["setProjectVpcEndpoint"];
        /**
         * Delete a VPC endpoint restriction
         *
         * Deletes the restriction of a project to a VPC endpoint.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
         */
        delete: operations["deleteProjectVpcEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List branches
         *
         * Lists the branches of a project; one of them is its default branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branches`, `annotations`, `pagination`. The provider's specification shows an
         * example answer.
         */
        get: operations["listBranches"];
        put?: never;
        /**
         * Create a branch
         *
         * Creates a branch, tracked as the operation `create_branch`, which concerns no compute.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `branch`, `endpoints`, `operations`, `roles`, `databases`, `connection_uris`.
         * It rests on the provider's types alone: no answer is published.
         */
        post: operations["createBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branch_anonymized": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an anonymized branch
         *
         * Creates a branch whose data is anonymized.
         *
         * Not shown: the request, the response, and the states of an anonymization.
         *
         * Observed (neon 2026-11-22): Answers 201 with `branch`, `endpoints`, `operations`, `roles`, `databases`, `connection_uris`.
         * It rests on the provider's types alone: no answer is published.
         */
        post: operations["createAnonymizedBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/count": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * Count branches
         *
         * Counts the branches of a project. The path hides a branch whose id is the word `count` from
         * reading by id.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `count`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["countBranches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a branch
         *
         * Reads one branch. A branch whose id is the word `count` cannot be read: the path belongs to
         * the count of branches.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branch`, `annotation`. The provider's specification shows an example answer.
         */
        get: operations["getBranch"];
        put?: never;
        post?: never;
        /**
         * Delete a branch
         *
         * Deletes a branch.
         *
         * Not shown: query parameters and the response, and what becomes of its computes.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`, or 204 without a body. The answer without a body is for
         * what is gone already. The provider's specification shows an example answer.
         */
        delete: operations["deleteBranch"];
        options?: never;
        head?: never;
        /**
         * Update a branch
         *
         * Changes a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`. The provider's specification shows an example answer.
         */
        patch: operations["updateBranch"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a branch to a historical state
         *
         * Sets a branch back to an earlier state of its data.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`. It rests on the provider's types alone: no answer is
         * published.
         */
        post: operations["restoreBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a database schema
         *
         * Returns the schema of a database on the branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `sql`, `json`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["getBranchSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/compare_schema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Compare database schemas
         *
         * Compares the schema of a database on the branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `diff`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["compareBranchSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/masking_rules": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get masking rules
         *
         * Returns the masking rules of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `masking_rules`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["getMaskingRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update masking rules
         *
         * Changes the masking rules of a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `masking_rules`. It rests on the provider's types alone: no answer is
         * published.
         */
        patch: operations["updateMaskingRules"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/anonymized_status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the anonymization status
         *
         * Returns the status of an anonymized branch.
         *
         * Not shown: query parameters, the response and its states.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project_id`, `branch_id`, `state`, `status_message`, `created_at`,
         * `updated_at`, `failed_at`, `last_run`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["getAnonymizedBranchStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/anonymize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start anonymization
         *
         * Starts anonymizing the data of a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `project_id`, `branch_id`, `state`, `status_message`, `created_at`,
         * `updated_at`, `failed_at`, `last_run`. It rests on the provider's types alone: no answer is
         * published.
         */
        post: operations["startBranchAnonymization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/set_as_default": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the default branch
         *
         * Makes a branch the default branch of its project.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["setDefaultBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/finalize_restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finalize a branch restore
         *
         * Finalizes the restore of a branch from a snapshot.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `operations`. It rests on the provider's types alone: no answer is published.
         */
        post: operations["finalizeBranchRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List the computes of a branch
         *
         * Lists the computes of one branch: at most one primary, any number of read replicas.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoints`. The provider's specification shows an example answer.
         */
        get: operations["listBranchEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/databases": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List databases
         *
         * Lists the databases of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `databases`. The provider's specification shows an example answer.
         */
        get: operations["listDatabases"];
        put?: never;
        /**
         * Create a database
         *
         * Creates a database on a branch. Its compute gets a new configuration (operation
         * `apply_config`).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `database`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["createDatabase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/databases/{database_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        /**
         * Get a database
         *
         * Reads one database.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `database`. The provider's specification shows an example answer.
         */
        get: operations["getDatabase"];
        put?: never;
        post?: never;
        /**
         * Delete a database
         *
         * Deletes a database. Its compute gets a new configuration (operation `apply_config`).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `database`, `operations`, or 204 without a body. The answer without a body is
         * for what is gone already. The provider's specification shows an example answer.
         */
        delete: operations["deleteDatabase"];
        options?: never;
        head?: never;
        /**
         * Update a database
         *
         * Changes a database. Its compute gets a new configuration (operation `apply_config`).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `database`, `operations`. The provider's specification shows an example answer.
         */
        patch: operations["updateDatabase"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List roles
         *
         * Lists the Postgres roles of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `roles`. The provider's specification shows an example answer.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a role
         *
         * Creates a Postgres role on a branch. Its compute gets a new configuration (operation
         * `apply_config`).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `role`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/roles/{role_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        /**
         * Get a role
         *
         * Reads one Postgres role.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `role`. The provider's specification shows an example answer.
         */
        get: operations["getRole"];
        put?: never;
        post?: never;
        /**
         * Delete a role
         *
         * Deletes a Postgres role. Its compute gets a new configuration (operation `apply_config`).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `role`, `operations`, or 204 without a body. The answer without a body is for
         * what is gone already. The provider's specification shows an example answer.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        /**
         * Get a role's password
         *
         * Returns the password of a Postgres role.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `password`. The provider's specification shows an example answer.
         */
        get: operations["revealRolePassword"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a role's password
         *
         * Resets the password of a Postgres role.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `role`, `operations`. The provider's specification shows an example answer.
         */
        post: operations["resetRolePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get managed authentication
         *
         * Returns the details of managed authentication on a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with a shape of 10 fields. The provider calls it beta. It rests on the provider's
         * types alone: no answer is published.
         */
        get: operations["getBranchAuth"];
        put?: never;
        /**
         * Enable managed authentication
         *
         * Enables managed authentication for a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `auth_provider`, `auth_provider_project_id`, `pub_client_key`,
         * `secret_server_key`, `jwks_url`, `schema_name`, `table_name`, `base_url`. The provider calls it
         * beta. It rests on the provider's types alone: no answer is published.
         */
        post: operations["enableBranchAuth"];
        /**
         * Disable managed authentication
         *
         * Disables managed authentication for a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["disableBranchAuth"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/domains": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List redirect domains
         *
         * Lists the domains that managed authentication may redirect to.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `domains`. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        get: operations["listBranchAuthDomains"];
        put?: never;
        /**
         * Add a redirect domain
         *
         * Adds a domain that managed authentication may redirect to.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        post: operations["addBranchAuthDomain"];
        /**
         * Delete a redirect domain
         *
         * Deletes a domain from those that managed authentication may redirect to.
         *
         * Not shown: how the domain is named, and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteBranchAuthDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/users": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an auth user
         *
         * Creates a user of managed authentication.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `id`. The provider calls it beta. It rests on the provider's types alone: no
         * answer is published.
         */
        post: operations["createBranchAuthUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an auth user
         *
         * Deletes a user of managed authentication.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteBranchAuthUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Update an auth user's role
         *
         * Changes the role of a user of managed authentication.
         *
         * Not shown: the request, the response and the roles.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`. It rests on the provider's types alone: no answer is published.
         */
        put: operations["updateBranchAuthUserRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/oauth_providers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List OAuth providers
         *
         * Lists the OAuth providers of managed authentication.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `providers`. The provider calls it beta. It rests on the provider's types
         * alone: no answer is published.
         */
        get: operations["listBranchAuthOauthProviders"];
        put?: never;
        /**
         * Add an OAuth provider
         *
         * Adds an OAuth provider to managed authentication.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider calls it beta. It
         * rests on the provider's types alone: no answer is published.
         */
        post: operations["addBranchAuthOauthProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an OAuth provider
         *
         * Deletes an OAuth provider of managed authentication.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteBranchAuthOauthProvider"];
        options?: never;
        head?: never;
        /**
         * Update an OAuth provider
         *
         * Changes an OAuth provider of managed authentication.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider calls it beta. It
         * rests on the provider's types alone: no answer is published.
         */
        patch: operations["updateBranchAuthOauthProvider"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/send_test_email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test email
         *
         * Sends a test email.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `success`, `error_message`. The provider calls it beta. It rests on the
         * provider's types alone: no answer is published.
         */
        post: operations["sendBranchAuthTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/email_and_password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the email and password configuration
         *
         * Returns the configuration of sign-in by email and password.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `email_verification_method`, `require_email_verification`,
         * `auto_sign_in_after_verification`, `send_verification_email_on_sign_up`,
         * `send_verification_email_on_sign_in`, `disable_sign_up`. It rests on the provider's types alone:
         * no answer is published.
         */
        get: operations["getBranchAuthEmailAndPassword"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the email and password configuration
         *
         * Changes the configuration of sign-in by email and password.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `email_verification_method`, `require_email_verification`,
         * `auto_sign_in_after_verification`, `send_verification_email_on_sign_up`,
         * `send_verification_email_on_sign_in`, `disable_sign_up`. It rests on the provider's types alone:
         * no answer is published.
         */
        patch: operations["updateBranchAuthEmailAndPassword"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/email_provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the email provider configuration
         *
         * Returns the configuration of the provider that sends emails.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
         * It rests on the provider's types alone: no answer is published.
         */
        get: operations["getBranchAuthEmailProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the email provider configuration
         *
         * Changes the configuration of the provider that sends emails.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
         * It rests on the provider's types alone: no answer is published.
         */
        patch: operations["updateBranchAuthEmailProvider"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/allow_localhost": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the localhost setting
         *
         * Returns whether managed authentication allows localhost.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `allow_localhost`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["getBranchAuthAllowLocalhost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the localhost setting
         *
         * Sets whether managed authentication allows localhost.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `allow_localhost`. It rests on the provider's types alone: no answer is
         * published.
         */
        patch: operations["updateBranchAuthAllowLocalhost"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get plugin configurations
         *
         * Returns the configurations of the plugins of managed authentication.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `organization`, `magic_link`, `phone_number`, `email_provider`,
         * `email_and_password`, `oauth_providers`, `allow_localhost`. It rests on the provider's types
         * alone: no answer is published.
         */
        get: operations["getBranchAuthPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/plugins/organization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the organization plugin
         *
         * Changes the configuration of the organization plugin.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `organization_limit`, `membership_limit`, `creator_role`,
         * `send_invitation_email`. It rests on the provider's types alone: no answer is published.
         */
        patch: operations["updateBranchAuthOrganizationPlugin"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the auth configuration
         *
         * Changes the configuration of managed authentication.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `name`. It rests on the provider's types alone: no answer is published.
         */
        patch: operations["updateBranchAuthConfig"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the magic link plugin
         *
         * Changes the configuration of the magic link plugin.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `expires_in`, `disable_sign_up`. It rests on the provider's types
         * alone: no answer is published.
         */
        patch: operations["updateBranchAuthMagicLinkPlugin"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the phone number plugin
         *
         * Returns the configuration of the phone number plugin.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `otp_expires_in`. It rests on the provider's types alone: no answer
         * is published.
         */
        get: operations["getBranchAuthPhoneNumberPlugin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the phone number plugin
         *
         * Changes the configuration of the phone number plugin.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `otp_expires_in`. It rests on the provider's types alone: no answer
         * is published.
         */
        patch: operations["updateBranchAuthPhoneNumberPlugin"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/auth/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the webhook configuration
         *
         * Returns the webhook configuration of managed authentication.
         *
         * Not shown: query parameters, the response, the kinds of event, their payloads, delivery and
         * signing.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `webhook_url`, `enabled_events`, `timeout_seconds`. It rests on the
         * provider's types alone: no answer is published.
         */
        get: operations["getBranchAuthWebhooks"];
        /**
         * Update the webhook configuration
         *
         * Sets the webhook configuration of managed authentication.
         *
         * Not shown: the request, the response, the kinds of event, their payloads, delivery and
         * signing.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `webhook_url`, `enabled_events`, `timeout_seconds`. It rests on the
         * provider's types alone: no answer is published.
         */
        put: operations["updateBranchAuthWebhooks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/auth/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an auth integration
         *
         * Creates an authentication integration (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `auth_provider`, `auth_provider_project_id`, `pub_client_key`,
         * `secret_server_key`, `jwks_url`, `schema_name`, `table_name`, `base_url`. The provider ends it
         * on 2026-03-01. It rests on the provider's types alone: no answer is published.
         * @deprecated
         */
        post: operations["createLegacyAuthIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/auth/domains": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List trusted domains
         *
         * Lists the trusted domains for redirect URIs (legacy form, per project).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `domains`. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        get: operations["listLegacyAuthDomains"];
        put?: never;
        /**
         * Add a trusted domain
         *
         * Adds a trusted domain for redirect URIs (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        post: operations["addLegacyAuthDomain"];
        /**
         * Delete a trusted domain
         *
         * Deletes a trusted domain for redirect URIs (legacy form, per project).
         *
         * Not shown: how the domain is named, and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        delete: operations["deleteLegacyAuthDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/auth/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create auth provider SDK keys
         *
         * Creates SDK keys of the authentication provider (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `auth_provider`, `auth_provider_project_id`, `pub_client_key`,
         * `secret_server_key`, `jwks_url`, `schema_name`, `table_name`, `base_url`. It rests on the
         * provider's types alone: no answer is published.
         */
        post: operations["createLegacyAuthKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an auth user
         *
         * Creates a user of the authentication provider (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `id`. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        post: operations["createLegacyAuthUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/auth/users/{auth_user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an auth user
         *
         * Deletes a user of the authentication provider (legacy form, per project).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        delete: operations["deleteLegacyAuthUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/auth/transfer_ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over a managed auth project
         *
         * Transfers a managed authentication project to the caller's own account (legacy form, per
         * project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `url`. It rests on the provider's types alone: no answer is published.
         */
        post: operations["transferLegacyAuthOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/auth/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List auth integrations
         *
         * Lists the active authentication integrations of a project (legacy form, per project).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `data`. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        get: operations["listLegacyAuthIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/auth/oauth_providers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List OAuth providers
         *
         * Lists the OAuth providers of a project (legacy form, per project).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `providers`. The provider ends it on 2026-03-01. It rests on the provider's
         * types alone: no answer is published.
         * @deprecated
         */
        get: operations["listLegacyAuthOauthProviders"];
        put?: never;
        /**
         * Add an OAuth provider
         *
         * Adds an OAuth provider to a project (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider ends it on 2026-03-01.
         * It rests on the provider's types alone: no answer is published.
         * @deprecated
         */
        post: operations["addLegacyAuthOauthProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/auth/oauth_providers/{oauth_provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an OAuth provider
         *
         * Deletes an OAuth provider of a project (legacy form, per project).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        delete: operations["deleteLegacyAuthOauthProvider"];
        options?: never;
        head?: never;
        /**
         * Update an OAuth provider
         *
         * Changes an OAuth provider of a project (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider ends it on 2026-03-01.
         * It rests on the provider's types alone: no answer is published.
         * @deprecated
         */
        patch: operations["updateLegacyAuthOauthProvider"];
        trace?: never;
    };
    "/projects/{project_id}/auth/email_server": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the email server configuration
         *
         * Returns the configuration of the email server (legacy form, per project).
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
         * The provider ends it on 2026-03-01. It rests on the provider's types alone: no answer is
         * published.
         * @deprecated
         */
        get: operations["getLegacyAuthEmailServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the email server configuration
         *
         * Changes the configuration of the email server (legacy form, per project).
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
         * The provider ends it on 2026-03-01. It rests on the provider's types alone: no answer is
         * published.
         * @deprecated
         */
        patch: operations["updateLegacyAuthEmailServer"];
        trace?: never;
    };
    "/projects/{project_id}/auth/integration/{auth_provider}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Name of an authentication provider.
                 * @example auth-provider-1
                 */
                auth_provider: components["parameters"]["AuthProviderPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an auth integration
         *
         * Deletes the integration with an authentication provider (legacy form, per project).
         *
         * Not shown: query parameters, the response and the names of providers.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
         * alone: no answer is published.
         * @deprecated
         */
        delete: operations["deleteLegacyAuthIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get an organization
         *
         * Reads one organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with a shape of 9 fields. The provider's specification shows an example answer.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        /**
         * List an organization's API keys
         *
         * Lists the API keys of an organization. Secrets are returned only at creation, never here.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an array. An answer of the provider was recorded.
         */
        get: operations["listOrganizationApiKeys"];
        put?: never;
        /**
         * Create an organization API key or a project-scoped one
         *
         * Creates an API key and returns its secret, only this once. With `project_id` the key is scoped
         * to that one project: any member of the organization may create it, for any project the
         * organization owns. An organization-wide key can be created only by an administrator, which is
         * verified first. Both are created with a personal key. This is the only shown mutating response
         * that lists no operations.
         *
         * Not shown: whether `project_id` may be omitted, the effect of omitting it, and what a refused
         * request returns.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `key`, `name`, `created_at`, `created_by`, `project_id`. The provider's
         * specification shows an example answer.
         */
        post: operations["createOrganizationApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/api_keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Key identifier, the `id` of an API key.
                 * @example 101
                 */
                key_id: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an organization's API key
         *
         * Revokes an organization-wide or project-scoped key, immediately and permanently: every later
         * request with it fails with 401. Only administrators of the organization may do so.
         *
         * Not shown: query parameters, the response, and what a refused request returns.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `name`, `created_at`, `created_by`, `last_used_at`,
         * `last_used_from_addr`, `revoked`, `project_id`. The provider's specification shows an example
         * answer.
         */
        delete: operations["revokeOrganizationApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/billing/spending_limit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the spending limit
         *
         * Returns the spending limit of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `spending_limit_cents`. The provider calls it beta. It rests on the provider's
         * types alone: no answer is published.
         */
        get: operations["getSpendingLimit"];
        /**
         * Set the spending limit
         *
         * Sets the spending limit of an organization.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `spending_limit_cents`. The provider calls it beta. It rests on the provider's
         * types alone: no answer is published.
         */
        put: operations["setSpendingLimit"];
        post?: never;
        /**
         * Remove the spending limit
         *
         * Removes the spending limit of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an empty object. The provider calls it beta. It rests on the provider's types
         * alone: no answer is published.
         */
        delete: operations["removeSpendingLimit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        /**
         * List members
         *
         * Lists the members of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `members`, `pagination`. The provider's specification shows an example answer.
         */
        get: operations["listOrganizationMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a member
         *
         * Reads one member of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `user_id`, `org_id`, `role`, `joined_at`. The provider's specification
         * shows an example answer.
         */
        get: operations["getOrganizationMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         *
         * Removes a member from an organization. The member's personal keys lose access to the
         * organization's projects.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
         * published.
         */
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        /**
         * Update a member's role
         *
         * Changes the role of a member in the organization.
         *
         * Not shown: the request, the response and the roles.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `user_id`, `org_id`, `role`, `joined_at`. It rests on the provider's
         * types alone: no answer is published.
         */
        patch: operations["updateOrganizationMember"];
        trace?: never;
    };
    "/organizations/{org_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        /**
         * List invitations
         *
         * Lists the invitations of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `invitations`. The provider's specification shows an example answer.
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Create invitations
         *
         * Invites people into an organization.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `invitations`. It rests on the provider's types alone: no answer is published.
         */
        post: operations["createOrganizationInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{source_org_id}/projects/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the organization the projects leave.
                 * @example org-1
                 */
                source_org_id: components["parameters"]["SourceOrgIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer projects between organizations
         *
         * Transfers projects from one organization to another. Project-scoped keys of a transferred
         * project stop working.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
         * published.
         */
        post: operations["transferOrganizationProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/vpc/vpc_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        /**
         * List VPC endpoints of all regions
         *
         * Lists the VPC endpoints of an organization across all regions.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoints`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listOrganizationVpcEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Region identifier.
                 * @example region-1
                 */
                region_id: components["parameters"]["RegionIdPath"];
            };
            cookie?: never;
        };
        /**
         * List VPC endpoints of a region
         *
         * Lists the VPC endpoints of an organization in one region.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `endpoints`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listOrganizationRegionVpcEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Region identifier.
                 * @example region-1
                 */
                region_id: components["parameters"]["RegionIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a VPC endpoint
         *
         * Reads one VPC endpoint of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `vpc_endpoint_id`, `label`, `state`, `num_restricted_projects`,
         * `example_restricted_projects`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["getOrganizationVpcEndpoint"];
        put?: never;
        /**
         * Assign or update a VPC endpoint
         *
         * Assigns a VPC endpoint to an organization, or updates it.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
         */
        post: operations["assignOrganizationVpcEndpoint"];
        /**
         * Delete a VPC endpoint
         *
         * Deletes a VPC endpoint of an organization.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
         */
        delete: operations["deleteOrganizationVpcEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's API keys
         *
         * Lists the caller's API keys. Secrets are returned only at creation, never here.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an array. An answer of the provider was recorded.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         *
         * Creates an API key. Any user may create a personal one; the secret is returned only at creation.
         * There is no strict limit, but 10,000 keys per account is the recommended maximum.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `key`, `name`, `created_at`, `created_by`. The provider's specification
         * shows an example answer.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api_keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Key identifier, the `id` of an API key.
                 * @example 101
                 */
                key_id: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         *
         * Revokes a key, immediately and permanently: every later request with it fails with 401. Only the
         * owner of the account may revoke a personal key.
         *
         * Not shown: query parameters, the response, and what a refused request returns.
         *
         * Observed (neon 2026-11-22): Answers 200 with `id`, `name`, `created_at`, `created_by`, `last_used_at`,
         * `last_used_from_addr`, `revoked`. The provider's specification shows an example answer.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         *
         * Returns the details of the current user.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with a shape of 14 fields. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the current user's organizations
         *
         * Lists the organizations of the current user.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `organizations`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["listCurrentUserOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/projects/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer personal projects to an organization
         *
         * Transfers projects from the caller's personal account to an organization.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an empty object. The provider ends it on 2026-07-01. It rests on the provider's
         * types alone: no answer is published.
         * @deprecated
         */
        post: operations["transferCurrentUserProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get authentication details
         *
         * Returns how the current request is authenticated.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `account_id`, `auth_method`, `auth_data`. It rests on the provider's types
         * alone: no answer is published.
         */
        get: operations["getRequestAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List regions
         *
         * Lists the regions the service supports.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `regions`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consumption_history/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project consumption (legacy plans)
         *
         * Lists consumption metrics of projects on legacy plans.
         *
         * Not shown: query parameters, the response and the metrics.
         *
         * Observed (neon 2026-11-22): Answers 200 with `projects`, `pagination`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["listLegacyProjectConsumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consumption_history/v2/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project consumption
         *
         * Lists consumption metrics of projects.
         *
         * Not shown: query parameters, the response and the metrics.
         *
         * Observed (neon 2026-11-22): Answers 200 with `projects`, `pagination`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["listProjectConsumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consumption_history/v2/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List branch consumption
         *
         * Lists consumption metrics of branches.
         *
         * Not shown: query parameters, the response and the metrics.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branches`, `pagination`. The provider calls it beta. It rests on the
         * provider's types alone: no answer is published.
         */
        get: operations["listBranchConsumption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List operations
         *
         * Lists the operations of a project page by page, newest first. Send `limit` with every request
         * and, from the second on, the URL-encoded `cursor` of the previous response.
         *
         * Not shown: the default and maximum of `limit`, and how the last page looks.
         *
         * Observed (neon 2026-11-22): Answers 200 with `operations`, `pagination`. An answer of the provider was recorded.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/operations/{operation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Operation identifier, a UUID.
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                operation_id: components["parameters"]["OperationIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get an operation
         *
         * Reads one operation. This is the call to poll: every 5 seconds, as the document suggests,
         * until the status is `finished`; handle `failed`.
         *
         * Not shown: the moves between statuses beyond those to `finished`, and whether `failed` is
         * final.
         *
         * Observed (neon 2026-11-22): Answers 200 with `operation`. The provider's specification shows an example answer.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a snapshot
         *
         * Takes a snapshot of a branch.
         *
         * Not shown: the request, the response and the states of a snapshot.
         *
         * Observed (neon 2026-11-22): Answers 200 with `snapshot`, `operations`. It rests on the provider's types alone: no answer is
         * published.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List snapshots
         *
         * Lists the snapshots of a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `snapshots`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/snapshots/{snapshot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Snapshot identifier.
                 * @example snapshot-1
                 */
                snapshot_id: components["parameters"]["SnapshotIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         *
         * Deletes a snapshot.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 202 with `operations`. It rests on the provider's types alone: no answer is published.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        /**
         * Update a snapshot
         *
         * Changes a snapshot.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `snapshot`. It rests on the provider's types alone: no answer is published.
         */
        patch: operations["updateSnapshot"];
        trace?: never;
    };
    "/projects/{project_id}/snapshots/{snapshot_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Snapshot identifier.
                 * @example snapshot-1
                 */
                snapshot_id: components["parameters"]["SnapshotIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a snapshot
         *
         * Restores a snapshot.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `branch`, `endpoints`, `operations`. The provider calls it beta. It rests on
         * the provider's types alone: no answer is published.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/backup_schedule": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the backup schedule
         *
         * Returns the backup schedule of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `schedule`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["getBackupSchedule"];
        /**
         * Set the backup schedule
         *
         * Sets the backup schedule of a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
         * published.
         */
        put: operations["setBackupSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/advisors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        /**
         * List advisor issues
         *
         * Lists the issues that the advisors found in a project.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `issues`. The provider calls it alpha. It rests on the provider's types alone:
         * no answer is published.
         */
        get: operations["listAdvisorIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/data-api/{database_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        /**
         * Get a Data API
         *
         * Returns the configuration of a database's Data API.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `url`, `status`, `settings`, `available_schemas`. It rests on the provider's
         * types alone: no answer is published.
         */
        get: operations["getDataApi"];
        put?: never;
        /**
         * Create a Data API
         *
         * Creates the Data API of a database.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `url`. It rests on the provider's types alone: no answer is published.
         */
        post: operations["createDataApi"];
        /**
         * Delete a Data API
         *
         * Deletes the Data API of a database.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
         * published.
         */
        delete: operations["deleteDataApi"];
        options?: never;
        head?: never;
        /**
         * Update a Data API
         *
         * Changes the Data API of a database.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with an empty object. It rests on the provider's types alone: no answer is
         * published.
         */
        patch: operations["updateDataApi"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List buckets
         *
         * Lists the storage buckets of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `buckets`. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        get: operations["listBuckets"];
        put?: never;
        /**
         * Create a bucket
         *
         * Creates a storage bucket on a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `bucket`. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        post: operations["createBucket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a bucket
         *
         * Deletes a storage bucket.
         *
         * Not shown: query parameters, the response, and what becomes of its objects.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteBucket"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
            };
            cookie?: never;
        };
        /**
         * List objects
         *
         * Lists the objects of a bucket.
         *
         * Not shown: query parameters, the response and paging.
         *
         * Observed (neon 2026-11-22): Answers 200 with `folders`, `objects`, `prefix`, `next_cursor`, `is_truncated`. The provider
         * calls it beta. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an object
         *
         * Deletes one object. A slash in its key is sent as `%2F`.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteObject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        /**
         * Download an object
         *
         * Returns the bytes of an object. A slash in its key is sent as `%2F`.
         *
         * Not shown: query parameters, the media type and headers of the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with bytes. The provider calls it beta. It rests on the provider's types alone: no
         * answer is published.
         */
        get: operations["downloadObject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects-by-prefix": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete objects by prefix
         *
         * Deletes every object whose key begins with a prefix.
         *
         * Not shown: how the prefix is named, and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `deleted`. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteObjectsByPrefix"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/presign": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Presign an upload or a download
         *
         * Presigns an upload or a download of an object.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `url`, `method`, `headers`, `expires_at`. The provider calls it beta. It rests
         * on the provider's types alone: no answer is published.
         */
        post: operations["presignObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/storage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the storage state
         *
         * Returns the state of a branch's storage.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `s3_endpoint`, `region`, `force_path_style`. The provider calls it
         * beta. It rests on the provider's types alone: no answer is published.
         */
        get: operations["getBranchStorage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/ai_gateway": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the AI gateway
         *
         * Returns the AI gateway endpoint of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `enabled`, `base_url`. The provider calls it beta. It rests on the provider's
         * types alone: no answer is published.
         */
        get: operations["getBranchAiGateway"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List credentials
         *
         * Lists the scoped credentials of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `credentials`. The provider calls it beta. It rests on the provider's types
         * alone: no answer is published.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Issue a credential
         *
         * Issues a scoped credential for a branch.
         *
         * Not shown: the request, the response and the scopes.
         *
         * Observed (neon 2026-11-22): Answers 201 with a shape of 9 fields. The provider calls it beta. It rests on the provider's
         * types alone: no answer is published.
         */
        post: operations["issueCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/credentials/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of an issued credential.
                 * @example token-1
                 */
                token_id: components["parameters"]["TokenIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a credential
         *
         * Revokes a scoped credential.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["revokeCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/functions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List functions
         *
         * Lists the functions of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `functions`, `pagination`. The provider calls it beta. It rests on the
         * provider's types alone: no answer is published.
         */
        get: operations["listFunctions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/functions/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        /**
         * Get a function
         *
         * Reads one function.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `function`. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        get: operations["getFunction"];
        put?: never;
        post?: never;
        /**
         * Delete a function
         *
         * Deletes a function.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        delete: operations["deleteFunction"];
        options?: never;
        head?: never;
        /**
         * Update a function
         *
         * Changes a function.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `function`. The provider calls it beta. It rests on the provider's types alone:
         * no answer is published.
         */
        patch: operations["updateFunction"];
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/functions/{slug}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy a function
         *
         * Deploys code to a function.
         *
         * Not shown: the request, its media type, and the response.
         *
         * Observed (neon 2026-11-22): Answers 201 with `deployment`. The provider calls it beta. It rests on the provider's types
         * alone: no answer is published.
         */
        post: operations["deployFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/logs/query": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query logs
         *
         * Searches the logs of a branch.
         *
         * Not shown: the request and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `logs`, `next_cursor`, `is_truncated`. It rests on the provider's types alone:
         * no answer is published.
         */
        post: operations["queryLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/logs/fields": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        /**
         * List log fields
         *
         * Lists the log fields of a branch.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `fields`. It rests on the provider's types alone: no answer is published.
         */
        get: operations["listLogFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{project_id}/branches/{branch_id}/logs/fields/{field_name}/values": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a log field.
                 * @example level
                 */
                field_name: components["parameters"]["FieldNamePath"];
            };
            cookie?: never;
        };
        /**
         * List values of a log field
         *
         * Lists the values a field has in the branch's logs.
         *
         * Not shown: query parameters and the response.
         *
         * Observed (neon 2026-11-22): Answers 200 with `values`, `is_truncated`. It rests on the provider's types alone: no answer is
         * published.
         */
        get: operations["listLogFieldValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * The action of an operation. The document calls these 13 the full set. `start_compute`,
         * `suspend_compute`, `apply_config`, `check_availability` and `create_branch` were seen in payloads;
         * the other names are derived from the console's display names by the document's rule (lower case,
         * underscores), so any string is accepted.
         *
         * | Action | Meaning |
         * |---|---|
         * | `apply_config` | applies a new configuration, after a change of compute settings or of Postgres roles and databases |
         * | `apply_storage_config` | applies configuration to storage, for example a new history retention |
         * | `check_availability` | the control plane's periodic check that a branch's data is available and its compute can start; branches without a compute are not checked |
         * | `create_branch` | creates a branch |
         * | `create_timeline` | sets up storage and the default branch of a new project |
         * | `delete_tenant` | deletes the stored data of a deleted project |
         * | `start_compute` | starts a compute because something needs it |
         * | `suspend_compute` | suspends a compute after inactivity |
         * | `tenant_attach` | attaches a project to storage |
         * | `tenant_detach` | detaches a project from storage after a long idle period |
         * | `tenant_reattach` | reattaches a detached project on a request |
         * | `timeline_archive` | records the start of archiving a branch |
         * | `timeline_unarchive` | records the start of unarchiving a branch |
         *
         * Documented.
         * @example start_compute
         */
        OperationAction: "apply_config" | "apply_storage_config" | "check_availability" | "create_branch" | "create_timeline" | "delete_tenant" | "start_compute" | "suspend_compute" | "tenant_attach" | "tenant_detach" | "tenant_reattach" | "timeline_archive" | "timeline_unarchive" | "create_compute" | "delete_timeline" | "import_data" | "tenant_ignore" | "replace_safekeeper" | "disable_maintenance" | "prepare_secondary_pageserver" | "switch_pageserver" | "detach_parent_branch" | "start_reserved_compute" | "sync_dbs_and_roles_from_compute" | "apply_schema_from_branch" | "timeline_mark_invisible" | "timeline_update_protected_config" | "prewarm_replica" | "promote_replica" | "set_storage_non_dirty" | "swap_binding_id" | "finalize_migration" | "mark_migration_prepared" | "update_catalog" | "tenant_detach_safekeepers" | "tenant_attach_safekeepers" | "epc_sync" | (string & {});
        /**
         * Status of an operation; `finished` and `skipped` are success. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22), unlike the document: operation-statuses.
         * @example running
         */
        OperationStatus: "scheduling" | "running" | "finished" | "failed" | "error" | "cancelling" | "cancelled" | "skipped" | (string & {});
        /**
         * Format: date-time
         *
         * A moment in UTC, ISO 8601, to the second, ending in `Z`.
         *
         * Documented.
         * @example 2026-03-01T09:30:00Z
         */
        Timestamp: string;
        /**
         * An action the control plane performs on an object, started by a user or by the control plane
         * itself (for example to suspend an idle compute or to check availability). The console also shows
         * its duration.
         *
         * Documented.
         */
        Operation: {
            /**
             * Format: uuid
             *
             * Operation identifier.
             *
             * Documented.
             * @example 00000000-0000-4000-8000-000000000001
             */
            id: string;
            /**
             * Project of the operation.
             *
             * Documented.
             * @example project-1
             */
            project_id: string;
            /**
             * Branch of the operation.
             *
             * Observed (neon 2026-11-22), unlike the document: operation-branch-optional.
             * @example branch-1
             */
            branch_id?: string;
            /**
             * Compute of the operation; absent if it concerns none, as for `create_branch`.
             *
             * Documented.
             * @example ep-1
             */
            endpoint_id?: string;
            /** Documented. */
            action: components["schemas"]["OperationAction"];
            /** Documented. */
            status: components["schemas"]["OperationStatus"];
            /**
             * Count of failures.
             *
             * Documented.
             * @example 0
             */
            failures_count: number;
            /** Documented. */
            created_at: components["schemas"]["Timestamp"];
            /** Documented. */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * What went wrong.
             *
             * Observed (neon 2026-11-22).
             * @example the compute did not start
             */
            error?: string;
            /**
             * Format: date-time
             *
             * When it was last retried.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:40:00Z
             */
            retry_at?: string;
            /**
             * Time it has taken, in milliseconds.
             *
             * Observed (neon 2026-11-22).
             * @example 340
             */
            total_duration_ms?: number;
        };
        /**
         * The type of a compute: `read_write` is the primary compute of its branch. A read replica has a
         * different value. Observed values; others may appear.
         *
         * Not shown: the value of a read replica.
         *
         * Documented.
         * @example read_write
         */
        EndpointType: "read_write" | "read_only" | (string & {});
        /**
         * Size of a compute, in compute units.
         *
         * Observed (neon 2026-11-22), unlike the document: compute-sizes.
         * @example 0.25
         */
        ComputeSize: number;
        /**
         * State of a compute: `init` after its creation, `active` while it serves, `idle` after it was
         * suspended. Observed values; others may appear.
         *
         * Not shown: the other states.
         *
         * Documented.
         * @example active
         */
        EndpointState: "init" | "idle" | "active" | (string & {});
        /**
         * Settings of a compute.
         *
         * Documented.
         */
        EndpointSettings: {
            /**
             * Postgres settings by name, empty by default.
             *
             * Observed (neon 2026-11-22), unlike the document: pg-settings-optional.
             * @example {}
             */
            pg_settings?: {
                [key: string]: unknown;
            };
            /**
             * Pooler settings by name.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             */
            pgbouncer_settings?: components["schemas"]["PgbouncerSettingsData"];
            /**
             * Libraries to load.
             *
             * Observed (neon 2026-11-22).
             */
            preload_libraries?: components["schemas"]["PreloadLibraries"];
        };
        /**
         * Mode of the connection pooler. Observed values; others may appear.
         *
         * Documented.
         * @example transaction
         */
        PoolerMode: "transaction" | (string & {});
        /**
         * A compute, which the API calls an endpoint: the only way to the data of the branch it is attached
         * to. A branch has at most one primary read-write compute and any number of read replicas. A compute
         * has a fixed size or autoscales, suspends itself after inactivity (5 minutes by default) and starts
         * again when it is used. Created with only `branch_id` and `type`, it has size 1 to 1, no pooler,
         * pooler mode `transaction`, is not disabled, allows passwordless access and has no Postgres settings.
         * Its max_connections follow from its size: 112 at 0.25 units, 225 at 0.5, 450 at 1, 901 at 2, 1351
         * at 3, 1802 at 4, 2253 at 5, 2703 at 6, 3154 at 7, 3604 at 8, 4000 from 9 to 38. The console also
         * shows its type (Primary read-write or Read Replica read-only), status (typically Active or Idle),
         * size and last active time.
         *
         * Not shown: max_connections of sizes 40 to 56 and of autoscaling computes.
         *
         * Documented.
         */
        Endpoint: {
            /**
             * Compute identifier, beginning with `ep-`.
             *
             * Documented.
             * @example ep-1
             */
            id: string;
            /**
             * Host name to connect to.
             *
             * Documented.
             * @example ep-1.region-1.example.com
             */
            host: string;
            /**
             * Project of the compute.
             *
             * Documented.
             * @example project-1
             */
            project_id: string;
            /**
             * Branch the compute is attached to.
             *
             * Documented.
             * @example branch-1
             */
            branch_id: string;
            /**
             * Region the compute runs in.
             *
             * Documented.
             * @example region-1
             */
            region_id: string;
            /** Documented. */
            type: components["schemas"]["EndpointType"];
            /**
             * Minimum size.
             *
             * Documented.
             */
            autoscaling_limit_min_cu: components["schemas"]["ComputeSize"];
            /**
             * Maximum size; equal to the minimum for a compute of fixed size.
             *
             * Documented.
             */
            autoscaling_limit_max_cu: components["schemas"]["ComputeSize"];
            /** Documented. */
            current_state: components["schemas"]["EndpointState"];
            /**
             * State the compute is moving to. Present in responses to create and update, absent in those to
             * list and delete. Observed values; others may appear.
             *
             * Documented.
             */
            pending_state?: components["schemas"]["EndpointState"];
            /** Documented. */
            settings: components["schemas"]["EndpointSettings"];
            /**
             * Whether the pooler is on; up to 10,000 users connect through it at a time.
             *
             * Observed (neon 2026-11-22), unlike the document: pooler-deprecated.
             * @deprecated
             * @example false
             */
            pooler_enabled: boolean;
            /**
             * Observed (neon 2026-11-22), unlike the document: pooler-deprecated.
             * @deprecated
             */
            pooler_mode: components["schemas"]["PoolerMode"];
            /**
             * Whether the compute is disabled.
             *
             * Documented.
             * @example false
             */
            disabled: boolean;
            /**
             * Whether the compute allows passwordless access.
             *
             * Documented.
             * @example true
             */
            passwordless_access: boolean;
            /**
             * Last time the compute was active; absent if it never was.
             *
             * Documented.
             */
            last_active?: components["schemas"]["Timestamp"];
            /** Documented. */
            created_at: components["schemas"]["Timestamp"];
            /** Documented. */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Host name of the proxy.
             *
             * Documented.
             * @example proxy.example.com
             */
            proxy_host: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example primary
             */
            name?: string;
            /**
             * Where the request to create it came from.
             *
             * Observed (neon 2026-11-22).
             * @example console
             */
            creation_source?: string;
            /**
             * Format: date-time
             *
             * When it was started.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            started_at?: string;
            /**
             * Format: date-time
             *
             * When the compute was suspended.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:40:00Z
             */
            suspended_at?: string;
            /**
             * Seconds without activity until a compute suspends: 0 is the default, -1 never.
             *
             * Observed (neon 2026-11-22).
             */
            suspend_timeout_seconds?: components["schemas"]["SuspendTimeoutSeconds"];
            /**
             * Provisioner.
             *
             * Observed (neon 2026-11-22).
             */
            provisioner?: components["schemas"]["Provisioner"];
            /**
             * Release of the compute's software.
             *
             * Observed (neon 2026-11-22).
             * @example 2026.3.1
             */
            compute_release_version?: string;
        };
        /**
         * A compute as list and delete return it, without a pending state.
         *
         * Documented.
         */
        EndpointWithoutPendingState: components["schemas"]["Endpoint"] & {
            /**
             * State it is moving to. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22), unlike the document: pending-state-anywhere.
             */
            pending_state?: components["schemas"]["EndpointState"];
        };
        /**
         * The computes of a project.
         *
         * Documented.
         */
        EndpointListResponse: {
            /**
             * The computes, without `pending_state`.
             *
             * Documented.
             */
            endpoints: components["schemas"]["EndpointWithoutPendingState"][];
        };
        /**
         * The compute to create.
         *
         * Not shown: attributes beside `branch_id` and `type` (size, scale to zero, pooler and similar).
         *
         * Documented.
         */
        EndpointCreateRequest: {
            /**
             * Attributes of the new compute.
             *
             * Documented.
             */
            endpoint: {
                /**
                 * Branch to attach the compute to.
                 *
                 * Documented.
                 * @example branch-1
                 */
                branch_id: string;
                /** Documented. */
                type: components["schemas"]["EndpointType"];
                /**
                 * Region identifier.
                 *
                 * Observed (neon 2026-11-22).
                 * @example region-1
                 */
                region_id?: string;
                /**
                 * Settings.
                 *
                 * Observed (neon 2026-11-22).
                 */
                settings?: components["schemas"]["EndpointSettings"];
                /**
                 * Minimum size, in compute units.
                 *
                 * Observed (neon 2026-11-22).
                 */
                autoscaling_limit_min_cu?: components["schemas"]["ComputeSize"];
                /**
                 * Maximum size, in compute units.
                 *
                 * Observed (neon 2026-11-22).
                 */
                autoscaling_limit_max_cu?: components["schemas"]["ComputeSize"];
                /**
                 * Provisioner.
                 *
                 * Observed (neon 2026-11-22).
                 */
                provisioner?: components["schemas"]["Provisioner"];
                /**
                 * Whether the pooler is on.
                 *
                 * Observed (neon 2026-11-22).
                 * @deprecated
                 * @example false
                 */
                pooler_enabled?: boolean;
                /**
                 * Mode of the pooler. Observed values; others may appear.
                 *
                 * Observed (neon 2026-11-22).
                 * @deprecated
                 */
                pooler_mode?: components["schemas"]["PoolerMode"];
                /**
                 * Whether the compute is disabled.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                disabled?: boolean;
                /**
                 * Whether the compute allows passwordless access.
                 *
                 * Observed (neon 2026-11-22).
                 * @example true
                 */
                passwordless_access?: boolean;
                /**
                 * Seconds without activity until a compute suspends: 0 is the default, -1 never.
                 *
                 * Observed (neon 2026-11-22).
                 */
                suspend_timeout_seconds?: components["schemas"]["SuspendTimeoutSeconds"];
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example reports
                 */
                name?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * A compute as create and update return it, with the state it is moving to.
         *
         * Documented.
         */
        EndpointWithPendingState: components["schemas"]["Endpoint"] & {
            /** Observed (neon 2026-11-22), unlike the document: pending-state-anywhere. */
            pending_state?: components["schemas"]["EndpointState"];
        };
        /**
         * A created or updated compute and the operations that were started.
         *
         * Documented.
         */
        EndpointOperationsResponse: {
            /** Documented. */
            endpoint: components["schemas"]["EndpointWithPendingState"];
            /**
             * The operations the request started.
             *
             * Documented.
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * The deleted compute; its deletion starts no operation.
         *
         * Documented.
         */
        EndpointDeletedResponse: {
            /** Documented. */
            endpoint: components["schemas"]["EndpointWithoutPendingState"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22), unlike the document: delete-suspends.
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * The attributes of a compute to change. It names those that the document says can change, the
         * branch and the size; others pass through.
         *
         * Not shown: which other attributes can be changed.
         *
         * Documented.
         */
        EndpointUpdateRequest: {
            /**
             * New values of the attributes to change.
             *
             * Documented.
             */
            endpoint: {
                /**
                 * Branch to move the compute to.
                 *
                 * Observed (neon 2026-11-22), unlike the document: move-deprecated.
                 * @deprecated
                 * @example branch-2
                 */
                branch_id?: string;
                /**
                 * New minimum size.
                 *
                 * Documented.
                 */
                autoscaling_limit_min_cu?: components["schemas"]["ComputeSize"];
                /**
                 * New maximum size; equal to the minimum for a compute of fixed size.
                 *
                 * Documented.
                 */
                autoscaling_limit_max_cu?: components["schemas"]["ComputeSize"];
                /**
                 * Provisioner.
                 *
                 * Observed (neon 2026-11-22).
                 */
                provisioner?: components["schemas"]["Provisioner"];
                /**
                 * Settings.
                 *
                 * Observed (neon 2026-11-22).
                 */
                settings?: components["schemas"]["EndpointSettings"];
                /**
                 * Whether the pooler is on.
                 *
                 * Observed (neon 2026-11-22).
                 * @deprecated
                 * @example false
                 */
                pooler_enabled?: boolean;
                /**
                 * Mode of the pooler. Observed values; others may appear.
                 *
                 * Observed (neon 2026-11-22).
                 * @deprecated
                 */
                pooler_mode?: components["schemas"]["PoolerMode"];
                /**
                 * Whether the compute is disabled.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                disabled?: boolean;
                /**
                 * Whether the compute allows passwordless access.
                 *
                 * Observed (neon 2026-11-22).
                 * @example true
                 */
                passwordless_access?: boolean;
                /**
                 * Seconds without activity until a compute suspends: 0 is the default, -1 never.
                 *
                 * Observed (neon 2026-11-22).
                 */
                suspend_timeout_seconds?: components["schemas"]["SuspendTimeoutSeconds"];
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example reports
                 */
                name?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * The top-level container. It holds branches; one of them is its default branch, which has a
         * primary read-write compute.
         *
         * Not shown: the values of `platform_id` and `provisioner`, the unit of `branch_logical_size_limit`.
         *
         * Documented.
         */
        Project: {
            /**
             * Project identifier.
             *
             * Documented.
             * @example project-1
             */
            id: string;
            /**
             * Name of the project.
             *
             * Documented.
             * @example orders
             */
            name: string;
            /**
             * Platform the project runs on.
             *
             * Documented.
             * @example platform-1
             */
            platform_id: string;
            /**
             * Region the project is in.
             *
             * Documented.
             * @example region-1
             */
            region_id: string;
            /**
             * Provisioner of the project.
             *
             * Documented.
             * @example provisioner-1
             */
            provisioner: string;
            /**
             * Postgres major version.
             *
             * Documented.
             * @example 17
             */
            pg_version: number;
            /**
             * Whether the project is locked.
             *
             * Observed (neon 2026-11-22), unlike the document: project-without-locked.
             * @example false
             */
            locked?: boolean;
            /**
             * CPU time used; the document gives only the name and type of this field.
             *
             * Observed (neon 2026-11-22), unlike the document: cpu-time-deprecated.
             * @deprecated
             * @example 1820
             */
            cpu_used_sec: number;
            /**
             * Limit of a branch's logical size; its unit is not shown.
             *
             * Documented.
             * @example 512
             */
            branch_logical_size_limit: number;
            /**
             * Host name of the proxy.
             *
             * Documented.
             * @example proxy.example.com
             */
            proxy_host: string;
            /** Documented. */
            created_at: components["schemas"]["Timestamp"];
            /** Documented. */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Settings of new computes.
             *
             * Observed (neon 2026-11-22).
             */
            default_endpoint_settings?: components["schemas"]["DefaultEndpointSettings"];
            /**
             * Settings.
             *
             * Observed (neon 2026-11-22).
             */
            settings?: components["schemas"]["ProjectSettingsData"];
            /**
             * Limit of a branch's logical size, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 536870912
             */
            branch_logical_size_limit_bytes?: number;
            /**
             * Whether passwords are stored and can be revealed.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            store_passwords?: boolean;
            /**
             * Time the computes were active, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            active_time?: number;
            /**
             * Format: date-time
             *
             * When maintenance begins.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-08T02:00:00Z
             */
            maintenance_starts_at?: string;
            /**
             * Where the request to create it came from.
             *
             * Observed (neon 2026-11-22).
             * @example console
             */
            creation_source?: string;
            /**
             * Synthetic size of the storage, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            synthetic_storage_size?: number;
            /**
             * Format: date-time
             *
             * When the quota begins anew.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example 2026-04-01T00:00:00Z
             */
            quota_reset_at?: string;
            /**
             * Owner of the project.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            owner_id?: string;
            /**
             * Format: date-time
             *
             * When a compute of the project was last active.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            compute_last_active_at?: string;
            /**
             * Organization identifier.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            org_id?: string;
            /**
             * Name of the organization.
             *
             * Observed (neon 2026-11-22).
             * @example Example
             */
            org_name?: string;
            /**
             * How long history is kept, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 86400
             */
            history_retention_seconds?: number;
            /**
             * Format: date-time
             *
             * When HIPAA was enabled.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            hipaa_enabled_at?: string;
            /**
             * Format: date-time
             *
             * When it was deleted.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T10:30:00Z
             */
            deleted_at?: string;
            /**
             * Format: date-time
             *
             * Until when it can be recovered.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-08T10:30:00Z
             */
            recoverable_until?: string;
            /**
             * Permission that applies in the end.
             *
             * Observed (neon 2026-11-22).
             */
            effective_project_permission?: components["schemas"]["ProjectPermissionLevel"] | null;
        };
        /**
         * A list of projects.
         *
         * Documented.
         */
        ProjectListResponse: {
            /**
             * The projects.
             *
             * Documented.
             */
            projects: components["schemas"]["Project"][];
            /**
             * Projects that could not be read in time.
             *
             * Observed (neon 2026-11-22).
             */
            unavailable_project_ids?: string[];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["Pagination"];
            /**
             * Connected applications, by project.
             *
             * Observed (neon 2026-11-22).
             */
            applications?: {
                [key: string]: components["schemas"]["ApplicationType"][];
            };
            /**
             * Integrations, by project.
             *
             * Observed (neon 2026-11-22).
             */
            integrations?: {
                [key: string]: components["schemas"]["ApplicationType"][];
            };
        };
        /**
         * The key to create. With `project_id` it is scoped to that project.
         *
         * Not shown: whether `project_id` may be omitted, and the effect of omitting it.
         *
         * Documented.
         */
        OrganizationApiKeyCreateRequest: {
            /**
             * Descriptive name of the key.
             *
             * Documented.
             * @example ci
             */
            key_name: string;
            /**
             * The one project the key gives access to.
             *
             * Documented.
             * @example project-1
             */
            project_id?: string;
        };
        /**
         * An API key as its creation returns it. The secret is shown only this once and cannot be read
         * again; keys have no expiry and are valid until revoked.
         *
         * Documented.
         */
        ApiKey: {
            /**
             * Key identifier, as used in the paths that revoke it.
             *
             * Documented.
             * @example 101
             */
            id: number;
            /**
             * The secret token, returned only at creation.
             *
             * Documented.
             * @example example-secret-token
             */
            key: string;
            /**
             * Descriptive name of the key.
             *
             * Documented.
             * @example ci
             */
            name: string;
            /** Documented. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Identifier of the user who created the key.
             *
             * Documented.
             * @example user-1
             */
            created_by: string;
            /**
             * The one project that a project-scoped key gives access to; present for such keys.
             *
             * Documented.
             * @example project-1
             */
            project_id?: string;
        };
        /**
         * Where the next page begins. Pass `cursor` back, with the same `limit`, to get that page.
         *
         * Not shown: how the last page looks; `cursor` is therefore not required.
         *
         * Documented.
         */
        Pagination: {
            /**
             * A timestamp with fractional seconds, to be passed back unchanged.
             *
             * Documented.
             * @example 2026-03-01T09:30:00.123456Z
             */
            cursor?: string;
        };
        /**
         * One page of a project's operations, newest first.
         *
         * Documented.
         */
        OperationListResponse: {
            /**
             * The operations, newest first.
             *
             * Documented.
             */
            operations: components["schemas"]["Operation"][];
            /** Observed (neon 2026-11-22), unlike the document: operation-pages-optional. */
            pagination?: components["schemas"]["Pagination"];
        };
        /**
         * One operation.
         *
         * Documented.
         */
        OperationResponse: {
            /** Documented. */
            operation: components["schemas"]["Operation"];
        };
        /**
         * Body of every error.
         *
         * Observed (neon 2026-11-22).
         */
        GeneralError: {
            /**
             * Identifier of the request.
             *
             * Observed (neon 2026-11-22).
             * @example request-1
             */
            request_id?: string;
            /**
             * Code of the error; may be empty.
             *
             * Observed (neon 2026-11-22).
             */
            code: components["schemas"]["ErrorCode"];
            /**
             * Text for a person.
             *
             * Observed (neon 2026-11-22).
             * @example project not found
             */
            message: string;
        };
        /**
         * Code of an error; may be empty.
         *
         * Observed (neon 2026-11-22).
         * @example
         */
        ErrorCode: string;
        /**
         * Answer to the request to get a compute.
         *
         * Observed (neon 2026-11-22).
         */
        EndpointResponse: {
            /**
             * Compute.
             *
             * Observed (neon 2026-11-22).
             */
            endpoint: components["schemas"]["Endpoint"];
        };
        /**
         * Answer to the request to create a project.
         *
         * Observed (neon 2026-11-22).
         */
        CreateProjectResponse: {
            /**
             * Project.
             *
             * Observed (neon 2026-11-22).
             */
            project: components["schemas"]["ProjectDetails"];
            /**
             * Ways to connect.
             *
             * Observed (neon 2026-11-22).
             */
            connection_uris: components["schemas"]["ConnectionDetails"][];
            /**
             * Roles.
             *
             * Observed (neon 2026-11-22).
             */
            roles: components["schemas"]["Role"][];
            /**
             * Databases.
             *
             * Observed (neon 2026-11-22).
             */
            databases: components["schemas"]["Database"][];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: components["schemas"]["Branch"];
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints: components["schemas"]["Endpoint"][];
        };
        /**
         * A project by itself; lists show less of it.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectDetails: {
            /**
             * Storage used, in byte hours.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            data_storage_bytes_hour: number;
            /**
             * Data transferred, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            data_transfer_bytes: number;
            /**
             * Data written, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            written_data_bytes: number;
            /**
             * Compute time used, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            compute_time_seconds: number;
            /**
             * Time the computes were active, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            active_time_seconds: number;
            /**
             * CPU time used, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example 1820
             */
            cpu_used_sec: number;
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            id: string;
            /**
             * Platform the project runs on.
             *
             * Observed (neon 2026-11-22).
             * @example platform-1
             */
            platform_id: string;
            /**
             * Region identifier.
             *
             * Observed (neon 2026-11-22).
             * @example region-1
             */
            region_id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            name: string;
            /**
             * Provisioner.
             *
             * Observed (neon 2026-11-22).
             */
            provisioner: components["schemas"]["Provisioner"];
            /**
             * Settings of new computes.
             *
             * Observed (neon 2026-11-22).
             */
            default_endpoint_settings?: components["schemas"]["DefaultEndpointSettings"];
            /**
             * Settings.
             *
             * Observed (neon 2026-11-22).
             */
            settings?: components["schemas"]["ProjectSettingsData"];
            /**
             * Postgres major version.
             *
             * Observed (neon 2026-11-22).
             */
            pg_version: components["schemas"]["PgVersion"];
            /**
             * Host name of the proxy.
             *
             * Observed (neon 2026-11-22).
             * @example proxy.example.com
             */
            proxy_host: string;
            /**
             * Limit of a branch's logical size, in MiB.
             *
             * Observed (neon 2026-11-22).
             * @example 512
             */
            branch_logical_size_limit: number;
            /**
             * Limit of a branch's logical size, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 536870912
             */
            branch_logical_size_limit_bytes: number;
            /**
             * Whether passwords are stored and can be revealed.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            store_passwords: boolean;
            /**
             * Format: date-time
             *
             * When maintenance begins.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-08T02:00:00Z
             */
            maintenance_starts_at?: string;
            /**
             * Where the request to create it came from.
             *
             * Observed (neon 2026-11-22).
             * @example console
             */
            creation_source: string;
            /**
             * How long history is kept, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 86400
             */
            history_retention_seconds: number;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
            /**
             * Synthetic size of the storage, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            synthetic_storage_size?: number;
            /**
             * Format: date-time
             *
             * Beginning of the consumption period.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T00:00:00Z
             */
            consumption_period_start: string;
            /**
             * Format: date-time
             *
             * End of the consumption period.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            consumption_period_end: string;
            /**
             * Format: date-time
             *
             * When the quota begins anew.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example 2026-04-01T00:00:00Z
             */
            quota_reset_at?: string;
            /**
             * Owner of the project.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            owner_id: string;
            /**
             * Owner of the project.
             *
             * Observed (neon 2026-11-22).
             */
            owner?: components["schemas"]["ProjectOwnerData"];
            /**
             * Format: date-time
             *
             * When a compute of the project was last active.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            compute_last_active_at?: string;
            /**
             * Organization identifier.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            org_id?: string;
            /**
             * Format: date-time
             *
             * When an update is planned; computes may restart.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-08T02:00:00Z
             */
            maintenance_scheduled_for?: string;
            /**
             * Format: date-time
             *
             * When HIPAA was enabled.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            hipaa_enabled_at?: string;
            /**
             * Permission that applies in the end.
             *
             * Observed (neon 2026-11-22).
             */
            effective_project_permission?: components["schemas"]["ProjectPermissionLevel"] | null;
        };
        /**
         * Provisioner of a compute.
         *
         * Observed (neon 2026-11-22).
         * @example provisioner-1
         */
        Provisioner: string;
        /**
         * Settings of new computes.
         *
         * Observed (neon 2026-11-22).
         */
        DefaultEndpointSettings: {
            /**
             * Postgres settings by name.
             *
             * Observed (neon 2026-11-22).
             */
            pg_settings?: components["schemas"]["PgSettingsData"];
            /**
             * Pooler settings by name.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             */
            pgbouncer_settings?: components["schemas"]["PgbouncerSettingsData"];
            /**
             * Minimum size, in compute units.
             *
             * Observed (neon 2026-11-22).
             */
            autoscaling_limit_min_cu?: components["schemas"]["ComputeSize"];
            /**
             * Maximum size, in compute units.
             *
             * Observed (neon 2026-11-22).
             */
            autoscaling_limit_max_cu?: components["schemas"]["ComputeSize"];
            /**
             * Seconds without activity until a compute suspends: 0 is the default, -1 never.
             *
             * Observed (neon 2026-11-22).
             */
            suspend_timeout_seconds?: components["schemas"]["SuspendTimeoutSeconds"];
        };
        /**
         * Postgres settings by name.
         *
         * Observed (neon 2026-11-22).
         */
        PgSettingsData: {
            [key: string]: string;
        };
        /**
         * Pooler settings by name.
         *
         * Observed (neon 2026-11-22).
         * @deprecated
         */
        PgbouncerSettingsData: {
            [key: string]: string;
        };
        /**
         * Seconds without activity until a compute suspends: 0 is the default, -1 never.
         *
         * Observed (neon 2026-11-22).
         * @example 0
         */
        SuspendTimeoutSeconds: number;
        /**
         * Settings of a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectSettingsData: {
            /**
             * Limits.
             *
             * Observed (neon 2026-11-22).
             */
            quota?: components["schemas"]["ProjectQuota"];
            /**
             * Addresses that may connect.
             *
             * Observed (neon 2026-11-22).
             */
            allowed_ips?: components["schemas"]["AllowedIps"];
            /**
             * Whether logical replication is on.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            enable_logical_replication?: boolean;
            /**
             * When maintenance may take place.
             *
             * Observed (neon 2026-11-22).
             */
            maintenance_window?: components["schemas"]["MaintenanceWindow"];
            /**
             * Whether connections from the internet are refused.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            block_public_connections?: boolean;
            /**
             * Whether connections from VPC endpoints are refused.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            block_vpc_connections?: boolean;
            /**
             * How much is written to the audit log. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            audit_log_level?: components["schemas"]["ProjectAuditLogLevel"];
            /**
             * Whether HIPAA is on.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            hipaa?: boolean;
            /**
             * Libraries to load.
             *
             * Observed (neon 2026-11-22).
             */
            preload_libraries?: components["schemas"]["PreloadLibraries"];
        };
        /**
         * Limits of a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectQuota: {
            /**
             * Time the computes were active, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            active_time_seconds?: number;
            /**
             * Compute time used, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            compute_time_seconds?: number;
            /**
             * Data written, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            written_data_bytes?: number;
            /**
             * Data transferred, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            data_transfer_bytes?: number;
            /**
             * Logical size, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            logical_size_bytes?: number;
        };
        /**
         * Addresses that may connect.
         *
         * Observed (neon 2026-11-22).
         */
        AllowedIps: {
            /**
             * Allowed addresses and ranges.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            ips?: string[];
            /**
             * Whether the list applies to protected branches only.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            protected_branches_only?: boolean;
        };
        /**
         * When maintenance may take place.
         *
         * Observed (neon 2026-11-22).
         */
        MaintenanceWindow: {
            /**
             * Days of the week, Monday is 1.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       1
             *     ]
             */
            weekdays: number[];
            /**
             * Beginning of the window, in UTC.
             *
             * Observed (neon 2026-11-22).
             * @example 02:00
             */
            start_time: string;
            /**
             * End of the window, in UTC.
             *
             * Observed (neon 2026-11-22).
             * @example 03:00
             */
            end_time: string;
        };
        /**
         * How much is written to the audit log. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example base
         */
        ProjectAuditLogLevel: "base" | "extended" | "full" | (string & {});
        /**
         * Libraries to load.
         *
         * Observed (neon 2026-11-22).
         */
        PreloadLibraries: {
            /**
             * Whether to load the default libraries.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            use_defaults?: boolean;
            /**
             * Libraries to load.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "citext"
             *     ]
             */
            enabled_libraries?: string[];
        };
        /**
         * Postgres major version.
         *
         * Observed (neon 2026-11-22).
         * @example 17
         */
        PgVersion: number;
        /**
         * Owner of a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectOwnerData: {
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name: string;
            /**
             * Limit of branches.
             *
             * Observed (neon 2026-11-22).
             * @example 10
             */
            branches_limit: number;
            /**
             * Kind of subscription. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            subscription_type: components["schemas"]["BillingSubscriptionType"];
        };
        /**
         * Kind of subscription. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example launch_v3
         */
        BillingSubscriptionType: "UNKNOWN" | "direct_sales" | "direct_sales_v3" | "aws_marketplace" | "free_v2" | "free_v3" | "launch" | "launch_v3" | "scale" | "scale_v3" | "business" | "vercel_pg_legacy" | (string & {});
        /**
         * What a member may do in a project. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example CAN_EDIT
         */
        ProjectPermissionLevel: "CAN_VIEW" | "CAN_EDIT" | "CAN_MANAGE" | "VIEWER" | "EDITOR" | "ADMIN" | (string & {});
        /**
         * One way to connect.
         *
         * Observed (neon 2026-11-22).
         */
        ConnectionDetails: {
            /**
             * Connection string with the password.
             *
             * Observed (neon 2026-11-22).
             * @example postgresql://app:example-password@ep-1.region-1.example.com/orders?sslmode=require
             */
            connection_uri: string;
            /**
             * Its parts.
             *
             * Observed (neon 2026-11-22).
             */
            connection_parameters: components["schemas"]["ConnectionParameters"];
        };
        /**
         * Parts of a connection string.
         *
         * Observed (neon 2026-11-22).
         */
        ConnectionParameters: {
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            database: string;
            /**
             * Password.
             *
             * Observed (neon 2026-11-22).
             * @example example-password
             */
            password: string;
            /**
             * Role.
             *
             * Observed (neon 2026-11-22).
             * @example app
             */
            role: string;
            /**
             * Host name.
             *
             * Observed (neon 2026-11-22).
             * @example ep-1.region-1.example.com
             */
            host: string;
            /**
             * Host name of the pooler.
             *
             * Observed (neon 2026-11-22).
             * @example ep-1-pooler.region-1.example.com
             */
            pooler_host: string;
        };
        /**
         * A Postgres role.
         *
         * Observed (neon 2026-11-22).
         */
        Role: {
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example app
             */
            name: string;
            /**
             * Password.
             *
             * Observed (neon 2026-11-22).
             * @example example-password
             */
            password?: string;
            /**
             * Whether it is protected.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            protected?: boolean;
            /**
             * How the role authenticates.
             *
             * Observed (neon 2026-11-22).
             * @example password
             */
            authentication_method?: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
        };
        /**
         * A database.
         *
         * Observed (neon 2026-11-22).
         */
        Database: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 7
             */
            id: number;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            name: string;
            /**
             * Role that owns the database.
             *
             * Observed (neon 2026-11-22).
             * @example app
             */
            owner_name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
        };
        /**
         * A branch.
         *
         * Observed (neon 2026-11-22).
         */
        Branch: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            id: string;
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Branch it was created from.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            parent_id?: string;
            /**
             * Position in the parent's write-ahead log.
             *
             * Observed (neon 2026-11-22).
             * @example 0/1F00000
             */
            parent_lsn?: string;
            /**
             * Format: date-time
             *
             * Time in the parent's history.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            parent_timestamp?: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example main
             */
            name: string;
            /**
             * State.
             *
             * Observed (neon 2026-11-22).
             */
            current_state: components["schemas"]["BranchState"];
            /**
             * State it is moving to.
             *
             * Observed (neon 2026-11-22).
             */
            pending_state?: components["schemas"]["BranchState"];
            /**
             * Format: date-time
             *
             * When the state last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            state_changed_at: string;
            /**
             * Logical size, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            logical_size?: number;
            /**
             * Where the request to create it came from.
             *
             * Observed (neon 2026-11-22).
             * @example console
             */
            creation_source: string;
            /**
             * Whether it is the default branch.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example true
             */
            primary?: boolean;
            /**
             * Whether it is the default.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            default: boolean;
            /**
             * Whether it is protected.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            protected: boolean;
            /**
             * CPU time used, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example 1820
             */
            cpu_used_sec: number;
            /**
             * Compute time used, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            compute_time_seconds: number;
            /**
             * Time the computes were active, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            active_time_seconds: number;
            /**
             * Data written, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            written_data_bytes: number;
            /**
             * Data transferred, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            data_transfer_bytes: number;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
            /**
             * How long the branch lives, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 86400
             */
            ttl_interval_seconds?: number;
            /**
             * Format: date-time
             *
             * When it expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            expires_at?: string;
            /**
             * Format: date-time
             *
             * When the branch was last reset.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_reset_at?: string;
            /**
             * User who created it.
             *
             * Observed (neon 2026-11-22).
             */
            created_by?: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example Ada
                 */
                name?: string;
                /**
                 * Address of an image.
                 *
                 * Observed (neon 2026-11-22).
                 * @example https://images.example.com/ada.png
                 */
                image?: string;
            };
            /**
             * What the branch begins with.
             *
             * Observed (neon 2026-11-22).
             * @example parent-data
             */
            init_source?: string;
            /**
             * How far a restore is.
             *
             * Observed (neon 2026-11-22).
             */
            restore_status?: components["schemas"]["BranchRestoreStatus"];
            /**
             * Snapshot it was restored from.
             *
             * Observed (neon 2026-11-22).
             * @example snapshot-1
             */
            restored_from?: string;
            /**
             * Branch that this one replaced when it was restored.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            restored_as?: string;
            /**
             * Actions that it refuses now.
             *
             * Observed (neon 2026-11-22).
             */
            restricted_actions?: components["schemas"]["BranchRestrictedAction"][];
            /**
             * How long it can be recovered.
             *
             * Observed (neon 2026-11-22).
             */
            recovery?: components["schemas"]["BranchRecoveryInfo"];
        };
        /**
         * State of a branch: `init` after its creation, then `ready`.
         *
         * Observed (neon 2026-11-22).
         * @example ready
         */
        BranchState: string;
        /**
         * How far a restore is.
         *
         * Observed (neon 2026-11-22).
         * @example completed
         */
        BranchRestoreStatus: string;
        /**
         * An action that the branch refuses.
         *
         * Observed (neon 2026-11-22).
         */
        BranchRestrictedAction: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example restore
             */
            name: string;
            /**
             * Reason.
             *
             * Observed (neon 2026-11-22).
             * @example branch_not_found
             */
            reason: string;
        };
        /**
         * How long a deleted branch can be recovered.
         *
         * Observed (neon 2026-11-22).
         */
        BranchRecoveryInfo: {
            /**
             * Format: date-time
             *
             * When it was deleted.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T10:30:00Z
             */
            deleted_at: string;
            /**
             * Format: date-time
             *
             * Until when it can be recovered.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-08T10:30:00Z
             */
            recoverable_until: string;
            /**
             * How it was deleted. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example user
             */
            deletion_method: "user" | "ttl" | (string & {});
        };
        /**
         * Body of the request to create a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectCreateRequest: {
            /**
             * Project.
             *
             * Observed (neon 2026-11-22).
             */
            project: {
                /**
                 * Settings.
                 *
                 * Observed (neon 2026-11-22).
                 */
                settings?: components["schemas"]["ProjectSettingsData"];
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example orders
                 */
                name?: string;
                /**
                 * Branch.
                 *
                 * Observed (neon 2026-11-22).
                 */
                branch?: {
                    /**
                     * Name.
                     *
                     * Observed (neon 2026-11-22).
                     * @example main
                     */
                    name?: string;
                    /**
                     * Role.
                     *
                     * Observed (neon 2026-11-22).
                     * @example app
                     */
                    role_name?: string;
                    /**
                     * Database.
                     *
                     * Observed (neon 2026-11-22).
                     * @example orders
                     */
                    database_name?: string;
                    /**
                     * Annotations by the id of their branch.
                     *
                     * Observed (neon 2026-11-22).
                     */
                    annotations?: components["schemas"]["AnnotationValueData"];
                };
                /**
                 * Minimum size, in compute units.
                 *
                 * Observed (neon 2026-11-22).
                 */
                autoscaling_limit_min_cu?: components["schemas"]["ComputeSize"];
                /**
                 * Maximum size, in compute units.
                 *
                 * Observed (neon 2026-11-22).
                 */
                autoscaling_limit_max_cu?: components["schemas"]["ComputeSize"];
                /**
                 * Provisioner.
                 *
                 * Observed (neon 2026-11-22).
                 */
                provisioner?: components["schemas"]["Provisioner"];
                /**
                 * Region identifier.
                 *
                 * Observed (neon 2026-11-22).
                 * @example region-1
                 */
                region_id?: string;
                /**
                 * Settings of new computes.
                 *
                 * Observed (neon 2026-11-22).
                 */
                default_endpoint_settings?: components["schemas"]["DefaultEndpointSettings"];
                /**
                 * Postgres major version.
                 *
                 * Observed (neon 2026-11-22).
                 */
                pg_version?: components["schemas"]["PgVersion"];
                /**
                 * Whether passwords are stored and can be revealed.
                 *
                 * Observed (neon 2026-11-22).
                 * @example true
                 */
                store_passwords?: boolean;
                /**
                 * How long history is kept, in seconds.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 86400
                 */
                history_retention_seconds?: number;
                /**
                 * Organization identifier.
                 *
                 * Observed (neon 2026-11-22).
                 * @example org-1
                 */
                org_id?: string;
            };
        };
        /**
         * Texts by name.
         *
         * Observed (neon 2026-11-22).
         */
        AnnotationValueData: {
            [key: string]: string;
        };
        /**
         * Answer to the request to list shared projects.
         *
         * Observed (neon 2026-11-22).
         */
        ListSharedProjectsResponse: {
            /**
             * Projects.
             *
             * Observed (neon 2026-11-22).
             */
            projects: components["schemas"]["Project"][];
            /**
             * Projects that could not be read in time.
             *
             * Observed (neon 2026-11-22).
             */
            unavailable_project_ids?: string[];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["Pagination"];
        };
        /**
         * Answer to the request to get a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectResponse: {
            /**
             * Project.
             *
             * Observed (neon 2026-11-22).
             */
            project: components["schemas"]["ProjectDetails"];
        };
        /**
         * Answer to the request to update a project.
         *
         * Observed (neon 2026-11-22).
         */
        UpdateProjectResponse: {
            /**
             * Project.
             *
             * Observed (neon 2026-11-22).
             */
            project: components["schemas"]["ProjectDetails"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to update a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectUpdateRequest: {
            /**
             * Project.
             *
             * Observed (neon 2026-11-22).
             */
            project: {
                /**
                 * Settings.
                 *
                 * Observed (neon 2026-11-22).
                 */
                settings?: components["schemas"]["ProjectSettingsData"];
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example orders
                 */
                name?: string;
                /**
                 * Settings of new computes.
                 *
                 * Observed (neon 2026-11-22).
                 */
                default_endpoint_settings?: components["schemas"]["DefaultEndpointSettings"];
                /**
                 * How long history is kept, in seconds.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 86400
                 */
                history_retention_seconds?: number;
            };
        };
        /**
         * Answer to the request to recover a deleted project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectRecoverResponse: {
            /**
             * Project.
             *
             * Observed (neon 2026-11-22).
             */
            project: components["schemas"]["ProjectDetails"];
            /**
             * Branches.
             *
             * Observed (neon 2026-11-22).
             */
            branches: components["schemas"]["Branch"][];
        };
        /**
         * Answer to the request to list project access.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectPermissions: {
            /**
             * Permissions.
             *
             * Observed (neon 2026-11-22).
             */
            project_permissions: components["schemas"]["ProjectPermission"][];
        };
        /**
         * A user's permission for a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectPermission: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example permission-1
             */
            id: string;
            /**
             * Format: email
             *
             * Email address of the user with the permission.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            granted_to_email: string;
            /**
             * Format: date-time
             *
             * When it was granted.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            granted_at: string;
            /**
             * Format: date-time
             *
             * When it was revoked.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T10:30:00Z
             */
            revoked_at?: string;
        };
        /**
         * Body of the request to grant project access.
         *
         * Observed (neon 2026-11-22).
         */
        GrantPermissionToProjectRequest: {
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
        };
        /**
         * Answer to the request to list members and their project roles.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectMembers: {
            /**
             * Members.
             *
             * Observed (neon 2026-11-22).
             */
            project_members: components["schemas"]["ProjectMember"][];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["CursorPagination"];
        };
        /**
         * A member with access to a project.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectMember: {
            /**
             * Member identifier.
             *
             * Observed (neon 2026-11-22).
             * @example member-1
             */
            member_id: string;
            /**
             * User identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            user_id: string;
            /**
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email?: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name?: string;
            /**
             * Role in the organization. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            org_role: components["schemas"]["ProjectMemberOrgRole"];
            /**
             * Role in the project. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            project_role?: components["schemas"]["ProjectRole"];
            /**
             * Permission that the organization role brings. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            org_default_project_permission?: components["schemas"]["ProjectPermissionLevel"];
            /**
             * Permission granted for this project. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            explicit_project_permission?: components["schemas"]["ProjectPermissionLevel"];
            /**
             * Permission that applies in the end. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            effective_project_permission?: components["schemas"]["ProjectPermissionLevel"];
            /**
             * Where the permission comes from. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            grant_source?: components["schemas"]["ProjectMemberGrantSource"];
        };
        /**
         * Role in the organization. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example member
         */
        ProjectMemberOrgRole: "admin" | "member" | "editor" | "viewer" | "collaborator" | (string & {});
        /**
         * Role in a project. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example editor
         */
        ProjectRole: "viewer" | "editor" | "admin" | (string & {});
        /**
         * Where a permission comes from. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example explicit
         */
        ProjectMemberGrantSource: "explicit" | "org_role_default" | "org_admin_override" | "unassigned" | (string & {});
        /**
         * Where the next page begins, and how the list is sorted.
         *
         * Observed (neon 2026-11-22).
         */
        CursorPagination: {
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             * @example cursor-2
             */
            next?: string;
            /**
             * Field the list is sorted by.
             *
             * Observed (neon 2026-11-22).
             * @example updated_at
             */
            sort_by?: string;
            /**
             * Direction of the list.
             *
             * Observed (neon 2026-11-22).
             * @example desc
             */
            sort_order?: string;
        };
        /**
         * Answer to the request to set a member's project role.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectMemberRoleResponse: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Member identifier.
             *
             * Observed (neon 2026-11-22).
             * @example member-1
             */
            member_id: string;
            /**
             * User identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            user_id: string;
            /**
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email?: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name?: string;
            /**
             * Role in the organization. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            org_role: components["schemas"]["ProjectMemberOrgRole"];
            /**
             * Role in the project. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            project_role?: components["schemas"]["ProjectRole"];
            /**
             * Permission that the organization role brings. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            org_default_project_permission?: components["schemas"]["ProjectPermissionLevel"];
            /**
             * Permission granted for this project. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            explicit_project_permission?: components["schemas"]["ProjectPermissionLevel"];
            /**
             * Permission that applies in the end. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            effective_project_permission?: components["schemas"]["ProjectPermissionLevel"];
            /**
             * Whether credentials should be replaced now.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            credential_rotation_recommended?: boolean;
            /**
             * Whether keys of the organization should be replaced now.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            org_api_key_rotation_recommended?: boolean;
        };
        /**
         * Body of the request to set a member's project role.
         *
         * Observed (neon 2026-11-22).
         */
        SetProjectMemberRoleRequest: {
            /**
             * Role. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["ProjectRole"];
        };
        /**
         * Libraries that a compute can load.
         *
         * Observed (neon 2026-11-22).
         */
        AvailablePreloadLibraries: {
            /**
             * Libraries.
             *
             * Observed (neon 2026-11-22).
             */
            libraries?: components["schemas"]["AvailablePreloadLibrary"][];
        };
        /**
         * A library that a compute can load.
         *
         * Observed (neon 2026-11-22).
         */
        AvailablePreloadLibrary: {
            /**
             * Name of the library.
             *
             * Observed (neon 2026-11-22).
             * @example citext
             */
            library_name: string;
            /**
             * Description.
             *
             * Observed (neon 2026-11-22).
             * @example Case-insensitive text
             */
            description: string;
            /**
             * Whether it is loaded by default.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            is_default: boolean;
            /**
             * Whether it is experimental.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            is_experimental: boolean;
            /**
             * Version.
             *
             * Observed (neon 2026-11-22).
             * @example 1.6
             */
            version: string;
        };
        /**
         * Answer to the request to create a project transfer request.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectTransferRequestResponse: {
            /**
             * Format: uuid
             *
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000e1
             */
            id: string;
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            expires_at: string;
        };
        /**
         * Body of the request to create a project transfer request.
         *
         * Observed (neon 2026-11-22).
         */
        CreateProjectTransferRequestRequest: {
            /**
             * Seconds until the request expires.
             *
             * Observed (neon 2026-11-22).
             * @example 86400
             */
            ttl_seconds?: number;
        };
        /**
         * Reasons why the plan does not allow the transfer.
         *
         * Observed (neon 2026-11-22).
         */
        AcceptProjectTransferRequestSatisfiesPlanError: {
            /**
             * Reasons.
             *
             * Observed (neon 2026-11-22).
             */
            reasons: {
                /**
                 * Text for a person.
                 *
                 * Observed (neon 2026-11-22).
                 * @example project not found
                 */
                message: string;
                /**
                 * Code of the error; may be empty.
                 *
                 * Observed (neon 2026-11-22).
                 * @example
                 */
                code: string;
            }[];
        };
        /**
         * Body of the request to accept a project transfer request.
         *
         * Observed (neon 2026-11-22).
         */
        AcceptProjectTransferRequestRequest: {
            /**
             * Organization identifier.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            org_id?: string;
        };
        /**
         * Answer to the request to list JWKS URLs.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectJWKSResponse: {
            /**
             * Key set.
             *
             * Observed (neon 2026-11-22).
             */
            jwks: components["schemas"]["JWKS"][];
        };
        /**
         * A key set that verifies tokens.
         *
         * Observed (neon 2026-11-22).
         */
        JWKS: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example jwks-1
             */
            id: string;
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id?: string;
            /**
             * Address of the key set.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/.well-known/jwks.json
             */
            jwks_url: string;
            /**
             * Name of the token provider.
             *
             * Observed (neon 2026-11-22).
             * @example example-auth
             */
            provider_name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
            /**
             * Audience a token must name.
             *
             * Observed (neon 2026-11-22).
             * @example orders-app
             */
            jwt_audience?: string;
            /**
             * Roles a token may take.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "app"
             *     ]
             */
            role_names?: string[];
        };
        /**
         * Answer to the request to add a JWKS URL.
         *
         * Observed (neon 2026-11-22).
         */
        JWKSCreationOperation: {
            /**
             * Key set.
             *
             * Observed (neon 2026-11-22).
             */
            jwks: components["schemas"]["JWKS"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to add a JWKS URL.
         *
         * Observed (neon 2026-11-22).
         */
        AddProjectJWKSRequest: {
            /**
             * Address of the key set.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/.well-known/jwks.json
             */
            jwks_url: string;
            /**
             * Name of the token provider.
             *
             * Observed (neon 2026-11-22).
             * @example example-auth
             */
            provider_name: string;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id?: string;
            /**
             * Audience a token must name.
             *
             * Observed (neon 2026-11-22).
             * @example orders-app
             */
            jwt_audience?: string;
            /**
             * Roles a token may take.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example [
             *       "app"
             *     ]
             */
            role_names?: string[];
            /**
             * Whether to create no roles.
             *
             * Observed (neon 2026-11-22).
             * @default false
             * @example false
             */
            skip_role_creation?: boolean;
        };
        /**
         * Answer to the request to get a connection URI.
         *
         * Observed (neon 2026-11-22).
         */
        ConnectionURIResponse: {
            /**
             * Connection string with the password.
             *
             * Observed (neon 2026-11-22).
             * @example postgresql://app:example-password@ep-1.region-1.example.com/orders?sslmode=require
             */
            uri: string;
        };
        /**
         * Answer to the request to list VPC endpoint restrictions.
         *
         * Observed (neon 2026-11-22).
         */
        VPCEndpointsResponse: {
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints: components["schemas"]["VPCEndpoint"][];
        };
        /**
         * A VPC endpoint.
         *
         * Observed (neon 2026-11-22).
         */
        VPCEndpoint: {
            /**
             * VPC endpoint identifier.
             *
             * Observed (neon 2026-11-22).
             * @example vpc-endpoint-1
             */
            vpc_endpoint_id: string;
            /**
             * Label.
             *
             * Observed (neon 2026-11-22).
             * @example production
             */
            label: string;
        };
        /**
         * Body of the request to set a VPC endpoint restriction.
         *
         * Observed (neon 2026-11-22).
         */
        VPCEndpointAssignment: {
            /**
             * Label.
             *
             * Observed (neon 2026-11-22).
             * @example production
             */
            label: string;
        };
        /**
         * Answer to the request to list branches.
         *
         * Observed (neon 2026-11-22).
         */
        ListBranchesResponse: {
            /**
             * Branches.
             *
             * Observed (neon 2026-11-22).
             */
            branches: components["schemas"]["Branch"][];
            /**
             * Annotations by the id of their branch.
             *
             * Observed (neon 2026-11-22).
             */
            annotations: {
                [key: string]: components["schemas"]["AnnotationData"];
            };
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["CursorPagination"];
        };
        /**
         * An annotation of an object.
         *
         * Observed (neon 2026-11-22).
         */
        AnnotationData: {
            /**
             * The annotated object.
             *
             * Observed (neon 2026-11-22).
             */
            object: components["schemas"]["AnnotationObjectData"];
            /**
             * Value.
             *
             * Observed (neon 2026-11-22).
             */
            value: components["schemas"]["AnnotationValueData"];
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at?: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at?: string;
        };
        /**
         * The annotated object.
         *
         * Observed (neon 2026-11-22).
         */
        AnnotationObjectData: {
            /**
             * Type.
             *
             * Observed (neon 2026-11-22).
             * @example console/branch
             */
            type: string;
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            id: string;
        };
        /**
         * Answer to the request to create a branch.
         *
         * Observed (neon 2026-11-22).
         */
        CreateBranchResponse: {
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: components["schemas"]["Branch"];
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints: components["schemas"]["Endpoint"][];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
            /**
             * Roles.
             *
             * Observed (neon 2026-11-22).
             */
            roles: components["schemas"]["Role"][];
            /**
             * Databases.
             *
             * Observed (neon 2026-11-22).
             */
            databases: components["schemas"]["Database"][];
            /**
             * Ways to connect.
             *
             * Observed (neon 2026-11-22).
             */
            connection_uris?: components["schemas"]["ConnectionDetails"][];
        };
        /**
         * Body of the request to create a branch.
         *
         * Observed (neon 2026-11-22).
         */
        CreateBranchRequest: {
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints?: components["schemas"]["BranchCreateRequestEndpointOptions"][];
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch?: {
                /**
                 * Branch it was created from.
                 *
                 * Observed (neon 2026-11-22).
                 * @example branch-1
                 */
                parent_id?: string;
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example dev
                 */
                name?: string;
                /**
                 * Position in the parent's write-ahead log.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 0/1F00000
                 */
                parent_lsn?: string;
                /**
                 * Format: date-time
                 *
                 * Time in the parent's history.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 2026-03-01T09:30:00Z
                 */
                parent_timestamp?: string;
                /**
                 * Whether it is protected.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                protected?: boolean;
                /**
                 * Whether the branch begins archived.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                archived?: boolean;
                /**
                 * What the branch begins with.
                 *
                 * Observed (neon 2026-11-22).
                 * @example parent-data
                 */
                init_source?: string;
                /**
                 * Format: date-time
                 *
                 * When it expires.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 2026-04-01T00:00:00Z
                 */
                expires_at?: string;
            };
            /**
             * Texts to keep with the branch, by name.
             *
             * Observed (neon 2026-11-22).
             */
            annotation_value?: components["schemas"]["AnnotationValueData"];
        };
        /**
         * A compute to create with the branch.
         *
         * Observed (neon 2026-11-22).
         */
        BranchCreateRequestEndpointOptions: {
            /**
             * Type. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            type: components["schemas"]["EndpointType"];
            /**
             * Settings.
             *
             * Observed (neon 2026-11-22).
             */
            settings?: components["schemas"]["EndpointSettings"];
            /**
             * Minimum size, in compute units.
             *
             * Observed (neon 2026-11-22).
             */
            autoscaling_limit_min_cu?: components["schemas"]["ComputeSize"];
            /**
             * Maximum size, in compute units.
             *
             * Observed (neon 2026-11-22).
             */
            autoscaling_limit_max_cu?: components["schemas"]["ComputeSize"];
            /**
             * Provisioner.
             *
             * Observed (neon 2026-11-22).
             */
            provisioner?: components["schemas"]["Provisioner"];
            /**
             * Seconds without activity until a compute suspends: 0 is the default, -1 never.
             *
             * Observed (neon 2026-11-22).
             */
            suspend_timeout_seconds?: components["schemas"]["SuspendTimeoutSeconds"];
        };
        /**
         * Answer to the request to create an anonymized branch.
         *
         * Observed (neon 2026-11-22).
         */
        CreateAnonymizedBranchResponse: {
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: components["schemas"]["Branch"];
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints: components["schemas"]["Endpoint"][];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
            /**
             * Roles.
             *
             * Observed (neon 2026-11-22).
             */
            roles: components["schemas"]["Role"][];
            /**
             * Databases.
             *
             * Observed (neon 2026-11-22).
             */
            databases: components["schemas"]["Database"][];
            /**
             * Ways to connect.
             *
             * Observed (neon 2026-11-22).
             */
            connection_uris?: components["schemas"]["ConnectionDetails"][];
        };
        /**
         * Body of the request to create an anonymized branch.
         *
         * Observed (neon 2026-11-22).
         */
        BranchAnonymizedCreateRequest: {
            /**
             * Texts to keep with the branch, by name.
             *
             * Observed (neon 2026-11-22).
             */
            annotation_value?: components["schemas"]["AnnotationValueData"];
            /**
             * The branch to create.
             *
             * Observed (neon 2026-11-22).
             */
            branch_create?: components["schemas"]["BranchCreateRequest"];
            /**
             * How columns are masked.
             *
             * Observed (neon 2026-11-22).
             */
            masking_rules?: components["schemas"]["MaskingRule"][];
            /**
             * Whether to mask the data at once.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            start_anonymization?: boolean;
        };
        /**
         * A branch to create.
         *
         * Observed (neon 2026-11-22).
         */
        BranchCreateRequest: {
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints?: components["schemas"]["BranchCreateRequestEndpointOptions"][];
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch?: {
                /**
                 * Branch it was created from.
                 *
                 * Observed (neon 2026-11-22).
                 * @example branch-1
                 */
                parent_id?: string;
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example dev
                 */
                name?: string;
                /**
                 * Position in the parent's write-ahead log.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 0/1F00000
                 */
                parent_lsn?: string;
                /**
                 * Format: date-time
                 *
                 * Time in the parent's history.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 2026-03-01T09:30:00Z
                 */
                parent_timestamp?: string;
                /**
                 * Whether it is protected.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                protected?: boolean;
                /**
                 * Whether the branch begins archived.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                archived?: boolean;
                /**
                 * What the branch begins with.
                 *
                 * Observed (neon 2026-11-22).
                 * @example parent-data
                 */
                init_source?: string;
                /**
                 * Format: date-time
                 *
                 * When it expires.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 2026-04-01T00:00:00Z
                 */
                expires_at?: string;
            };
        };
        /**
         * How one column is masked.
         *
         * Observed (neon 2026-11-22).
         */
        MaskingRule: {
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            database_name: string;
            /**
             * Schema.
             *
             * Observed (neon 2026-11-22).
             * @example public
             */
            schema_name: string;
            /**
             * Table.
             *
             * Observed (neon 2026-11-22).
             * @example customers
             */
            table_name: string;
            /**
             * Column.
             *
             * Observed (neon 2026-11-22).
             * @example email
             */
            column_name: string;
            /**
             * Function that masks the column.
             *
             * Observed (neon 2026-11-22).
             * @example anon.fake_email()
             */
            masking_function?: string;
            /**
             * Value that replaces the column's.
             *
             * Observed (neon 2026-11-22).
             * @example NULL
             */
            masking_value?: string;
        };
        /**
         * Answer to the request to count branches.
         *
         * Observed (neon 2026-11-22).
         */
        CountBranchesResponse: {
            /**
             * Number of branches.
             *
             * Observed (neon 2026-11-22).
             * @example 2
             */
            count: number;
        };
        /**
         * Answer to the request to get a branch.
         *
         * Observed (neon 2026-11-22).
         */
        GetBranchResponse: {
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: components["schemas"]["Branch"];
            /**
             * Annotation.
             *
             * Observed (neon 2026-11-22).
             */
            annotation: components["schemas"]["AnnotationData"];
        };
        /**
         * Answer to the request to update a branch.
         *
         * Observed (neon 2026-11-22).
         */
        BranchOperations: {
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: components["schemas"]["Branch"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to update a branch.
         *
         * Observed (neon 2026-11-22).
         */
        BranchUpdateRequest: {
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example dev
                 */
                name?: string;
                /**
                 * Whether it is protected.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                protected?: boolean;
                /**
                 * Format: date-time
                 *
                 * When it expires.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 2026-04-01T00:00:00Z
                 */
                expires_at?: string | null;
            };
        };
        /**
         * Body of the request to restore a branch to a historical state.
         *
         * Observed (neon 2026-11-22).
         */
        BranchRestoreRequest: {
            /**
             * Branch it comes from.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            source_branch_id: string;
            /**
             * Position in the source's write-ahead log.
             *
             * Observed (neon 2026-11-22).
             * @example 0/1F00000
             */
            source_lsn?: string;
            /**
             * Format: date-time
             *
             * Time in the source's history.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            source_timestamp?: string;
            /**
             * Name of a branch that keeps the data of before.
             *
             * Observed (neon 2026-11-22).
             * @example main_before
             */
            preserve_under_name?: string;
        };
        /**
         * Answer to the request to get a database schema.
         *
         * Observed (neon 2026-11-22).
         */
        BranchSchemaResponse: {
            /**
             * Schema as SQL.
             *
             * Observed (neon 2026-11-22).
             * @example CREATE TABLE public.orders (id integer NOT NULL);
             */
            sql?: string;
            /**
             * Schema as data.
             *
             * Observed (neon 2026-11-22).
             */
            json?: components["schemas"]["BranchSchemaJSON"];
        };
        /**
         * Schema of a database as data.
         *
         * Observed (neon 2026-11-22).
         */
        BranchSchemaJSON: {
            /**
             * Tables.
             *
             * Observed (neon 2026-11-22).
             */
            tables: {
                /**
                 * Schema.
                 *
                 * Observed (neon 2026-11-22).
                 * @example public
                 */
                schema: string;
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example orders
                 */
                name: string;
                /**
                 * Columns.
                 *
                 * Observed (neon 2026-11-22).
                 */
                columns: {
                    /**
                     * Name.
                     *
                     * Observed (neon 2026-11-22).
                     * @example id
                     */
                    name: string;
                    /**
                     * Type.
                     *
                     * Observed (neon 2026-11-22).
                     * @example integer
                     */
                    type: string;
                    /**
                     * Whether the column may be null.
                     *
                     * Observed (neon 2026-11-22).
                     * @example false
                     */
                    nullable?: boolean;
                    /**
                     * Whether the column is generated.
                     *
                     * Observed (neon 2026-11-22).
                     * @example false
                     */
                    generated?: boolean;
                }[];
                /**
                 * Constraints.
                 *
                 * Observed (neon 2026-11-22).
                 */
                constraints?: {
                    /**
                     * Type.
                     *
                     * Observed (neon 2026-11-22).
                     * @example PRIMARY KEY
                     */
                    type: string;
                    /**
                     * Columns.
                     *
                     * Observed (neon 2026-11-22).
                     * @example [
                     *       "id"
                     *     ]
                     */
                    columns: string[];
                    /**
                     * Name.
                     *
                     * Observed (neon 2026-11-22).
                     * @example orders_pkey
                     */
                    name?: string;
                    /**
                     * Table that a foreign key points to.
                     *
                     * Observed (neon 2026-11-22).
                     */
                    referenced_table?: {
                        /**
                         * Schema.
                         *
                         * Observed (neon 2026-11-22).
                         * @example public
                         */
                        schema: string;
                        /**
                         * Table.
                         *
                         * Observed (neon 2026-11-22).
                         * @example customers
                         */
                        table: string;
                        /**
                         * Columns.
                         *
                         * Observed (neon 2026-11-22).
                         * @example [
                         *       "id"
                         *     ]
                         */
                        columns: string[];
                    };
                }[];
            }[];
        };
        /**
         * Answer to the request to compare database schemas.
         *
         * Observed (neon 2026-11-22).
         */
        BranchSchemaCompareResponse: {
            /**
             * Difference between the two schemas, as text.
             *
             * Observed (neon 2026-11-22).
             * @example + CREATE TABLE public.orders
             */
            diff?: string;
        };
        /**
         * Answer to the request to get masking rules.
         *
         * Observed (neon 2026-11-22).
         */
        MaskingRulesResponse: {
            /**
             * How columns are masked.
             *
             * Observed (neon 2026-11-22).
             */
            masking_rules: components["schemas"]["MaskingRule"][];
        };
        /**
         * Body of the request to update masking rules.
         *
         * Observed (neon 2026-11-22).
         */
        MaskingRulesUpdateRequest: {
            /**
             * How columns are masked.
             *
             * Observed (neon 2026-11-22).
             */
            masking_rules: components["schemas"]["MaskingRule"][];
        };
        /**
         * Progress of an anonymization.
         *
         * Observed (neon 2026-11-22).
         */
        AnonymizedBranchStatusResponse: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * State of the anonymization.
             *
             * Observed (neon 2026-11-22).
             * @example anonymized
             */
            state: string;
            /**
             * Status in words.
             *
             * Observed (neon 2026-11-22).
             * @example Anonymization is complete.
             */
            status_message?: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
            /**
             * Format: date-time
             *
             * When it failed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:40:00Z
             */
            failed_at?: string;
            /**
             * The last run.
             *
             * Observed (neon 2026-11-22).
             */
            last_run?: components["schemas"]["AnonymizationRunMetadata"];
        };
        /**
         * One run of the anonymization.
         *
         * Observed (neon 2026-11-22).
         */
        AnonymizationRunMetadata: {
            /**
             * Format: date-time
             *
             * When it was started.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            started_at?: string;
            /**
             * Format: date-time
             *
             * When it was completed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:40:00Z
             */
            completed_at?: string;
            /**
             * Format: uuid
             *
             * User who started it.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            triggered_by?: string;
            /**
             * Name of that user.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            triggered_by_username?: string;
            /**
             * Number of masked columns.
             *
             * Observed (neon 2026-11-22).
             * @example 1
             */
            masked_columns?: number;
        };
        /**
         * Answer to the request to finalize a branch restore.
         *
         * Observed (neon 2026-11-22).
         */
        OperationsResponse: {
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to finalize a branch restore.
         *
         * Observed (neon 2026-11-22).
         */
        FinalizeBranchRestoreRequest: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example main_before
             */
            name?: string;
        };
        /**
         * Answer to the request to list databases.
         *
         * Observed (neon 2026-11-22).
         */
        DatabasesResponse: {
            /**
             * Databases.
             *
             * Observed (neon 2026-11-22).
             */
            databases: components["schemas"]["Database"][];
        };
        /**
         * Answer to the request to create a database.
         *
         * Observed (neon 2026-11-22).
         */
        DatabaseOperations: {
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             */
            database: components["schemas"]["Database"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to create a database.
         *
         * Observed (neon 2026-11-22).
         */
        DatabaseCreateRequest: {
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             */
            database: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example orders
                 */
                name: string;
                /**
                 * Role that owns the database.
                 *
                 * Observed (neon 2026-11-22).
                 * @example app
                 */
                owner_name: string;
            };
        };
        /**
         * Answer to the request to get a database.
         *
         * Observed (neon 2026-11-22).
         */
        DatabaseResponse: {
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             */
            database: components["schemas"]["Database"];
        };
        /**
         * Body of the request to update a database.
         *
         * Observed (neon 2026-11-22).
         */
        DatabaseUpdateRequest: {
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             */
            database: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example orders
                 */
                name?: string;
                /**
                 * Role that owns the database.
                 *
                 * Observed (neon 2026-11-22).
                 * @example app
                 */
                owner_name?: string;
            };
        };
        /**
         * Answer to the request to list roles.
         *
         * Observed (neon 2026-11-22).
         */
        RolesResponse: {
            /**
             * Roles.
             *
             * Observed (neon 2026-11-22).
             */
            roles: components["schemas"]["Role"][];
        };
        /**
         * Answer to the request to create a role.
         *
         * Observed (neon 2026-11-22).
         */
        RoleOperations: {
            /**
             * Role.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["Role"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to create a role.
         *
         * Observed (neon 2026-11-22).
         */
        RoleCreateRequest: {
            /**
             * Role.
             *
             * Observed (neon 2026-11-22).
             */
            role: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example app
                 */
                name: string;
                /**
                 * Whether the role may not log in.
                 *
                 * Observed (neon 2026-11-22).
                 * @example false
                 */
                no_login?: boolean;
            };
        };
        /**
         * Answer to the request to get a role.
         *
         * Observed (neon 2026-11-22).
         */
        RoleResponse: {
            /**
             * Role.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["Role"];
        };
        /**
         * Answer to the request to get a role's password.
         *
         * Observed (neon 2026-11-22).
         */
        RolePasswordResponse: {
            /**
             * Password.
             *
             * Observed (neon 2026-11-22).
             * @example example-password
             */
            password: string;
        };
        /**
         * Authentication of a branch.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthIntegration: {
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
            /**
             * Project at the provider of authentication.
             *
             * Observed (neon 2026-11-22).
             * @example auth-project-1
             */
            auth_provider_project_id: string;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * Database of the integration.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            db_name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Who owns the project of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            owned_by: components["schemas"]["NeonAuthProviderProjectOwnedBy"];
            /**
             * How far the transfer is. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            transfer_status?: components["schemas"]["NeonAuthProviderProjectTransferStatus"];
            /**
             * Address of the key set.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/.well-known/jwks.json
             */
            jwks_url: string;
            /**
             * Base address of the integration.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/branch-1
             */
            base_url?: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            name?: string;
        };
        /**
         * Provider of authentication. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example better_auth
         */
        NeonAuthSupportedAuthProvider: "mock" | "stack" | "better_auth" | (string & {});
        /**
         * Who owns the project of authentication. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example neon
         */
        NeonAuthProviderProjectOwnedBy: "user" | "neon" | (string & {});
        /**
         * How far a transfer is. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example finished
         */
        NeonAuthProviderProjectTransferStatus: "initiated" | "finished" | (string & {});
        /**
         * Answer to the request to enable managed authentication.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthCreateIntegrationResponse: {
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
            /**
             * Project at the provider of authentication.
             *
             * Observed (neon 2026-11-22).
             * @example auth-project-1
             */
            auth_provider_project_id: string;
            /**
             * Public client key.
             *
             * Observed (neon 2026-11-22).
             * @example public-client-key
             */
            pub_client_key: string;
            /**
             * Secret server key, returned at creation only.
             *
             * Observed (neon 2026-11-22).
             * @example server-secret
             */
            secret_server_key: string;
            /**
             * Address of the key set.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/.well-known/jwks.json
             */
            jwks_url: string;
            /**
             * Schema.
             *
             * Observed (neon 2026-11-22).
             * @example public
             */
            schema_name: string;
            /**
             * Table.
             *
             * Observed (neon 2026-11-22).
             * @example users_sync
             */
            table_name: string;
            /**
             * Base address of the integration.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/branch-1
             */
            base_url?: string;
        };
        /**
         * Body of the request to enable managed authentication.
         *
         * Observed (neon 2026-11-22).
         */
        EnableNeonAuthIntegrationRequest: {
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            database_name?: string;
        };
        /**
         * Body of the request to disable managed authentication.
         *
         * Observed (neon 2026-11-22).
         */
        DisableBranchAuthRequest: {
            /**
             * Whether the data is deleted too.
             *
             * Observed (neon 2026-11-22).
             * @default false
             * @example false
             */
            delete_data?: boolean;
        };
        /**
         * Answer to the request to list redirect domains.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthRedirectURIWhitelistResponse: {
            /**
             * Domains.
             *
             * Observed (neon 2026-11-22).
             */
            domains: components["schemas"]["NeonAuthRedirectURIWhitelistDomain"][];
        };
        /**
         * A trusted domain.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthRedirectURIWhitelistDomain: {
            /**
             * Trusted domain.
             *
             * Observed (neon 2026-11-22).
             * @example https://app.example.com
             */
            domain: string;
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
        };
        /**
         * Body of the request to add a redirect domain.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthAddDomainToRedirectURIWhitelistRequest: {
            /**
             * Format: uri
             *
             * Trusted domain.
             *
             * Observed (neon 2026-11-22).
             * @example https://app.example.com
             */
            domain: string;
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
        };
        /**
         * Body of the request to delete a redirect domain.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthDeleteDomainFromRedirectURIWhitelistRequest: {
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
            /**
             * Domains.
             *
             * Observed (neon 2026-11-22).
             */
            domains: components["schemas"]["NeonAuthDeleteDomainFromRedirectURIWhitelistItem"][];
        };
        /**
         * A domain to remove.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthDeleteDomainFromRedirectURIWhitelistItem: {
            /**
             * Format: uri
             *
             * Trusted domain.
             *
             * Observed (neon 2026-11-22).
             * @example https://app.example.com
             */
            domain: string;
        };
        /**
         * Answer to the request to create an auth user.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthCreateNewUserResponse: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example auth-user-1
             */
            id: string;
        };
        /**
         * Body of the request to create an auth user.
         *
         * Observed (neon 2026-11-22).
         */
        CreateBranchNeonAuthNewUserRequest: {
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name?: string;
        };
        /**
         * Answer to the request to update an auth user's role.
         *
         * Observed (neon 2026-11-22).
         */
        UpdateNeonAuthUserRoleResponse: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example auth-user-1
             */
            id: string;
        };
        /**
         * Body of the request to update an auth user's role.
         *
         * Observed (neon 2026-11-22).
         */
        UpdateNeonAuthUserRoleRequest: {
            /**
             * Roles.
             *
             * Observed (neon 2026-11-22).
             */
            roles: string[];
        };
        /**
         * Answer to the request to list OAuth providers.
         *
         * Observed (neon 2026-11-22).
         */
        ListNeonAuthOauthProvidersResponse: {
            /**
             * Providers.
             *
             * Observed (neon 2026-11-22).
             */
            providers: components["schemas"]["NeonAuthOauthProvider"][];
        };
        /**
         * An OAuth provider.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthOauthProvider: {
            /**
             * Identifier. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            id: components["schemas"]["NeonAuthOauthProviderId"];
            /**
             * Type. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            type: components["schemas"]["NeonAuthOauthProviderType"];
            /**
             * Client identifier at the OAuth provider.
             *
             * Observed (neon 2026-11-22).
             * @example client-1
             */
            client_id?: string;
            /**
             * Client secret at the OAuth provider.
             *
             * Observed (neon 2026-11-22).
             * @example client-secret
             */
            client_secret?: string;
        };
        /**
         * Identifier of an OAuth provider. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example google
         */
        NeonAuthOauthProviderId: "google" | "github" | "microsoft" | "vercel" | (string & {});
        /**
         * Whose client the OAuth provider knows. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example standard
         */
        NeonAuthOauthProviderType: "standard" | "shared" | (string & {});
        /**
         * Body of the request to add an OAuth provider.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthAddOAuthProviderRequest: {
            /**
             * Identifier. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            id: components["schemas"]["NeonAuthOauthProviderId"];
            /**
             * Client identifier at the OAuth provider.
             *
             * Observed (neon 2026-11-22).
             * @example client-1
             */
            client_id?: string;
            /**
             * Client secret at the OAuth provider.
             *
             * Observed (neon 2026-11-22).
             * @example client-secret
             */
            client_secret?: string;
            /**
             * Tenant at Microsoft.
             *
             * Observed (neon 2026-11-22).
             * @example tenant-1
             */
            microsoft_tenant_id?: string;
        };
        /**
         * Body of the request to update an OAuth provider.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthUpdateOAuthProviderRequest: {
            /**
             * Client identifier at the OAuth provider.
             *
             * Observed (neon 2026-11-22).
             * @example client-1
             */
            client_id?: string;
            /**
             * Client secret at the OAuth provider.
             *
             * Observed (neon 2026-11-22).
             * @example client-secret
             */
            client_secret?: string;
            /**
             * Tenant at Microsoft.
             *
             * Observed (neon 2026-11-22).
             * @example tenant-1
             */
            microsoft_tenant_id?: string;
        };
        /**
         * Answer to the request to send a test email.
         *
         * Observed (neon 2026-11-22).
         */
        SendNeonAuthTestEmailResponse: {
            /**
             * Whether the message was sent.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            success: boolean;
            /**
             * What went wrong.
             *
             * Observed (neon 2026-11-22).
             * @example connection refused
             */
            error_message?: string;
        };
        /**
         * Body of the request to send a test email.
         *
         * Observed (neon 2026-11-22).
         */
        SendNeonAuthTestEmailRequest: {
            /**
             * Host name.
             *
             * Observed (neon 2026-11-22).
             * @example ep-1.region-1.example.com
             */
            host: string;
            /**
             * Port.
             *
             * Observed (neon 2026-11-22).
             * @example 587
             */
            port: number;
            /**
             * User name.
             *
             * Observed (neon 2026-11-22).
             * @example mailer
             */
            username: string;
            /**
             * Password.
             *
             * Observed (neon 2026-11-22).
             * @example example-password
             */
            password: string;
            /**
             * Email address of the sender.
             *
             * Observed (neon 2026-11-22).
             * @example no-reply@example.com
             */
            sender_email: string;
            /**
             * Name of the sender.
             *
             * Observed (neon 2026-11-22).
             * @example Orders
             */
            sender_name: string;
            /**
             * Email address that receives the message.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            recipient_email: string;
        };
        /**
         * Settings of sign-in with email and password.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthEmailAndPasswordConfig: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * How an email address is verified. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            email_verification_method: components["schemas"]["NeonAuthEmailVerificationMethod"];
            /**
             * Whether an email address must be verified.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            require_email_verification: boolean;
            /**
             * Whether a verified user is signed in.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            auto_sign_in_after_verification: boolean;
            /**
             * Whether signing up sends a verification email.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            send_verification_email_on_sign_up: boolean;
            /**
             * Whether signing in sends a verification email.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            send_verification_email_on_sign_in: boolean;
            /**
             * Whether new users are refused.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            disable_sign_up: boolean;
        };
        /**
         * How an email address is verified. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example link
         */
        NeonAuthEmailVerificationMethod: "link" | "otp" | (string & {});
        /**
         * Body of the request to update the email and password configuration.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthEmailAndPasswordConfigUpdate: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled?: boolean;
            /**
             * How an email address is verified. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            email_verification_method?: components["schemas"]["NeonAuthEmailVerificationMethod"];
            /**
             * Whether an email address must be verified.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            require_email_verification?: boolean;
            /**
             * Whether a verified user is signed in.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            auto_sign_in_after_verification?: boolean;
            /**
             * Whether signing up sends a verification email.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            send_verification_email_on_sign_up?: boolean;
            /**
             * Whether signing in sends a verification email.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            send_verification_email_on_sign_in?: boolean;
            /**
             * Whether new users are refused.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            disable_sign_up?: boolean;
        };
        /**
         * Mail server: `standard` is the caller's, `shared` the provider's.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthEmailServer: {
            /**
             * Type. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example standard
             */
            type: "standard" | "shared" | (string & {});
            /**
             * Host name.
             *
             * Observed (neon 2026-11-22).
             * @example ep-1.region-1.example.com
             */
            host?: string;
            /**
             * Port.
             *
             * Observed (neon 2026-11-22).
             * @example 587
             */
            port?: number;
            /**
             * User name.
             *
             * Observed (neon 2026-11-22).
             * @example mailer
             */
            username?: string;
            /**
             * Password.
             *
             * Observed (neon 2026-11-22).
             * @example example-password
             */
            password?: string;
            /**
             * Email address of the sender.
             *
             * Observed (neon 2026-11-22).
             * @example no-reply@example.com
             */
            sender_email?: string;
            /**
             * Name of the sender.
             *
             * Observed (neon 2026-11-22).
             * @example Orders
             */
            sender_name?: string;
        };
        /**
         * Answer to the request to get the localhost setting.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthAllowLocalhostResponse: {
            /**
             * Whether requests from localhost are trusted.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            allow_localhost: boolean;
        };
        /**
         * Body of the request to update the localhost setting.
         *
         * Observed (neon 2026-11-22).
         */
        UpdateNeonAuthAllowLocalhostRequest: {
            /**
             * Whether requests from localhost are trusted.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            allow_localhost: boolean;
        };
        /**
         * Settings of all plugins.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthPluginConfigs: {
            /**
             * Settings of organizations.
             *
             * Observed (neon 2026-11-22).
             */
            organization?: components["schemas"]["NeonAuthOrganizationConfig"];
            /**
             * Settings of sign-in with a link.
             *
             * Observed (neon 2026-11-22).
             */
            magic_link?: components["schemas"]["NeonAuthMagicLinkConfig"];
            /**
             * Settings of sign-in with a phone number.
             *
             * Observed (neon 2026-11-22).
             */
            phone_number?: components["schemas"]["NeonAuthPhoneNumberConfig"];
            /**
             * Mail server.
             *
             * Observed (neon 2026-11-22).
             */
            email_provider?: components["schemas"]["NeonAuthEmailServer"];
            /**
             * Settings of sign-in with email and password.
             *
             * Observed (neon 2026-11-22).
             */
            email_and_password?: components["schemas"]["NeonAuthEmailAndPasswordConfig"];
            /**
             * OAuth providers.
             *
             * Observed (neon 2026-11-22).
             */
            oauth_providers?: components["schemas"]["NeonAuthOauthProvider"][];
            /**
             * Whether requests from localhost are trusted.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            allow_localhost?: boolean;
        };
        /**
         * Settings of organizations.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthOrganizationConfig: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * Limit of organizations.
             *
             * Observed (neon 2026-11-22).
             * @example 10
             */
            organization_limit: number;
            /**
             * Limit of members.
             *
             * Observed (neon 2026-11-22).
             * @example 100
             */
            membership_limit: number;
            /**
             * Role of the user who creates an organization. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example owner
             */
            creator_role: "admin" | "owner" | (string & {});
            /**
             * Whether an invitation is sent by email.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            send_invitation_email: boolean;
        };
        /**
         * Settings of sign-in with a link.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthMagicLinkConfig: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * Minutes until the link expires.
             *
             * Observed (neon 2026-11-22).
             * @example 5
             */
            expires_in: number;
            /**
             * Whether new users are refused.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            disable_sign_up: boolean;
        };
        /**
         * Settings of sign-in with a phone number.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthPhoneNumberConfig: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * Seconds until the code expires.
             *
             * Observed (neon 2026-11-22).
             * @example 300
             */
            otp_expires_in?: number;
        };
        /**
         * Body of the request to update the organization plugin.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthOrganizationConfigUpdate: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled?: boolean;
            /**
             * Limit of organizations.
             *
             * Observed (neon 2026-11-22).
             * @example 10
             */
            organization_limit?: number;
            /**
             * Limit of members.
             *
             * Observed (neon 2026-11-22).
             * @example 100
             */
            membership_limit?: number;
            /**
             * Role of the user who creates an organization. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example owner
             */
            creator_role?: "admin" | "owner" | (string & {});
            /**
             * Whether an invitation is sent by email.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            send_invitation_email?: boolean;
        };
        /**
         * Answer to the request to update the auth configuration.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthConfigResponse: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Orders
             */
            name: string;
        };
        /**
         * Body of the request to update the auth configuration.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthConfigUpdate: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Orders
             */
            name: string;
        };
        /**
         * Body of the request to update the magic link plugin.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthMagicLinkConfigUpdate: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled?: boolean;
            /**
             * Minutes until the link expires.
             *
             * Observed (neon 2026-11-22).
             * @example 5
             */
            expires_in?: number;
            /**
             * Whether new users are refused.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            disable_sign_up?: boolean;
        };
        /**
         * Body of the request to update the phone number plugin.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthPhoneNumberConfigUpdate: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled?: boolean;
            /**
             * Seconds until the code expires.
             *
             * Observed (neon 2026-11-22).
             * @example 300
             */
            otp_expires_in?: number;
        };
        /**
         * Settings of webhooks.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthWebhookConfig: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * Address that receives the events.
             *
             * Observed (neon 2026-11-22).
             * @example https://app.example.com/hooks
             */
            webhook_url?: string;
            /**
             * Events that are sent.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "user.created"
             *     ]
             */
            enabled_events?: (("user.before_create" | "user.created" | "send.otp" | "send.magic_link" | "organization.invitation.created" | "organization.invitation.accepted" | "phone_number.verified") | string)[];
            /**
             * Seconds until a delivery is given up.
             *
             * Observed (neon 2026-11-22).
             * @example 5
             */
            timeout_seconds?: number;
        };
        /**
         * Body of the request to create an auth integration.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthCreateIntegrationRequest: {
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * Database.
             *
             * Observed (neon 2026-11-22).
             * @example orders
             */
            database_name?: string;
            /**
             * Role.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example app
             */
            role_name?: string;
        };
        /**
         * Body of the request to create auth provider SDK keys.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthCreateAuthProviderSDKKeysRequest: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
        };
        /**
         * Body of the request to create an auth user.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthCreateNewUserRequest: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name?: string;
        };
        /**
         * Answer to the request to take over a managed auth project.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthTransferAuthProviderProjectResponse: {
            /**
             * Address that completes the transfer.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/transfer/auth-project-1
             */
            url: string;
        };
        /**
         * Body of the request to take over a managed auth project.
         *
         * Observed (neon 2026-11-22).
         */
        NeonAuthTransferAuthProviderProjectRequest: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            auth_provider: components["schemas"]["NeonAuthSupportedAuthProvider"];
        };
        /**
         * Answer to the request to list auth integrations.
         *
         * Observed (neon 2026-11-22).
         */
        ListNeonAuthIntegrationsResponse: {
            /**
             * Integrations.
             *
             * Observed (neon 2026-11-22).
             */
            data: components["schemas"]["NeonAuthIntegration"][];
        };
        /**
         * Body of the request to delete an auth integration.
         *
         * Observed (neon 2026-11-22).
         */
        DeleteLegacyAuthIntegrationRequest: {
            /**
             * Whether the data is deleted too.
             *
             * Observed (neon 2026-11-22).
             * @default false
             * @example false
             */
            delete_data?: boolean;
        };
        /**
         * An organization.
         *
         * Observed (neon 2026-11-22).
         */
        Organization: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Example
             */
            name: string;
            /**
             * Short name of the organization.
             *
             * Observed (neon 2026-11-22).
             * @example example
             */
            handle: string;
            /**
             * Plan.
             *
             * Observed (neon 2026-11-22).
             * @example launch_v3
             */
            plan: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Who manages the organization.
             *
             * Observed (neon 2026-11-22).
             * @example console
             */
            managed_by: string;
            /**
             * Format: date-time
             *
             * When it was last changed.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            updated_at: string;
            /**
             * Whether projects of the organization may enable HIPAA.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            allow_hipaa_projects?: boolean;
            /**
             * Whether members need a second factor.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            require_mfa?: boolean;
        };
        /**
         * A key of an organization without its secret.
         *
         * Observed (neon 2026-11-22).
         */
        OrgApiKeysListResponseItem: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 101
             */
            id: number;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * User who created it.
             *
             * Observed (neon 2026-11-22).
             */
            created_by: components["schemas"]["ApiKeyCreatorData"];
            /**
             * Format: date-time
             *
             * When it was last used.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_used_at?: string | null;
            /**
             * Address it was last used from.
             *
             * Observed (neon 2026-11-22).
             * @example 203.0.113.7
             */
            last_used_from_addr: string;
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id?: string;
        };
        /**
         * Creator of a key.
         *
         * Observed (neon 2026-11-22).
         */
        ApiKeyCreatorData: {
            /**
             * Format: uuid
             *
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name: string;
            /**
             * Address of an image.
             *
             * Observed (neon 2026-11-22).
             * @example https://images.example.com/ada.png
             */
            image: string;
        };
        /**
         * Answer to the request to revoke an organization's API key.
         *
         * Observed (neon 2026-11-22).
         */
        OrgApiKeyRevokeResponse: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 101
             */
            id: number;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: uuid
             *
             * User who created it.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            created_by: string;
            /**
             * Format: date-time
             *
             * When it was last used.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_used_at?: string | null;
            /**
             * Address it was last used from.
             *
             * Observed (neon 2026-11-22).
             * @example 203.0.113.7
             */
            last_used_from_addr: string;
            /**
             * Whether the key is revoked.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            revoked: boolean;
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id?: string;
        };
        /**
         * Answer to the request to get the spending limit.
         *
         * Observed (neon 2026-11-22).
         */
        SpendingLimitResponse: {
            /**
             * Spending limit, in cents.
             *
             * Observed (neon 2026-11-22).
             * @example 10000
             */
            spending_limit_cents: number | null;
        };
        /**
         * Body of the request to set the spending limit.
         *
         * Observed (neon 2026-11-22).
         */
        SpendingLimitUpdateRequest: {
            /**
             * Spending limit, in cents.
             *
             * Observed (neon 2026-11-22).
             * @example 10000
             */
            spending_limit_cents: number;
        };
        /**
         * An object without fields.
         *
         * Observed (neon 2026-11-22).
         */
        EmptyResponse: {
            [key: string]: unknown;
        };
        /**
         * Answer to the request to list members.
         *
         * Observed (neon 2026-11-22).
         */
        ListOrganizationMembersResponse: {
            /**
             * Members.
             *
             * Observed (neon 2026-11-22).
             */
            members: components["schemas"]["MemberWithUser"][];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["CursorPagination"];
        };
        /**
         * A member and the user behind it.
         *
         * Observed (neon 2026-11-22).
         */
        MemberWithUser: {
            /**
             * Member.
             *
             * Observed (neon 2026-11-22).
             */
            member: components["schemas"]["Member"];
            /**
             * User.
             *
             * Observed (neon 2026-11-22).
             */
            user: components["schemas"]["MemberUserInfo"];
        };
        /**
         * A member of an organization.
         *
         * Observed (neon 2026-11-22).
         */
        Member: {
            /**
             * Format: uuid
             *
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000c1
             */
            id: string;
            /**
             * Format: uuid
             *
             * User identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            user_id: string;
            /**
             * Organization identifier.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            org_id: string;
            /**
             * Role. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["MemberRole"];
            /**
             * Format: date-time
             *
             * When the member joined.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            joined_at?: string;
        };
        /**
         * Role in an organization. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example member
         */
        MemberRole: "admin" | "member" | "editor" | "viewer" | "collaborator" | (string & {});
        /**
         * User behind a member.
         *
         * Observed (neon 2026-11-22).
         */
        MemberUserInfo: {
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Whether the user has a second factor.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            has_mfa?: boolean;
            /**
             * Format: date-time
             *
             * When the user was deactivated.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            deactivated_at?: string;
        };
        /**
         * Body of the request to update a member's role.
         *
         * Observed (neon 2026-11-22).
         */
        OrganizationMemberUpdateRequest: {
            /**
             * Role. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["MemberRole"];
        };
        /**
         * Answer to the request to list invitations.
         *
         * Observed (neon 2026-11-22).
         */
        OrganizationInvitationsResponse: {
            /**
             * Invitations.
             *
             * Observed (neon 2026-11-22).
             */
            invitations: components["schemas"]["Invitation"][];
        };
        /**
         * An invitation to an organization.
         *
         * Observed (neon 2026-11-22).
         */
        Invitation: {
            /**
             * Format: uuid
             *
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000d1
             */
            id: string;
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Organization identifier.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            org_id: string;
            /**
             * Format: uuid
             *
             * User who sent the invitation.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            invited_by: string;
            /**
             * Format: date-time
             *
             * When the invitation was sent.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            invited_at: string;
            /**
             * Role. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["MemberRole"];
        };
        /**
         * Body of the request to create invitations.
         *
         * Observed (neon 2026-11-22).
         */
        OrganizationInvitesCreateRequest: {
            /**
             * Invitations.
             *
             * Observed (neon 2026-11-22).
             */
            invitations: components["schemas"]["OrganizationInviteCreateRequest"][];
        };
        /**
         * An invitation to send.
         *
         * Observed (neon 2026-11-22).
         */
        OrganizationInviteCreateRequest: {
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Role. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            role: components["schemas"]["MemberRole"];
        };
        /**
         * Limits that the transfer would exceed.
         *
         * Observed (neon 2026-11-22).
         */
        LimitsUnsatisfiedResponse: {
            /**
             * Limits.
             *
             * Observed (neon 2026-11-22).
             */
            limits: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example projects
                 */
                name: string;
                /**
                 * Value that is needed.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 10
                 */
                expected: string;
                /**
                 * Present value.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 3
                 */
                actual: string;
            }[];
        };
        /**
         * Projects whose integrations prevent the transfer.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectsWithIntegrationResponse: {
            /**
             * Projects.
             *
             * Observed (neon 2026-11-22).
             */
            projects: {
                /**
                 * Identifier.
                 *
                 * Observed (neon 2026-11-22).
                 * @example project-1
                 */
                id: string;
                /**
                 * Name of the integration.
                 *
                 * Observed (neon 2026-11-22).
                 * @example github
                 */
                integration: string;
            }[];
        };
        /**
         * Body of the request to transfer projects between organizations.
         *
         * Observed (neon 2026-11-22).
         */
        TransferProjectsToOrganizationRequest: {
            /**
             * Organization that receives the projects.
             *
             * Observed (neon 2026-11-22).
             * @example org-2
             */
            destination_org_id: string;
            /**
             * Projects to move.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "project-1"
             *     ]
             */
            project_ids: string[];
        };
        /**
         * Answer to the request to list VPC endpoints of all regions.
         *
         * Observed (neon 2026-11-22).
         */
        VPCEndpointsWithRegionResponse: {
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints: components["schemas"]["VPCEndpointWithRegion"][];
        };
        /**
         * A VPC endpoint and its region.
         *
         * Observed (neon 2026-11-22).
         */
        VPCEndpointWithRegion: {
            /**
             * VPC endpoint identifier.
             *
             * Observed (neon 2026-11-22).
             * @example vpc-endpoint-1
             */
            vpc_endpoint_id: string;
            /**
             * Label.
             *
             * Observed (neon 2026-11-22).
             * @example production
             */
            label: string;
            /**
             * Region identifier.
             *
             * Observed (neon 2026-11-22).
             * @example region-1
             */
            region_id: string;
        };
        /**
         * A VPC endpoint in detail.
         *
         * Observed (neon 2026-11-22).
         */
        VPCEndpointDetails: {
            /**
             * VPC endpoint identifier.
             *
             * Observed (neon 2026-11-22).
             * @example vpc-endpoint-1
             */
            vpc_endpoint_id: string;
            /**
             * Label.
             *
             * Observed (neon 2026-11-22).
             * @example production
             */
            label: string;
            /**
             * State of the VPC endpoint.
             *
             * Observed (neon 2026-11-22).
             * @example accepted
             */
            state: string;
            /**
             * Number of projects restricted to it.
             *
             * Observed (neon 2026-11-22).
             * @example 1
             */
            num_restricted_projects: number;
            /**
             * Some of the projects restricted to it.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "project-1"
             *     ]
             */
            example_restricted_projects: string[];
        };
        /**
         * A key without its secret.
         *
         * Observed (neon 2026-11-22).
         */
        ApiKeysListResponseItem: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 101
             */
            id: number;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * User who created it.
             *
             * Observed (neon 2026-11-22).
             */
            created_by: components["schemas"]["ApiKeyCreatorData"];
            /**
             * Format: date-time
             *
             * When it was last used.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_used_at?: string | null;
            /**
             * Address it was last used from.
             *
             * Observed (neon 2026-11-22).
             * @example 203.0.113.7
             */
            last_used_from_addr: string;
        };
        /**
         * A new key with its secret.
         *
         * Observed (neon 2026-11-22).
         */
        ApiKeyCreateResponse: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 101
             */
            id: number;
            /**
             * The secret, returned at creation only.
             *
             * Observed (neon 2026-11-22).
             * @example example-api-key
             */
            key: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: uuid
             *
             * User who created it.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            created_by: string;
        };
        /**
         * Body of the request to create a personal API key.
         *
         * Observed (neon 2026-11-22).
         */
        ApiKeyCreateRequest: {
            /**
             * Name of the key.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            key_name: string;
        };
        /**
         * A revoked key.
         *
         * Observed (neon 2026-11-22).
         */
        ApiKeyRevokeResponse: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 101
             */
            id: number;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: uuid
             *
             * User who created it.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000a1
             */
            created_by: string;
            /**
             * Format: date-time
             *
             * When it was last used.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_used_at?: string | null;
            /**
             * Address it was last used from.
             *
             * Observed (neon 2026-11-22).
             * @example 203.0.113.7
             */
            last_used_from_addr: string;
            /**
             * Whether the key is revoked.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            revoked: boolean;
        };
        /**
         * Answer to the request to get the current user.
         *
         * Observed (neon 2026-11-22).
         */
        CurrentUserInfoResponse: {
            /**
             * Limit of the time computes may be active, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 360000
             */
            active_seconds_limit: number;
            /**
             * Billing account.
             *
             * Observed (neon 2026-11-22).
             */
            billing_account?: components["schemas"]["BillingAccount"];
            /**
             * Accounts the user signs in with.
             *
             * Observed (neon 2026-11-22).
             */
            auth_accounts: components["schemas"]["CurrentUserAuthAccount"][];
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example user-1
             */
            id: string;
            /**
             * Address of an image.
             *
             * Observed (neon 2026-11-22).
             * @example https://images.example.com/ada.png
             */
            image: string;
            /**
             * Login name.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example ada
             */
            login: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name: string;
            /**
             * Family name.
             *
             * Observed (neon 2026-11-22).
             * @example Lovelace
             */
            last_name: string;
            /**
             * Limit of projects.
             *
             * Observed (neon 2026-11-22).
             * @example 10
             */
            projects_limit: number;
            /**
             * Limit of branches.
             *
             * Observed (neon 2026-11-22).
             * @example 10
             */
            branches_limit: number;
            /**
             * Largest size a compute may scale to, in compute units.
             *
             * Observed (neon 2026-11-22).
             * @example 8
             */
            max_autoscaling_limit: number;
            /**
             * Limit of compute time, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 360000
             */
            compute_seconds_limit?: number;
            /**
             * Plan.
             *
             * Observed (neon 2026-11-22).
             * @example launch_v3
             */
            plan: string;
        };
        /**
         * Billing account of a user.
         *
         * Observed (neon 2026-11-22).
         */
        BillingAccount: {
            /**
             * State. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            state: components["schemas"]["BillingAccountState"];
            /**
             * Where payments come from.
             *
             * Observed (neon 2026-11-22).
             */
            payment_source: components["schemas"]["PaymentSource"];
            /**
             * Kind of subscription. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            subscription_type: components["schemas"]["BillingSubscriptionType"];
            /**
             * How it is paid. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            payment_method: components["schemas"]["BillingPaymentMethod"];
            /**
             * Format: date-time
             *
             * When the quota last began anew.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T00:00:00Z
             */
            quota_reset_at_last: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * City of the billing address.
             *
             * Observed (neon 2026-11-22).
             * @example London
             */
            address_city: string;
            /**
             * Country of the billing address.
             *
             * Observed (neon 2026-11-22).
             * @example GB
             */
            address_country: string;
            /**
             * Name of that country.
             *
             * Observed (neon 2026-11-22).
             * @example United Kingdom
             */
            address_country_name?: string;
            /**
             * First line of the billing address.
             *
             * Observed (neon 2026-11-22).
             * @example 1 Example Street
             */
            address_line1: string;
            /**
             * Second line of the billing address.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            address_line2: string;
            /**
             * Postal code of the billing address.
             *
             * Observed (neon 2026-11-22).
             * @example N1 1AA
             */
            address_postal_code: string;
            /**
             * State of the billing address.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            address_state: string;
            /**
             * Address of the billing portal.
             *
             * Observed (neon 2026-11-22).
             * @example https://billing.example.com/org-1
             */
            orb_portal_url?: string;
            /**
             * Tax number.
             *
             * Observed (neon 2026-11-22).
             * @example GB123456789
             */
            tax_id?: string;
            /**
             * Kind of tax number.
             *
             * Observed (neon 2026-11-22).
             * @example gb_vat
             */
            tax_id_type?: string;
            /**
             * Plan in detail.
             *
             * Observed (neon 2026-11-22).
             */
            plan_details?: components["schemas"]["PlanDetails"];
            /**
             * Spending limit, in cents.
             *
             * Observed (neon 2026-11-22).
             * @example 10000
             */
            spending_limit_cents?: number | null;
        };
        /**
         * State of a billing account. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example active
         */
        BillingAccountState: "UNKNOWN" | "active" | "suspended" | "deactivated" | "deleted" | (string & {});
        /**
         * Where payments come from.
         *
         * Observed (neon 2026-11-22).
         */
        PaymentSource: {
            /**
             * Type.
             *
             * Observed (neon 2026-11-22).
             * @example card
             */
            type: string;
            /**
             * Bank card.
             *
             * Observed (neon 2026-11-22).
             */
            card?: components["schemas"]["PaymentSourceBankCard"];
        };
        /**
         * A bank card.
         *
         * Observed (neon 2026-11-22).
         */
        PaymentSourceBankCard: {
            /**
             * Last four digits of the card.
             *
             * Observed (neon 2026-11-22).
             * @example 4242
             */
            last4: string;
            /**
             * Brand of the card. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example visa
             */
            brand?: "amex" | "diners" | "discover" | "jcb" | "mastercard" | "unionpay" | "unknown" | "visa" | (string & {});
            /**
             * Month in which the card expires.
             *
             * Observed (neon 2026-11-22).
             * @example 12
             */
            exp_month?: number;
            /**
             * Year in which the card expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2028
             */
            exp_year?: number;
        };
        /**
         * Way of payment. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example stripe
         */
        BillingPaymentMethod: "UNKNOWN" | "none" | "stripe" | "direct_payment" | "aws_mp" | "azure_mp" | "vercel_mp" | "staff" | "trial" | "sponsorship" | "shared_payment_token" | (string & {});
        /**
         * A plan.
         *
         * Observed (neon 2026-11-22).
         */
        PlanDetails: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example launch
             */
            name: string;
            /**
             * Version.
             *
             * Observed (neon 2026-11-22).
             */
            version?: components["schemas"]["PlanVersion"];
        };
        /**
         * Version of a plan.
         *
         * Observed (neon 2026-11-22).
         */
        PlanVersion: {
            /**
             * Major version.
             *
             * Observed (neon 2026-11-22).
             * @example 3
             */
            major: number;
            /**
             * Minor version.
             *
             * Observed (neon 2026-11-22).
             * @example 0
             */
            minor: number;
        };
        /**
         * An account the user signs in with.
         *
         * Observed (neon 2026-11-22).
         */
        CurrentUserAuthAccount: {
            /**
             * Format: email
             *
             * Email address.
             *
             * Observed (neon 2026-11-22).
             * @example ada@example.com
             */
            email: string;
            /**
             * Address of an image.
             *
             * Observed (neon 2026-11-22).
             * @example https://images.example.com/ada.png
             */
            image: string;
            /**
             * Login name.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example ada
             */
            login: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Ada
             */
            name: string;
            /**
             * Identity provider. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            provider: components["schemas"]["IdentityProviderId"];
        };
        /**
         * An identity provider. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example github
         */
        IdentityProviderId: "github" | "google" | "hasura" | "microsoft" | "microsoftv2" | "vercelmp" | "keycloak" | (string & {});
        /**
         * Answer to the request to list the current user's organizations.
         *
         * Observed (neon 2026-11-22).
         */
        OrganizationsResponse: {
            /**
             * Organizations.
             *
             * Observed (neon 2026-11-22).
             */
            organizations: components["schemas"]["Organization"][];
        };
        /**
         * Answer to the request to get authentication details.
         *
         * Observed (neon 2026-11-22).
         */
        AuthDetailsResponse: {
            /**
             * Account or organization the key belongs to.
             *
             * Observed (neon 2026-11-22).
             * @example org-1
             */
            account_id: string;
            /**
             * How the request was authenticated. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example api_key_user
             */
            auth_method: "keycloak" | "session_cookie" | "api_key_user" | "api_key_org" | "oauth" | (string & {});
            /**
             * Identity behind the key.
             *
             * Observed (neon 2026-11-22).
             * @example user-1
             */
            auth_data?: string;
        };
        /**
         * Regions.
         *
         * Observed (neon 2026-11-22).
         */
        ActiveRegionsResponse: {
            /**
             * Regions.
             *
             * Observed (neon 2026-11-22).
             */
            regions: components["schemas"]["RegionResponse"][];
        };
        /**
         * A region.
         *
         * Observed (neon 2026-11-22).
         */
        RegionResponse: {
            /**
             * Region identifier.
             *
             * Observed (neon 2026-11-22).
             * @example region-1
             */
            region_id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example Region 1
             */
            name: string;
            /**
             * Whether it is the default.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            default: boolean;
            /**
             * Latitude.
             *
             * Observed (neon 2026-11-22).
             * @example 39.96
             */
            geo_lat: string;
            /**
             * Longitude.
             *
             * Observed (neon 2026-11-22).
             * @example -83.00
             */
            geo_long: string;
        };
        /**
         * Length of a time frame. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example daily
         */
        ConsumptionHistoryGranularity: "hourly" | "daily" | "monthly" | (string & {});
        /**
         * Names of metrics.
         *
         * Observed (neon 2026-11-22).
         * @example [
         *       "compute_time_seconds"
         *     ]
         */
        ConsumptionHistoryQueryMetrics: string[];
        /**
         * Answer to the request to list project consumption (legacy plans).
         *
         * Observed (neon 2026-11-22).
         */
        ListLegacyProjectConsumptionResponse: {
            /**
             * Projects.
             *
             * Observed (neon 2026-11-22).
             */
            projects: components["schemas"]["ConsumptionHistoryPerProject"][];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["Pagination"];
        };
        /**
         * Consumption of a project.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerProject: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Billing periods.
             *
             * Observed (neon 2026-11-22).
             */
            periods: components["schemas"]["ConsumptionHistoryPerPeriod"][];
        };
        /**
         * Consumption in a billing period.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerPeriod: {
            /**
             * Format: uuid
             *
             * Period identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000b1
             */
            period_id: string;
            /**
             * Plan during the period.
             *
             * Observed (neon 2026-11-22).
             * @example launch_v3
             */
            period_plan: string;
            /**
             * Format: date-time
             *
             * Beginning of the period.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T00:00:00Z
             */
            period_start: string;
            /**
             * Format: date-time
             *
             * End of the period.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            period_end?: string;
            /**
             * Time frames.
             *
             * Observed (neon 2026-11-22).
             */
            consumption: components["schemas"]["ConsumptionHistoryPerTimeframe"][];
        };
        /**
         * Consumption in a time frame.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerTimeframe: {
            /**
             * Format: date-time
             *
             * Beginning of the time frame.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T00:00:00Z
             */
            timeframe_start: string;
            /**
             * Format: date-time
             *
             * End of the time frame.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-02T00:00:00Z
             */
            timeframe_end: string;
            /**
             * Time the computes were active, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            active_time_seconds: number;
            /**
             * Compute time used, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            compute_time_seconds: number;
            /**
             * Data written, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            written_data_bytes: number;
            /**
             * Synthetic size of the storage, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @deprecated
             * @example 33554432
             */
            synthetic_storage_size_bytes: number;
            /**
             * Storage used, in byte hours.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            data_storage_bytes_hour?: number;
            /**
             * Logical size, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            logical_size_bytes?: number;
            /**
             * Logical size over time, in byte hours.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            logical_size_bytes_hour?: number;
        };
        /**
         * Answer to the request to list project consumption.
         *
         * Observed (neon 2026-11-22).
         */
        ListProjectConsumptionResponse: {
            /**
             * Projects.
             *
             * Observed (neon 2026-11-22).
             */
            projects: components["schemas"]["ConsumptionHistoryPerProjectV2"][];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["Pagination"];
        };
        /**
         * Consumption of a project.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerProjectV2: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Billing periods.
             *
             * Observed (neon 2026-11-22).
             */
            periods: components["schemas"]["ConsumptionHistoryPerPeriodV2"][];
        };
        /**
         * Consumption in a billing period.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerPeriodV2: {
            /**
             * Format: uuid
             *
             * Period identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 00000000-0000-4000-8000-0000000000b1
             */
            period_id: string;
            /**
             * Plan during the period.
             *
             * Observed (neon 2026-11-22).
             * @example launch_v3
             */
            period_plan: string;
            /**
             * Format: date-time
             *
             * Beginning of the period.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T00:00:00Z
             */
            period_start: string;
            /**
             * Format: date-time
             *
             * End of the period.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            period_end?: string;
            /**
             * Time frames.
             *
             * Observed (neon 2026-11-22).
             */
            consumption: components["schemas"]["ConsumptionHistoryPerTimeframeV2"][];
        };
        /**
         * Consumption in a time frame.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerTimeframeV2: {
            /**
             * Format: date-time
             *
             * Beginning of the time frame.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T00:00:00Z
             */
            timeframe_start?: string;
            /**
             * Format: date-time
             *
             * End of the time frame.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-02T00:00:00Z
             */
            timeframe_end?: string;
            /**
             * Values of the metrics.
             *
             * Observed (neon 2026-11-22).
             */
            metrics?: components["schemas"]["ConsumptionMetricValue"][];
        };
        /**
         * Value of one metric.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionMetricValue: {
            /**
             * Name of the metric.
             *
             * Observed (neon 2026-11-22).
             * @example compute_time_seconds
             */
            metric_name: string;
            /**
             * Value.
             *
             * Observed (neon 2026-11-22).
             * @example 1820
             */
            value: number;
        };
        /**
         * Answer to the request to list branch consumption.
         *
         * Observed (neon 2026-11-22).
         */
        ListBranchConsumptionResponse: {
            /**
             * Branches.
             *
             * Observed (neon 2026-11-22).
             */
            branches: components["schemas"]["ConsumptionHistoryPerBranchV2"][];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["Pagination"];
        };
        /**
         * Consumption of a branch.
         *
         * Observed (neon 2026-11-22).
         */
        ConsumptionHistoryPerBranchV2: {
            /**
             * Project identifier.
             *
             * Observed (neon 2026-11-22).
             * @example project-1
             */
            project_id: string;
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * Billing periods.
             *
             * Observed (neon 2026-11-22).
             */
            periods: components["schemas"]["ConsumptionHistoryPerPeriodV2"][];
        };
        /**
         * Answer to the request to create a snapshot.
         *
         * Observed (neon 2026-11-22).
         */
        CreateSnapshotResponse: {
            /**
             * Snapshot.
             *
             * Observed (neon 2026-11-22).
             */
            snapshot: components["schemas"]["Snapshot"];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * A snapshot.
         *
         * Observed (neon 2026-11-22).
         */
        Snapshot: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example snapshot-1
             */
            id: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example before launch
             */
            name: string;
            /**
             * Position in the write-ahead log.
             *
             * Observed (neon 2026-11-22).
             * @example 0/1F00000
             */
            lsn?: string;
            /**
             * Time in the branch's history.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            timestamp?: string;
            /**
             * Branch it comes from.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            source_branch_id?: string;
            /**
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * When it expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            expires_at?: string;
            /**
             * Whether a person took the snapshot.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            manual?: boolean;
            /**
             * Size of the snapshot, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 33554432
             */
            full_size?: number;
            /**
             * Size of what changed since the snapshot before, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 4096
             */
            diff_size?: number;
            /**
             * Short name of the snapshot.
             *
             * Observed (neon 2026-11-22).
             * @example before-launch
             */
            slug?: string;
        };
        /**
         * Answer to the request to list snapshots.
         *
         * Observed (neon 2026-11-22).
         */
        ListSnapshotsResponse: {
            /**
             * Snapshots.
             *
             * Observed (neon 2026-11-22).
             */
            snapshots: components["schemas"]["Snapshot"][];
        };
        /**
         * Answer to the request to update a snapshot.
         *
         * Observed (neon 2026-11-22).
         */
        UpdateSnapshotResponse: {
            /**
             * Snapshot.
             *
             * Observed (neon 2026-11-22).
             */
            snapshot: components["schemas"]["Snapshot"];
        };
        /**
         * Body of the request to update a snapshot.
         *
         * Observed (neon 2026-11-22).
         */
        SnapshotUpdateRequest: {
            /**
             * Snapshot.
             *
             * Observed (neon 2026-11-22).
             */
            snapshot: {
                /**
                 * Name.
                 *
                 * Observed (neon 2026-11-22).
                 * @example before launch
                 */
                name?: string;
                /**
                 * When it expires.
                 *
                 * Observed (neon 2026-11-22).
                 * @example 2026-04-01T00:00:00Z
                 */
                expires_at?: string | null;
            };
        };
        /**
         * Answer to the request to restore a snapshot.
         *
         * Observed (neon 2026-11-22).
         */
        RestoreSnapshotResponse: {
            /**
             * Branch.
             *
             * Observed (neon 2026-11-22).
             */
            branch: components["schemas"]["Branch"];
            /**
             * Computes.
             *
             * Observed (neon 2026-11-22).
             */
            endpoints?: components["schemas"]["Endpoint"][];
            /**
             * Operations that the request started.
             *
             * Observed (neon 2026-11-22).
             */
            operations: components["schemas"]["Operation"][];
        };
        /**
         * Body of the request to restore a snapshot.
         *
         * Observed (neon 2026-11-22).
         */
        RestoreSnapshotRequest: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example restored
             */
            name?: string;
            /**
             * Branch to restore to.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            target_branch_id?: string;
            /**
             * Whether the restored branch replaces its source at once.
             *
             * Observed (neon 2026-11-22).
             * @default false
             * @example true
             */
            finalize_restore?: boolean;
        };
        /**
         * When snapshots are taken.
         *
         * Observed (neon 2026-11-22).
         */
        BackupSchedule: {
            /**
             * Entries of the schedule.
             *
             * Observed (neon 2026-11-22).
             */
            schedule: components["schemas"]["BackupScheduleItem"][];
        };
        /**
         * One entry of the schedule.
         *
         * Observed (neon 2026-11-22).
         */
        BackupScheduleItem: {
            /**
             * How often a snapshot is taken.
             *
             * Observed (neon 2026-11-22).
             * @example daily
             */
            frequency: string;
            /**
             * Hour of the day, in UTC.
             *
             * Observed (neon 2026-11-22).
             * @example 3
             */
            hour?: number;
            /**
             * Day: of the week for a weekly schedule, of the month for a monthly one.
             *
             * Observed (neon 2026-11-22).
             * @example 1
             */
            day?: number;
            /**
             * Month of a yearly schedule.
             *
             * Observed (neon 2026-11-22).
             * @example 1
             */
            month?: number;
            /**
             * How long a snapshot is kept, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 604800
             */
            retention_seconds?: number;
        };
        /**
         * Kind of a finding. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example PERFORMANCE
         */
        AdvisorCategory: "SECURITY" | "PERFORMANCE" | (string & {});
        /**
         * Answer to the request to list advisor issues.
         *
         * Observed (neon 2026-11-22).
         */
        ListAdvisorIssuesResponse: {
            /**
             * Findings.
             *
             * Observed (neon 2026-11-22).
             */
            issues: components["schemas"]["AdvisorIssue"][];
        };
        /**
         * A finding of the advisor.
         *
         * Observed (neon 2026-11-22).
         */
        AdvisorIssue: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example unindexed_foreign_keys
             */
            name: string;
            /**
             * Title of the finding.
             *
             * Observed (neon 2026-11-22).
             * @example Foreign key without an index
             */
            title: string;
            /**
             * Severity of the finding.
             *
             * Observed (neon 2026-11-22).
             * @example WARN
             */
            level: string;
            /**
             * Who is affected. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example EXTERNAL
             */
            facing: "EXTERNAL" | "INTERNAL" | (string & {});
            /**
             * Kinds of finding.
             *
             * Observed (neon 2026-11-22).
             */
            categories: components["schemas"]["AdvisorCategory"][];
            /**
             * Description.
             *
             * Observed (neon 2026-11-22).
             * @example Case-insensitive text
             */
            description: string;
            /**
             * Details of the finding.
             *
             * Observed (neon 2026-11-22).
             * @example Table public.orders has a foreign key without an index.
             */
            detail: string;
            /**
             * How to correct it.
             *
             * Observed (neon 2026-11-22).
             * @example Create an index on the column.
             */
            remediation: string;
            /**
             * Further facts about the finding.
             *
             * Observed (neon 2026-11-22).
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Key that identifies the finding.
             *
             * Observed (neon 2026-11-22).
             * @example unindexed_foreign_keys_public_orders
             */
            cache_key: string;
        };
        /**
         * Data API of a database.
         *
         * Observed (neon 2026-11-22).
         */
        DataApi: {
            /**
             * Format: uri
             *
             * Address.
             *
             * Observed (neon 2026-11-22).
             * @example https://data.example.com/orders
             */
            url: string;
            /**
             * Status of the Data API.
             *
             * Observed (neon 2026-11-22).
             * @example ready
             */
            status: string;
            /**
             * Settings.
             *
             * Observed (neon 2026-11-22).
             */
            settings?: components["schemas"]["DataAPISettings"] | null;
            /**
             * Schemas that can be exposed.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "public"
             *     ]
             */
            available_schemas?: string[] | null;
        };
        /**
         * Settings of the Data API.
         *
         * Observed (neon 2026-11-22).
         */
        DataAPISettings: {
            /**
             * Whether aggregate functions may be called.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            db_aggregates_enabled?: boolean;
            /**
             * Role of requests without a token.
             *
             * Observed (neon 2026-11-22).
             * @example anonymous
             */
            db_anon_role?: string;
            /**
             * Further schemas of the search path.
             *
             * Observed (neon 2026-11-22).
             * @example public
             */
            db_extra_search_path?: string;
            /**
             * Largest number of rows returned.
             *
             * Observed (neon 2026-11-22).
             * @example 1000
             */
            db_max_rows?: number;
            /**
             * Schemas that are exposed.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "public"
             *     ]
             */
            db_schemas?: string[];
            /**
             * Path of the role within a token.
             *
             * Observed (neon 2026-11-22).
             * @example .role
             */
            jwt_role_claim_key?: string;
            /**
             * How long a verified token is remembered, in seconds.
             *
             * Observed (neon 2026-11-22).
             * @example 60
             */
            jwt_cache_max_lifetime?: number;
            /**
             * How the OpenAPI description is served.
             *
             * Observed (neon 2026-11-22).
             * @example disabled
             */
            openapi_mode?: string;
            /**
             * Origins that browsers may call from.
             *
             * Observed (neon 2026-11-22).
             * @example https://app.example.com
             */
            server_cors_allowed_origins?: string;
            /**
             * Whether responses report their timing.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            server_timing_enabled?: boolean;
        };
        /**
         * Answer to the request to create a Data API.
         *
         * Observed (neon 2026-11-22).
         */
        DataAPICreateResponse: {
            /**
             * Format: uri
             *
             * Address.
             *
             * Observed (neon 2026-11-22).
             * @example https://data.example.com/orders
             */
            url: string;
        };
        /**
         * Body of the request to create a Data API.
         *
         * Observed (neon 2026-11-22).
         */
        DataAPICreateRequest: {
            /**
             * Provider of authentication. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example neon_auth
             */
            auth_provider?: "neon_auth" | "external" | (string & {});
            /**
             * Format: uri
             *
             * Address of the key set.
             *
             * Observed (neon 2026-11-22).
             * @example https://auth.example.com/.well-known/jwks.json
             */
            jwks_url?: string;
            /**
             * Name of the token provider.
             *
             * Observed (neon 2026-11-22).
             * @example example-auth
             */
            provider_name?: string;
            /**
             * Audience a token must name.
             *
             * Observed (neon 2026-11-22).
             * @example orders-app
             */
            jwt_audience?: string;
            /**
             * Whether to grant the authenticated role its default rights.
             *
             * Observed (neon 2026-11-22).
             * @default false
             * @example false
             */
            add_default_grants?: boolean;
            /**
             * Whether to leave out the schema of authentication.
             *
             * Observed (neon 2026-11-22).
             * @default false
             * @example false
             */
            skip_auth_schema?: boolean;
            /**
             * Settings.
             *
             * Observed (neon 2026-11-22).
             */
            settings?: components["schemas"]["DataAPISettings"];
        };
        /**
         * Body of the request to update a Data API.
         *
         * Observed (neon 2026-11-22).
         */
        DataAPIUpdateRequest: {
            /**
             * Settings.
             *
             * Observed (neon 2026-11-22).
             */
            settings?: components["schemas"]["DataAPISettings"];
        };
        /**
         * Answer to the request to list buckets.
         *
         * Observed (neon 2026-11-22).
         */
        BucketsListResponse: {
            /**
             * Buckets.
             *
             * Observed (neon 2026-11-22).
             */
            buckets: components["schemas"]["Bucket"][];
        };
        /**
         * A bucket.
         *
         * Observed (neon 2026-11-22).
         */
        Bucket: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example invoices
             */
            name: string;
            /**
             * Who may read the objects of the bucket. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            access_level: components["schemas"]["BucketAccessLevel"];
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
        };
        /**
         * Who may read the objects of a bucket. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example private
         */
        BucketAccessLevel: "private" | "public_read" | (string & {});
        /**
         * Answer to the request to create a bucket.
         *
         * Observed (neon 2026-11-22).
         */
        BucketResponse: {
            /**
             * Bucket.
             *
             * Observed (neon 2026-11-22).
             */
            bucket: components["schemas"]["Bucket"];
        };
        /**
         * Body of the request to create a bucket.
         *
         * Observed (neon 2026-11-22).
         */
        BucketCreateRequest: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example invoices
             */
            name: string;
            /**
             * Who may read the objects of the bucket. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @default private
             * @example private
             */
            access_level?: "private" | "public_read" | (string & {});
        };
        /**
         * Answer to the request to list objects.
         *
         * Observed (neon 2026-11-22).
         */
        BucketObjectsListResponse: {
            /**
             * Common prefixes up to the delimiter.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "2026/"
             *     ]
             */
            folders: string[];
            /**
             * Objects.
             *
             * Observed (neon 2026-11-22).
             */
            objects: components["schemas"]["BucketObject"][];
            /**
             * Beginning of the keys.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            prefix: string;
            /**
             * Where the next page begins; absent on the last one.
             *
             * Observed (neon 2026-11-22).
             * @example cursor-2
             */
            next_cursor?: string;
            /**
             * Whether there is more.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            is_truncated: boolean;
        };
        /**
         * An object of a bucket.
         *
         * Observed (neon 2026-11-22).
         */
        BucketObject: {
            /**
             * Key.
             *
             * Observed (neon 2026-11-22).
             * @example 2026/march.pdf
             */
            key: string;
            /**
             * Size, in bytes.
             *
             * Observed (neon 2026-11-22).
             * @example 1024
             */
            size: number;
            /**
             * Format: date-time
             *
             * When the object was last written.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_modified: string;
            /**
             * Entity tag of the object.
             *
             * Observed (neon 2026-11-22).
             * @example 5d41402abc4b2a76b9719d911017c592
             */
            etag: string;
        };
        /**
         * Answer to the request to delete objects by prefix.
         *
         * Observed (neon 2026-11-22).
         */
        BucketObjectsDeletePrefixResponse: {
            /**
             * Number of objects deleted.
             *
             * Observed (neon 2026-11-22).
             * @example 2
             */
            deleted: number;
        };
        /**
         * Answer to the request to presign an upload or a download.
         *
         * Observed (neon 2026-11-22).
         */
        PresignResponse: {
            /**
             * Address to send the request to.
             *
             * Observed (neon 2026-11-22).
             * @example https://storage.region-1.example.com/invoices/2026/march.pdf?signature=example
             */
            url: string;
            /**
             * HTTP method of the request.
             *
             * Observed (neon 2026-11-22).
             * @example GET
             */
            method: string;
            /**
             * Headers to send with the request, by name.
             *
             * Observed (neon 2026-11-22).
             */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             *
             * When it expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            expires_at: string;
        };
        /**
         * Body of the request to presign an upload or a download.
         *
         * Observed (neon 2026-11-22).
         */
        PresignRequest: {
            /**
             * What the address is for. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example download
             */
            operation: "upload" | "download" | (string & {});
            /**
             * Media type of the upload.
             *
             * Observed (neon 2026-11-22).
             * @example application/pdf
             */
            content_type?: string;
            /**
             * Seconds until the address expires.
             *
             * Observed (neon 2026-11-22).
             * @default 900
             * @example 900
             */
            expires_in_seconds?: number;
        };
        /**
         * Storage of a branch.
         *
         * Observed (neon 2026-11-22).
         */
        BranchStorage: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * Format: uri
             *
             * Address of the S3 interface.
             *
             * Observed (neon 2026-11-22).
             * @example https://storage.region-1.example.com
             */
            s3_endpoint: string;
            /**
             * Region of the storage.
             *
             * Observed (neon 2026-11-22).
             * @example region-1
             */
            region: string;
            /**
             * Whether bucket names belong in the path.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            force_path_style: boolean;
        };
        /**
         * Error of a branch without storage.
         *
         * Observed (neon 2026-11-22).
         */
        BranchStorageNotEnabled: {
            /**
             * Code of the error; may be empty.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            code: string;
            /**
             * Text for a person.
             *
             * Observed (neon 2026-11-22).
             * @example project not found
             */
            message: string;
            /**
             * Reason. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example branch_not_found
             */
            reason: "org_not_entitled" | "region_unavailable" | "branch_directory_missing" | "branch_not_found" | (string & {});
        };
        /**
         * AI gateway of a branch.
         *
         * Observed (neon 2026-11-22).
         */
        BranchAiGateway: {
            /**
             * Whether it is on.
             *
             * Observed (neon 2026-11-22).
             * @example true
             */
            enabled: boolean;
            /**
             * Format: uri
             *
             * Base address.
             *
             * Observed (neon 2026-11-22).
             * @example https://ep-1.region-1.example.com/api
             */
            base_url: string;
        };
        /**
         * Error of a branch without AI gateway.
         *
         * Observed (neon 2026-11-22).
         */
        BranchAiGatewayNotEnabled: {
            /**
             * Code of the error; may be empty.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            code: string;
            /**
             * Text for a person.
             *
             * Observed (neon 2026-11-22).
             * @example project not found
             */
            message: string;
            /**
             * Reason. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example branch_not_found
             */
            reason: "ai_gateway_unavailable" | "branch_not_found" | (string & {});
        };
        /**
         * Answer to the request to list credentials.
         *
         * Observed (neon 2026-11-22).
         */
        ListCredentialsResponse: {
            /**
             * Credentials.
             *
             * Observed (neon 2026-11-22).
             */
            credentials: components["schemas"]["CredentialMeta"][];
        };
        /**
         * A credential without its secrets.
         *
         * Observed (neon 2026-11-22).
         */
        CredentialMeta: {
            /**
             * Credential identifier.
             *
             * Observed (neon 2026-11-22).
             * @example token-1
             */
            token_id: string;
            /**
             * Short form of the identifier.
             *
             * Observed (neon 2026-11-22).
             * @example tok1
             */
            token_id_short: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name?: string;
            /**
             * What the credential allows.
             *
             * Observed (neon 2026-11-22).
             */
            scopes: components["schemas"]["GrantedCredentialScope"][];
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id?: string;
            /**
             * Kind of holder.
             *
             * Observed (neon 2026-11-22).
             * @example user
             */
            principal_type: string;
            /**
             * Function the credential belongs to.
             *
             * Observed (neon 2026-11-22).
             * @example function-1
             */
            function_id?: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it was last used.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            last_used_at?: string;
            /**
             * Format: date-time
             *
             * When it was revoked.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T10:30:00Z
             */
            revoked_at?: string;
            /**
             * Format: date-time
             *
             * When it expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            expires_at?: string;
        };
        /**
         * What a credential allows. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example storage:read
         */
        GrantedCredentialScope: "storage:read" | "storage:write" | "ai_gateway:invoke" | "telemetry:write" | "functions:invoke" | (string & {});
        /**
         * Answer to the request to issue a credential.
         *
         * Observed (neon 2026-11-22).
         */
        CreateCredentialResponse: {
            /**
             * Credential identifier.
             *
             * Observed (neon 2026-11-22).
             * @example token-1
             */
            token_id: string;
            /**
             * Short form of the identifier.
             *
             * Observed (neon 2026-11-22).
             * @example tok1
             */
            token_id_short: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name?: string;
            /**
             * Secret token, returned at creation only.
             *
             * Observed (neon 2026-11-22).
             * @example token-secret
             */
            api_token: string;
            /**
             * S3 secret, returned at creation only.
             *
             * Observed (neon 2026-11-22).
             * @example s3-secret
             */
            s3_secret_access_key: string;
            /**
             * What the credential allows.
             *
             * Observed (neon 2026-11-22).
             */
            scopes: components["schemas"]["GrantedCredentialScope"][];
            /**
             * Branch identifier.
             *
             * Observed (neon 2026-11-22).
             * @example branch-1
             */
            branch_id: string;
            /**
             * Format: date-time
             *
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             *
             * When it expires.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-04-01T00:00:00Z
             */
            expires_at?: string;
        };
        /**
         * Body of the request to issue a credential.
         *
         * Observed (neon 2026-11-22).
         */
        CreateCredentialRequest: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example ci
             */
            name?: string;
            /**
             * What the credential allows.
             *
             * Observed (neon 2026-11-22).
             */
            scopes: components["schemas"]["CredentialScope"][];
            /**
             * Kind of holder. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example user
             */
            principal_type: "user" | (string & {});
        };
        /**
         * What a credential allows. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example storage:read
         */
        CredentialScope: "storage:read" | "storage:write" | "ai_gateway:invoke" | "functions:invoke" | (string & {});
        /**
         * Answer to the request to list functions.
         *
         * Observed (neon 2026-11-22).
         */
        ListFunctionsResponse: {
            /**
             * Functions.
             *
             * Observed (neon 2026-11-22).
             */
            functions: components["schemas"]["NeonFunction"][];
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             */
            pagination?: components["schemas"]["CursorPagination"];
        };
        /**
         * A function.
         *
         * Observed (neon 2026-11-22).
         */
        NeonFunction: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example function-1
             */
            id: string;
            /**
             * Short name for addresses.
             *
             * Observed (neon 2026-11-22).
             * @example resize-image
             */
            slug: string;
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example resize-image
             */
            name: string;
            /**
             * Address that calls the function.
             *
             * Observed (neon 2026-11-22).
             * @example https://resize-image.functions.example.com
             */
            invocation_url: string;
            /**
             * Newest deployment.
             *
             * Observed (neon 2026-11-22).
             */
            current_deployment?: components["schemas"]["NeonFunctionDeployment"];
            /**
             * Deployment that answers calls.
             *
             * Observed (neon 2026-11-22).
             */
            active_deployment?: components["schemas"]["NeonFunctionDeployment"];
            /**
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
        };
        /**
         * A deployment of a function.
         *
         * Observed (neon 2026-11-22).
         */
        NeonFunctionDeployment: {
            /**
             * Identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 1
             */
            id: number;
            /**
             * Status. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example completed
             */
            status: "pending" | "building" | "completed" | "failed" | (string & {});
            /**
             * Memory, in MiB.
             *
             * Observed (neon 2026-11-22).
             * @example 256
             */
            memory_mib: number;
            /**
             * Runtime of the function.
             *
             * Observed (neon 2026-11-22).
             * @example nodejs24
             */
            runtime: string;
            /**
             * When it was created.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            created_at: string;
            /**
             * Names of the environment variables.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "LOG_LEVEL"
             *     ]
             */
            environment?: string[];
            /**
             * What went wrong.
             *
             * Observed (neon 2026-11-22).
             * @example the build failed
             */
            error?: string;
        };
        /**
         * Answer to the request to get a function.
         *
         * Observed (neon 2026-11-22).
         */
        NeonFunctionResponse: {
            /**
             * Function.
             *
             * Observed (neon 2026-11-22).
             */
            function: components["schemas"]["NeonFunction"];
        };
        /**
         * Body of the request to update a function.
         *
         * Observed (neon 2026-11-22).
         */
        NeonFunctionUpdateRequest: {
            /**
             * Name.
             *
             * Observed (neon 2026-11-22).
             * @example resize-image
             */
            name: string | null;
        };
        /**
         * Answer to the request to deploy a function.
         *
         * Observed (neon 2026-11-22).
         */
        NeonFunctionDeploymentResponse: {
            /**
             * Deployment.
             *
             * Observed (neon 2026-11-22).
             */
            deployment: components["schemas"]["NeonFunctionDeployment"];
        };
        /**
         * Body of the request to deploy a function.
         *
         * Observed (neon 2026-11-22).
         */
        FunctionDeployRequest: {
            /**
             * Format: binary
             *
             * Archive with the function's code.
             *
             * Observed (neon 2026-11-22).
             * @example archive
             */
            zip?: Blob;
            /**
             * Runtime of the function. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example nodejs24
             */
            runtime?: "nodejs24" | (string & {});
            /**
             * Environment variables.
             *
             * Observed (neon 2026-11-22).
             * @example {"LOG_LEVEL":"info"}
             */
            environment?: string;
        };
        /**
         * Answer to the request to query logs.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogsQueryResponse: {
            /**
             * Records.
             *
             * Observed (neon 2026-11-22).
             */
            logs: components["schemas"]["ProjectBranchLogRecord"][];
            /**
             * Where the next page begins; absent on the last one.
             *
             * Observed (neon 2026-11-22).
             * @example cursor-2
             */
            next_cursor?: string;
            /**
             * Whether there is more.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            is_truncated: boolean;
        };
        /**
         * A log record.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogRecord: {
            /**
             * When it was recorded.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            timestamp: string;
            /**
             * Text of the record.
             *
             * Observed (neon 2026-11-22).
             * @example request finished
             */
            message: string;
            /**
             * Source of the record. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            source?: components["schemas"]["ProjectBranchLogSource"];
            /**
             * What the record is about.
             *
             * Observed (neon 2026-11-22).
             * @example ep-1
             */
            entity_id?: string;
            /**
             * Service.
             *
             * Observed (neon 2026-11-22).
             * @example resize-image
             */
            service_name?: string;
            /**
             * Instrumentation scope.
             *
             * Observed (neon 2026-11-22).
             * @example http
             */
            scope_name?: string;
            /**
             * Severity as a number.
             *
             * Observed (neon 2026-11-22).
             * @example 9
             */
            severity_number?: number;
            /**
             * Severity as text.
             *
             * Observed (neon 2026-11-22).
             * @example INFO
             */
            severity_text?: string;
            /**
             * Trace identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 0af7651916cd43dd8448eb211c80319c
             */
            trace_id?: string;
            /**
             * Span identifier.
             *
             * Observed (neon 2026-11-22).
             * @example b7ad6b7169203331
             */
            span_id?: string;
            /**
             * Further attributes of the record.
             *
             * Observed (neon 2026-11-22).
             */
            attributes: {
                [key: string]: unknown;
            };
        };
        /**
         * Source of a log record. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example function
         */
        ProjectBranchLogSource: "function" | "storage" | "pg_endpoint" | (string & {});
        /**
         * Error of a query that cannot be run.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogsInvalidQuery: {
            /**
             * Code of the error; may be empty.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            code: string;
            /**
             * Text for a person.
             *
             * Observed (neon 2026-11-22).
             * @example project not found
             */
            message: string;
            /**
             * Reason. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example time_range_too_large
             */
            reason: "time_range_too_large" | "invalid_time_range" | "conflicting_time_range" | "invalid_cursor" | "unknown_field" | "invalid_logql" | "conflicting_filters" | (string & {});
        };
        /**
         * Error of a branch without logs.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogsNotAvailable: {
            /**
             * Code of the error; may be empty.
             *
             * Observed (neon 2026-11-22).
             * @example
             */
            code: string;
            /**
             * Text for a person.
             *
             * Observed (neon 2026-11-22).
             * @example project not found
             */
            message: string;
            /**
             * Reason. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example branch_not_found
             */
            reason: "branch_not_found" | "telemetry_not_enabled" | (string & {});
        };
        /**
         * Body of the request to query logs.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogsQueryRequest: {
            /**
             * How far back to look.
             *
             * Observed (neon 2026-11-22).
             */
            since?: components["schemas"]["ProjectBranchLogDuration"];
            /**
             * Beginning of the time range.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T09:30:00Z
             */
            start_time?: string;
            /**
             * End of the time range.
             *
             * Observed (neon 2026-11-22).
             * @example 2026-03-01T10:30:00Z
             */
            end_time?: string;
            /**
             * Largest number of items.
             *
             * Observed (neon 2026-11-22).
             * @example 100
             */
            limit?: number;
            /**
             * Where the next page begins.
             *
             * Observed (neon 2026-11-22).
             * @example cursor-2
             */
            cursor?: string;
            /**
             * Direction of the list. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             * @example desc
             */
            sort_order?: "asc" | "desc" | (string & {});
            /**
             * Source of the record. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            source?: components["schemas"]["ProjectBranchLogSource"];
            /**
             * Service.
             *
             * Observed (neon 2026-11-22).
             * @example resize-image
             */
            service_name?: string;
            /**
             * Instrumentation scope.
             *
             * Observed (neon 2026-11-22).
             * @example http
             */
            scope_name?: string;
            /**
             * Lowest severity to return. Observed values; others may appear.
             *
             * Observed (neon 2026-11-22).
             */
            minimum_severity?: components["schemas"]["ProjectBranchLogSeverity"];
            /**
             * Severity as text.
             *
             * Observed (neon 2026-11-22).
             * @example INFO
             */
            severity_text?: string;
            /**
             * Text that the message contains.
             *
             * Observed (neon 2026-11-22).
             * @example timeout
             */
            body_contains?: string;
            /**
             * Trace identifier.
             *
             * Observed (neon 2026-11-22).
             * @example 0af7651916cd43dd8448eb211c80319c
             */
            trace_id?: string;
            /**
             * Query in LogQL.
             *
             * Observed (neon 2026-11-22).
             * @example {source="function"}
             */
            logql?: string;
        };
        /**
         * A length of time, like `1h`.
         *
         * Observed (neon 2026-11-22).
         * @example 1h
         */
        ProjectBranchLogDuration: string;
        /**
         * Severity of a log record. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example info
         */
        ProjectBranchLogSeverity: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | (string & {});
        /**
         * Answer to the request to list log fields.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogFieldsResponse: {
            /**
             * Names of the fields.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "level"
             *     ]
             */
            fields: string[];
        };
        /**
         * Answer to the request to list values of a log field.
         *
         * Observed (neon 2026-11-22).
         */
        ProjectBranchLogFieldValuesResponse: {
            /**
             * Values of the field.
             *
             * Observed (neon 2026-11-22).
             * @example [
             *       "info"
             *     ]
             */
            values: string[];
            /**
             * Whether there is more.
             *
             * Observed (neon 2026-11-22).
             * @example false
             */
            is_truncated: boolean;
        };
        /**
         * A connected application. Observed values; others may appear.
         *
         * Observed (neon 2026-11-22).
         * @example github
         */
        ApplicationType: "vercel" | "github" | "datadog" | "opentelemetry" | (string & {});
    };
    responses: {
        /** The computes. */
        EndpointList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EndpointListResponse"];
            };
        };
        /** The new compute and the operation that starts it. */
        EndpointCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EndpointOperationsResponse"];
            };
        };
        /** The deleted compute. */
        EndpointDeleted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EndpointDeletedResponse"];
            };
        };
        /** The changed compute and the operations that were started. */
        EndpointUpdated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EndpointOperationsResponse"];
            };
        };
        /** The projects. */
        ProjectList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ProjectListResponse"];
            };
        };
        /** The new key, with its secret. */
        ApiKeyCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiKey"];
            };
        };
        /** One page of operations. */
        OperationList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperationListResponse"];
            };
        };
        /** The operation. */
        Operation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OperationResponse"];
            };
        };
        /** The key is missing, invalid or revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "request_id": "request-1",
                 *       "code": "",
                 *       "message": "authentication failed"
                 *     }
                 */
                "application/json": components["schemas"]["GeneralError"];
            };
        };
        /** Any other unsuccessful answer. All have the same body. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "request_id": "request-1",
                 *       "code": "",
                 *       "message": "project already has running conflicting operations, scheduling of new ones is prohibited"
                 *     }
                 */
                "application/json": components["schemas"]["GeneralError"];
            };
        };
    };
    parameters: {
        /**
         * Project identifier.
         * @example project-1
         */
        ProjectIdPath: string;
        /**
         * Compute identifier, beginning with `ep-`.
         * @example ep-1
         */
        EndpointIdPath: string;
        /**
         * Identifier of a granted access.
         * @example permission-1
         */
        PermissionIdPath: string;
        /**
         * Identifier of an organization member.
         * @example member-1
         */
        MemberIdPath: string;
        /**
         * Identifier of a project transfer request.
         * @example request-1
         */
        RequestIdPath: string;
        /**
         * Identifier of a JWKS URL.
         * @example jwks-1
         */
        JwksIdPath: string;
        /**
         * Identifier of a VPC endpoint.
         * @example vpc-endpoint-1
         */
        VpcEndpointIdPath: string;
        /**
         * Branch identifier.
         * @example branch-1
         */
        BranchIdPath: string;
        /**
         * Name of a database.
         * @example orders
         */
        DatabaseNamePath: string;
        /**
         * Name of a Postgres role.
         * @example app
         */
        RoleNamePath: string;
        /**
         * Identifier of a user of managed authentication.
         * @example auth-user-1
         */
        AuthUserIdPath: string;
        /**
         * Identifier of an OAuth provider.
         * @example oauth-provider-1
         */
        OauthProviderIdPath: string;
        /**
         * Name of an authentication provider.
         * @example auth-provider-1
         */
        AuthProviderPath: string;
        /**
         * Organization identifier.
         * @example org-1
         */
        OrgIdPath: string;
        /**
         * Key identifier, the `id` of an API key.
         * @example 101
         */
        KeyIdPath: number;
        /**
         * Identifier of the organization the projects leave.
         * @example org-1
         */
        SourceOrgIdPath: string;
        /**
         * Region identifier.
         * @example region-1
         */
        RegionIdPath: string;
        /**
         * Maximum number of items per page. Send it with every page.
         *
         * Not shown: its default and maximum.
         * @example 2
         */
        LimitQuery: number;
        /**
         * The `pagination.cursor` of the previous page, URL-encoded. Omit it for the first page.
         * @example 2026-03-01T09:30:00.123456Z
         */
        CursorQuery: string;
        /**
         * Operation identifier, a UUID.
         * @example 00000000-0000-4000-8000-000000000001
         */
        OperationIdPath: string;
        /**
         * Snapshot identifier.
         * @example snapshot-1
         */
        SnapshotIdPath: string;
        /**
         * Name of a bucket.
         * @example invoices
         */
        BucketNamePath: string;
        /**
         * Key of an object; a slash in it is sent as `%2F`.
         * @example 2026/march.pdf
         */
        ObjectKeyPath: string;
        /**
         * Identifier of an issued credential.
         * @example token-1
         */
        TokenIdPath: string;
        /**
         * Slug of a function.
         * @example resize-image
         */
        SlugPath: string;
        /**
         * Name of a log field.
         * @example level
         */
        FieldNamePath: string;
    };
    requestBodies: {
        /** The compute to create. */
        EndpointCreate: {
            content: {
                "application/json": components["schemas"]["EndpointCreateRequest"];
            };
        };
        /** The attributes to change. */
        EndpointUpdate: {
            content: {
                "application/json": components["schemas"]["EndpointUpdateRequest"];
            };
        };
        /** The key to create. */
        OrganizationApiKeyCreate: {
            content: {
                "application/json": components["schemas"]["OrganizationApiKeyCreateRequest"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export interface operations {
    /**
     * Start a compute
     *
     * Starts a compute: an `idle` one becomes `active` within a few hundred milliseconds and the
     * operation `start_compute` is recorded. A connection or a query to an idle compute does the
     * same.
     *
     * Not shown: the request, the response, and what a start does to a compute that is not idle.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
     */
    startEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "host": "ep-1.region-1.example.com",
                     *         "id": "ep-1",
                     *         "name": "primary",
                     *         "project_id": "project-1",
                     *         "branch_id": "branch-1",
                     *         "autoscaling_limit_min_cu": 0.25,
                     *         "autoscaling_limit_max_cu": 0.25,
                     *         "region_id": "region-1",
                     *         "type": "read_write",
                     *         "current_state": "idle",
                     *         "settings": {
                     *           "pg_settings": {}
                     *         },
                     *         "pooler_enabled": false,
                     *         "pooler_mode": "transaction",
                     *         "disabled": false,
                     *         "passwordless_access": true,
                     *         "creation_source": "console",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "proxy_host": "proxy.example.com",
                     *         "suspend_timeout_seconds": 0,
                     *         "provisioner": "provisioner-1",
                     *         "compute_release_version": "2026.3.1",
                     *         "pending_state": "active"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "start_compute",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointOperationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Suspend a compute
     *
     * Suspends a compute by hand, as the service does itself after inactivity (operation
     * `suspend_compute`; 5 minutes by default). A connection, a query or a start wakes it.
     *
     * Not shown: the request, the response, and the states in between.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
     */
    suspendEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "host": "ep-1.region-1.example.com",
                     *         "id": "ep-1",
                     *         "name": "primary",
                     *         "project_id": "project-1",
                     *         "branch_id": "branch-1",
                     *         "autoscaling_limit_min_cu": 0.25,
                     *         "autoscaling_limit_max_cu": 0.25,
                     *         "region_id": "region-1",
                     *         "type": "read_write",
                     *         "current_state": "active",
                     *         "settings": {
                     *           "pg_settings": {}
                     *         },
                     *         "pooler_enabled": false,
                     *         "pooler_mode": "transaction",
                     *         "disabled": false,
                     *         "passwordless_access": true,
                     *         "creation_source": "console",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "proxy_host": "proxy.example.com",
                     *         "suspend_timeout_seconds": 0,
                     *         "provisioner": "provisioner-1",
                     *         "compute_release_version": "2026.3.1",
                     *         "pending_state": "idle"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "suspend_compute",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointOperationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Restart an active compute
     *
     * Restarts a compute and interrupts its connections. It works only on an `active` compute; an
     * idle one is woken by a query or by start.
     *
     * Not shown: the response, the states in between, and what a restart of an idle compute
     * returns.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
     */
    restartEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "host": "ep-1.region-1.example.com",
                     *         "id": "ep-1",
                     *         "name": "primary",
                     *         "project_id": "project-1",
                     *         "branch_id": "branch-1",
                     *         "autoscaling_limit_min_cu": 0.25,
                     *         "autoscaling_limit_max_cu": 0.25,
                     *         "region_id": "region-1",
                     *         "type": "read_write",
                     *         "current_state": "active",
                     *         "settings": {
                     *           "pg_settings": {}
                     *         },
                     *         "pooler_enabled": false,
                     *         "pooler_mode": "transaction",
                     *         "disabled": false,
                     *         "passwordless_access": true,
                     *         "creation_source": "console",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "proxy_host": "proxy.example.com",
                     *         "suspend_timeout_seconds": 0,
                     *         "provisioner": "provisioner-1",
                     *         "compute_release_version": "2026.3.1"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "suspend_compute",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "start_compute",
                     *           "status": "scheduling",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointOperationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the computes of a project
     *
     * Lists the computes of a project, primary ones and read replicas. `pending_state` is absent
     * here, and `last_active` on a compute that has never been active.
     *
     * Not shown: paging or an order of this list.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoints`. The provider's specification shows an example answer.
     */
    listProjectEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndpointList"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a compute
     *
     * Creates a compute on a branch and starts it. The branch must not have a primary read-write
     * compute yet if the type is `read_write`; read replicas may be added in any number. The response
     * has `current_state` `init`, `pending_state` `active` and one operation `start_compute` that is
     * `running`. Poll the operation until it is `finished`; handle `failed`.
     *
     * Not shown: other attributes of the body (size, scale to zero, pooler and similar), the type
     * value of a read replica, and what a refused request returns.
     *
     * Observed (neon 2026-11-22): Answers 201 with `endpoint`, `operations`. The provider's specification shows an example answer.
     */
    createEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EndpointCreate"];
        responses: {
            201: components["responses"]["EndpointCreated"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a compute
     *
     * Reads one compute.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoint`. The provider's specification shows an example answer.
     */
    getEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "host": "ep-1.region-1.example.com",
                     *         "id": "ep-1",
                     *         "name": "primary",
                     *         "project_id": "project-1",
                     *         "branch_id": "branch-1",
                     *         "autoscaling_limit_min_cu": 0.25,
                     *         "autoscaling_limit_max_cu": 0.25,
                     *         "region_id": "region-1",
                     *         "type": "read_write",
                     *         "current_state": "active",
                     *         "settings": {
                     *           "pg_settings": {}
                     *         },
                     *         "pooler_enabled": false,
                     *         "pooler_mode": "transaction",
                     *         "disabled": false,
                     *         "passwordless_access": true,
                     *         "creation_source": "console",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "proxy_host": "proxy.example.com",
                     *         "suspend_timeout_seconds": 0,
                     *         "provisioner": "provisioner-1",
                     *         "compute_release_version": "2026.3.1",
                     *         "last_active": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a compute
     *
     * Deletes a compute permanently; it starts no operation. A compute created later for the same
     * branch has other connection details.
     *
     * Not shown: what happens to connections that are open.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`, or 204 without a body. The answer without a body is
     * for what is gone already. The provider's specification shows an example answer.
     */
    deleteEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndpointDeleted"];
            /** It is gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a compute
     *
     * Changes attributes of a compute, for example the branch it is attached to or its size. The
     * target branch of a primary compute must not have a primary compute. A moved idle compute
     * stays `idle`, and the operations `apply_config` (`running`) and `suspend_compute`
     * (`scheduling`) are returned. A change of size restarts an active compute: its connections
     * drop for a moment.
     *
     * Not shown: which attributes can be changed, the states an active compute passes through, and what
     * a refused move returns.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoint`, `operations`. The provider's specification shows an example answer.
     */
    updateEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Compute identifier, beginning with `ep-`.
                 * @example ep-1
                 */
                endpoint_id: components["parameters"]["EndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["EndpointUpdate"];
        responses: {
            200: components["responses"]["EndpointUpdated"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List projects
     *
     * Lists projects.
     *
     * Not shown: paging or an order of this list.
     *
     * Observed (neon 2026-11-22): Answers 200 with `projects`, `unavailable_project_ids`, `pagination`, `applications`,
     * `integrations`. The provider's specification shows an example answer.
     */
    listProjects: {
        parameters: {
            query?: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * Text that names contain.
                 * @example orders
                 */
                search?: string;
                /**
                 * Organization of the items.
                 * @example org-1
                 */
                org_id?: string;
                /**
                 * How long to look for details, in milliseconds.
                 * @example 1000
                 */
                timeout?: number;
                /**
                 * Whether to list deleted projects that can be recovered.
                 * @example false
                 */
                recoverable?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProjectList"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a project
     *
     * Creates a project with a default branch and its primary read-write compute. The operation
     * `create_timeline` sets up storage and creates the default branch. A project-scoped key cannot
     * create projects.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `project`, `connection_uris`, `roles`, `databases`, `operations`, `branch`,
     * `endpoints`. An answer of the provider was recorded.
     */
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": {
                 *         "name": "orders",
                 *         "region_id": "region-1",
                 *         "pg_version": 17
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProjectCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": {
                     *         "data_storage_bytes_hour": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "written_data_bytes": 4096,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "cpu_used_sec": 1820,
                     *         "id": "project-1",
                     *         "platform_id": "platform-1",
                     *         "region_id": "region-1",
                     *         "name": "orders",
                     *         "provisioner": "provisioner-1",
                     *         "default_endpoint_settings": {
                     *           "pg_settings": {},
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "suspend_timeout_seconds": 0
                     *         },
                     *         "settings": {
                     *           "enable_logical_replication": false,
                     *           "block_public_connections": false,
                     *           "block_vpc_connections": false
                     *         },
                     *         "pg_version": 17,
                     *         "proxy_host": "proxy.example.com",
                     *         "branch_logical_size_limit": 512,
                     *         "branch_logical_size_limit_bytes": 536870912,
                     *         "store_passwords": true,
                     *         "creation_source": "console",
                     *         "history_retention_seconds": 86400,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "consumption_period_start": "2026-03-01T00:00:00Z",
                     *         "consumption_period_end": "2026-04-01T00:00:00Z",
                     *         "owner_id": "org-1",
                     *         "org_id": "org-1",
                     *         "effective_project_permission": "CAN_EDIT"
                     *       },
                     *       "connection_uris": [
                     *         {
                     *           "connection_uri": "postgresql://app:example-password@ep-1.region-1.example.com/orders?sslmode=require",
                     *           "connection_parameters": {
                     *             "database": "orders",
                     *             "password": "example-password",
                     *             "role": "app",
                     *             "host": "ep-1.region-1.example.com",
                     *             "pooler_host": "ep-1-pooler.region-1.example.com"
                     *           }
                     *         }
                     *       ],
                     *       "roles": [
                     *         {
                     *           "branch_id": "branch-1",
                     *           "name": "app",
                     *           "password": "example-password",
                     *           "protected": false,
                     *           "authentication_method": "password",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ],
                     *       "databases": [
                     *         {
                     *           "id": 7,
                     *           "branch_id": "branch-1",
                     *           "name": "orders",
                     *           "owner_name": "app",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ],
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "create_timeline",
                     *           "status": "finished",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "start_compute",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ],
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "init",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         },
                     *         "pending_state": "ready"
                     *       },
                     *       "endpoints": [
                     *         {
                     *           "host": "ep-1.region-1.example.com",
                     *           "id": "ep-1",
                     *           "name": "primary",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "region_id": "region-1",
                     *           "type": "read_write",
                     *           "current_state": "init",
                     *           "settings": {
                     *             "pg_settings": {}
                     *           },
                     *           "pooler_enabled": false,
                     *           "pooler_mode": "transaction",
                     *           "disabled": false,
                     *           "passwordless_access": true,
                     *           "creation_source": "console",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "proxy_host": "proxy.example.com",
                     *           "suspend_timeout_seconds": 0,
                     *           "provisioner": "provisioner-1",
                     *           "compute_release_version": "2026.3.1",
                     *           "pending_state": "active"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreateProjectResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List shared projects
     *
     * Lists shared projects. The path hides a project whose id is the word `shared` from reading
     * by id.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `projects`, `unavailable_project_ids`, `pagination`. The provider's
     * specification shows an example answer.
     */
    listSharedProjects: {
        parameters: {
            query?: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * Text that names contain.
                 * @example orders
                 */
                search?: string;
                /**
                 * How long to look for details, in milliseconds.
                 * @example 1000
                 */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "id": "project-1",
                     *           "platform_id": "platform-1",
                     *           "region_id": "region-1",
                     *           "name": "orders",
                     *           "provisioner": "provisioner-1",
                     *           "default_endpoint_settings": {
                     *             "pg_settings": {},
                     *             "autoscaling_limit_min_cu": 0.25,
                     *             "autoscaling_limit_max_cu": 0.25,
                     *             "suspend_timeout_seconds": 0
                     *           },
                     *           "settings": {
                     *             "enable_logical_replication": false,
                     *             "block_public_connections": false,
                     *             "block_vpc_connections": false
                     *           },
                     *           "pg_version": 17,
                     *           "proxy_host": "proxy.example.com",
                     *           "branch_logical_size_limit": 512,
                     *           "branch_logical_size_limit_bytes": 536870912,
                     *           "store_passwords": true,
                     *           "active_time": 1820,
                     *           "cpu_used_sec": 1820,
                     *           "creation_source": "console",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "owner_id": "org-1",
                     *           "org_id": "org-1",
                     *           "org_name": "Example",
                     *           "history_retention_seconds": 86400,
                     *           "effective_project_permission": "CAN_EDIT"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListSharedProjectsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a project
     *
     * Reads one project. A project whose id is the word `shared` cannot be read: the path belongs
     * to the list of shared projects.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project`. The provider's specification shows an example answer.
     */
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": {
                     *         "data_storage_bytes_hour": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "written_data_bytes": 4096,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "cpu_used_sec": 1820,
                     *         "id": "project-1",
                     *         "platform_id": "platform-1",
                     *         "region_id": "region-1",
                     *         "name": "orders",
                     *         "provisioner": "provisioner-1",
                     *         "default_endpoint_settings": {
                     *           "pg_settings": {},
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "suspend_timeout_seconds": 0
                     *         },
                     *         "settings": {
                     *           "enable_logical_replication": false,
                     *           "block_public_connections": false,
                     *           "block_vpc_connections": false
                     *         },
                     *         "pg_version": 17,
                     *         "proxy_host": "proxy.example.com",
                     *         "branch_logical_size_limit": 512,
                     *         "branch_logical_size_limit_bytes": 536870912,
                     *         "store_passwords": true,
                     *         "creation_source": "console",
                     *         "history_retention_seconds": 86400,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "consumption_period_start": "2026-03-01T00:00:00Z",
                     *         "consumption_period_end": "2026-04-01T00:00:00Z",
                     *         "owner_id": "org-1",
                     *         "org_id": "org-1",
                     *         "effective_project_permission": "CAN_EDIT"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a project
     *
     * Deletes a project. A project-scoped key cannot delete its project. The stored data is
     * removed by the operation `delete_tenant`.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project`. The provider's specification shows an example answer.
     */
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": {
                     *         "data_storage_bytes_hour": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "written_data_bytes": 4096,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "cpu_used_sec": 1820,
                     *         "id": "project-1",
                     *         "platform_id": "platform-1",
                     *         "region_id": "region-1",
                     *         "name": "orders",
                     *         "provisioner": "provisioner-1",
                     *         "default_endpoint_settings": {
                     *           "pg_settings": {},
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "suspend_timeout_seconds": 0
                     *         },
                     *         "settings": {
                     *           "enable_logical_replication": false,
                     *           "block_public_connections": false,
                     *           "block_vpc_connections": false
                     *         },
                     *         "pg_version": 17,
                     *         "proxy_host": "proxy.example.com",
                     *         "branch_logical_size_limit": 512,
                     *         "branch_logical_size_limit_bytes": 536870912,
                     *         "store_passwords": true,
                     *         "creation_source": "console",
                     *         "history_retention_seconds": 86400,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "consumption_period_start": "2026-03-01T00:00:00Z",
                     *         "consumption_period_end": "2026-04-01T00:00:00Z",
                     *         "owner_id": "org-1",
                     *         "org_id": "org-1",
                     *         "effective_project_permission": "CAN_EDIT"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a project
     *
     * Changes a project. A change of its history retention period starts the operation
     * `apply_storage_config`.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project`, `operations`. The provider's specification shows an example answer.
     */
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": {
                 *         "name": "orders"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProjectUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": {
                     *         "data_storage_bytes_hour": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "written_data_bytes": 4096,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "cpu_used_sec": 1820,
                     *         "id": "project-1",
                     *         "platform_id": "platform-1",
                     *         "region_id": "region-1",
                     *         "name": "orders",
                     *         "provisioner": "provisioner-1",
                     *         "default_endpoint_settings": {
                     *           "pg_settings": {},
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "suspend_timeout_seconds": 0
                     *         },
                     *         "settings": {
                     *           "enable_logical_replication": false,
                     *           "block_public_connections": false,
                     *           "block_vpc_connections": false
                     *         },
                     *         "pg_version": 17,
                     *         "proxy_host": "proxy.example.com",
                     *         "branch_logical_size_limit": 512,
                     *         "branch_logical_size_limit_bytes": 536870912,
                     *         "store_passwords": true,
                     *         "creation_source": "console",
                     *         "history_retention_seconds": 86400,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "consumption_period_start": "2026-03-01T00:00:00Z",
                     *         "consumption_period_end": "2026-04-01T00:00:00Z",
                     *         "owner_id": "org-1",
                     *         "org_id": "org-1",
                     *         "effective_project_permission": "CAN_EDIT"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateProjectResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Recover a deleted project
     *
     * Recovers a deleted project.
     *
     * Not shown: the request, the response, and how long a deleted project can be recovered.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project`, `branches`. The provider calls it beta. It rests on the provider's
     * types alone: no answer is published.
     */
    recoverProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": {
                     *         "data_storage_bytes_hour": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "written_data_bytes": 4096,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "cpu_used_sec": 1820,
                     *         "id": "project-1",
                     *         "platform_id": "platform-1",
                     *         "region_id": "region-1",
                     *         "name": "orders",
                     *         "provisioner": "provisioner-1",
                     *         "default_endpoint_settings": {
                     *           "pg_settings": {},
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "suspend_timeout_seconds": 0
                     *         },
                     *         "settings": {
                     *           "enable_logical_replication": false,
                     *           "block_public_connections": false,
                     *           "block_vpc_connections": false
                     *         },
                     *         "pg_version": 17,
                     *         "proxy_host": "proxy.example.com",
                     *         "branch_logical_size_limit": 512,
                     *         "branch_logical_size_limit_bytes": 536870912,
                     *         "store_passwords": true,
                     *         "creation_source": "console",
                     *         "history_retention_seconds": 86400,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "consumption_period_start": "2026-03-01T00:00:00Z",
                     *         "consumption_period_end": "2026-04-01T00:00:00Z",
                     *         "owner_id": "org-1",
                     *         "org_id": "org-1",
                     *         "effective_project_permission": "CAN_EDIT"
                     *       },
                     *       "branches": [
                     *         {
                     *           "id": "branch-1",
                     *           "project_id": "project-1",
                     *           "name": "main",
                     *           "current_state": "ready",
                     *           "state_changed_at": "2026-03-01T09:30:00Z",
                     *           "logical_size": 33554432,
                     *           "creation_source": "console",
                     *           "default": true,
                     *           "protected": false,
                     *           "cpu_used_sec": 1820,
                     *           "compute_time_seconds": 1820,
                     *           "active_time_seconds": 1820,
                     *           "written_data_bytes": 4096,
                     *           "data_transfer_bytes": 4096,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "created_by": {
                     *             "name": "Ada",
                     *             "image": "https://images.example.com/ada.png"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectRecoverResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List project access
     *
     * Lists the access that was granted to a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project_permissions`. It rests on the provider's types alone: no answer is
     * published.
     */
    listProjectPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project_permissions": [
                     *         {
                     *           "id": "permission-1",
                     *           "granted_to_email": "ada@example.com",
                     *           "granted_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectPermissions"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Grant project access
     *
     * Grants someone access to a project.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `granted_to_email`, `granted_at`, `revoked_at`. It rests on the
     * provider's types alone: no answer is published.
     */
    grantProjectPermission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["GrantPermissionToProjectRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "permission-1",
                     *       "granted_to_email": "ada@example.com",
                     *       "granted_at": "2026-03-01T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectPermission"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Revoke project access
     *
     * Revokes access that was granted to a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `granted_to_email`, `granted_at`, `revoked_at`. It rests on the
     * provider's types alone: no answer is published.
     */
    revokeProjectPermission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a granted access.
                 * @example permission-1
                 */
                permission_id: components["parameters"]["PermissionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "permission-1",
                     *       "granted_to_email": "ada@example.com",
                     *       "granted_at": "2026-03-01T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectPermission"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List members and their project roles
     *
     * Lists the members of the organization with the role each has on the project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project_members`, `pagination`. It rests on the provider's types alone: no
     * answer is published.
     */
    listProjectMembers: {
        parameters: {
            query?: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project_members": [
                     *         {
                     *           "member_id": "member-1",
                     *           "user_id": "00000000-0000-4000-8000-0000000000a1",
                     *           "email": "ada@example.com",
                     *           "name": "Ada",
                     *           "org_role": "member",
                     *           "project_role": "editor",
                     *           "effective_project_permission": "CAN_EDIT",
                     *           "grant_source": "explicit"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectMembers"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set a member's project role
     *
     * Sets the role a member has on the project.
     *
     * Not shown: the request, the response and the roles.
     *
     * Observed (neon 2026-11-22): Answers 200 with a shape of 12 fields. It rests on the provider's types alone: no answer is
     * published.
     */
    setProjectMemberRole: {
        parameters: {
            query?: {
                /**
                 * Whether lowering one's own role is intended.
                 * @example true
                 */
                confirm_self_demotion?: boolean;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["SetProjectMemberRoleRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project_id": "project-1",
                     *       "member_id": "member-1",
                     *       "user_id": "00000000-0000-4000-8000-0000000000a1",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "org_role": "member",
                     *       "project_role": "editor",
                     *       "effective_project_permission": "CAN_EDIT",
                     *       "credential_rotation_recommended": false,
                     *       "org_api_key_rotation_recommended": false
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectMemberRoleResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Remove a member's project role
     *
     * Removes the role a member has on the project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with a shape of 12 fields. It rests on the provider's types alone: no answer is
     * published.
     */
    removeProjectMemberRole: {
        parameters: {
            query?: {
                /**
                 * Whether removing one's own access is intended.
                 * @example true
                 */
                confirm_self_lockout?: boolean;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project_id": "project-1",
                     *       "member_id": "member-1",
                     *       "user_id": "00000000-0000-4000-8000-0000000000a1",
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "org_role": "member",
                     *       "project_role": "editor",
                     *       "effective_project_permission": "CAN_EDIT",
                     *       "credential_rotation_recommended": false,
                     *       "org_api_key_rotation_recommended": false
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectMemberRoleResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List shared preload libraries
     *
     * Lists the shared preload libraries a project can use.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `libraries`. It rests on the provider's types alone: no answer is published.
     */
    listAvailablePreloadLibraries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "libraries": [
                     *         {
                     *           "library_name": "citext",
                     *           "description": "Case-insensitive text",
                     *           "is_default": false,
                     *           "is_experimental": false,
                     *           "version": "1.6"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AvailablePreloadLibraries"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a project transfer request
     *
     * Creates a request to transfer a project; it is accepted by its id. A project-scoped key
     * stops working once its project leaves the organization.
     *
     * Not shown: the request, the response, and the states of a transfer request.
     *
     * Observed (neon 2026-11-22): Answers 201 with `id`, `project_id`, `created_at`, `expires_at`. It rests on the provider's
     * types alone: no answer is published.
     */
    createProjectTransferRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ttl_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["CreateProjectTransferRequestRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-0000000000e1",
                     *       "project_id": "project-1",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "expires_at": "2026-04-01T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectTransferRequestResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Accept a project transfer request
     *
     * Accepts a request to transfer a project. A project-scoped key stops working once its project
     * leaves the organization.
     *
     * Not shown: the request, the response, and the states of a transfer request.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. It rests on the provider's types alone: no answer is published.
     */
    acceptProjectTransferRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a project transfer request.
                 * @example request-1
                 */
                request_id: components["parameters"]["RequestIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "org_id": "org-1"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptProjectTransferRequestRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** A condition is not met. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reasons": [
                     *         {
                     *           "message": "project not found",
                     *           "code": ""
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptProjectTransferRequestSatisfiesPlanError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List JWKS URLs
     *
     * Lists the JWKS URLs of a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `jwks`. It rests on the provider's types alone: no answer is published.
     */
    listProjectJwks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwks": [
                     *         {
                     *           "id": "jwks-1",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *           "provider_name": "example-auth",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "jwt_audience": "orders-app",
                     *           "role_names": [
                     *             "app"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectJWKSResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add a JWKS URL
     *
     * Adds a JWKS URL to a project.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `jwks`, `operations`. It rests on the provider's types alone: no answer is
     * published.
     */
    addProjectJwks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                 *       "provider_name": "example-auth"
                 *     }
                 */
                "application/json": components["schemas"]["AddProjectJWKSRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwks": {
                     *         "id": "jwks-1",
                     *         "project_id": "project-1",
                     *         "branch_id": "branch-1",
                     *         "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *         "provider_name": "example-auth",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "jwt_audience": "orders-app",
                     *         "role_names": [
                     *           "app"
                     *         ]
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JWKSCreationOperation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a JWKS URL
     *
     * Deletes a JWKS URL of a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with a shape of 9 fields. It rests on the provider's types alone: no answer is
     * published.
     */
    deleteProjectJwks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a JWKS URL.
                 * @example jwks-1
                 */
                jwks_id: components["parameters"]["JwksIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "jwks-1",
                     *       "project_id": "project-1",
                     *       "branch_id": "branch-1",
                     *       "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *       "provider_name": "example-auth",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "updated_at": "2026-03-01T09:30:00Z",
                     *       "jwt_audience": "orders-app",
                     *       "role_names": [
                     *         "app"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JWKS"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a connection URI
     *
     * Returns a connection URI of a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `uri`. It rests on the provider's types alone: no answer is published.
     */
    getConnectionUri: {
        parameters: {
            query: {
                /**
                 * Branch; the default one unless given.
                 * @example branch-1
                 */
                branch_id?: string;
                /**
                 * Compute; the branch's primary one unless given.
                 * @example ep-1
                 */
                endpoint_id?: string;
                /**
                 * Database.
                 * @example orders
                 */
                database_name: string;
                /**
                 * Role.
                 * @example app
                 */
                role_name: string;
                /**
                 * Whether to connect through the pooler.
                 * @example false
                 */
                pooled?: boolean;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uri": "postgresql://app:example-password@ep-1.region-1.example.com/orders?sslmode=require"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionURIResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List VPC endpoint restrictions
     *
     * Lists the VPC endpoints a project is restricted to.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoints`. It rests on the provider's types alone: no answer is published.
     */
    listProjectVpcEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoints": [
                     *         {
                     *           "vpc_endpoint_id": "vpc-endpoint-1",
                     *           "label": "production"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VPCEndpointsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set a VPC endpoint restriction
     *
     * Restricts a project to a VPC endpoint.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
     */
    setProjectVpcEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "production"
                 *     }
                 */
                "application/json": components["schemas"]["VPCEndpointAssignment"];
            };
        };
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a VPC endpoint restriction
     *
     * Deletes the restriction of a project to a VPC endpoint.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
     */
    deleteProjectVpcEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List branches
     *
     * Lists the branches of a project; one of them is its default branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branches`, `annotations`, `pagination`. The provider's specification shows an
     * example answer.
     */
    listBranches: {
        parameters: {
            query?: {
                /**
                 * Text that names contain.
                 * @example orders
                 */
                search?: string;
                /**
                 * Field to sort by.
                 * @example name
                 */
                sort_by?: ("name" | "created_at" | "updated_at") | string;
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Direction of the list.
                 * @example asc
                 */
                sort_order?: ("asc" | "desc") | string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * Whether to list deleted branches too.
                 * @example false
                 */
                include_deleted?: boolean;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branches": [
                     *         {
                     *           "id": "branch-1",
                     *           "project_id": "project-1",
                     *           "name": "main",
                     *           "current_state": "ready",
                     *           "state_changed_at": "2026-03-01T09:30:00Z",
                     *           "logical_size": 33554432,
                     *           "creation_source": "console",
                     *           "default": true,
                     *           "protected": false,
                     *           "cpu_used_sec": 1820,
                     *           "compute_time_seconds": 1820,
                     *           "active_time_seconds": 1820,
                     *           "written_data_bytes": 4096,
                     *           "data_transfer_bytes": 4096,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "created_by": {
                     *             "name": "Ada",
                     *             "image": "https://images.example.com/ada.png"
                     *           }
                     *         },
                     *         {
                     *           "id": "branch-2",
                     *           "project_id": "project-1",
                     *           "name": "dev",
                     *           "current_state": "ready",
                     *           "state_changed_at": "2026-03-01T09:30:00Z",
                     *           "logical_size": 33554432,
                     *           "creation_source": "console",
                     *           "default": false,
                     *           "protected": false,
                     *           "cpu_used_sec": 1820,
                     *           "compute_time_seconds": 1820,
                     *           "active_time_seconds": 1820,
                     *           "written_data_bytes": 4096,
                     *           "data_transfer_bytes": 4096,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "created_by": {
                     *             "name": "Ada",
                     *             "image": "https://images.example.com/ada.png"
                     *           },
                     *           "parent_id": "branch-1",
                     *           "parent_lsn": "0/1F00000"
                     *         }
                     *       ],
                     *       "annotations": {
                     *         "branch-1": {
                     *           "object": {
                     *             "type": "console/branch",
                     *             "id": "branch-1"
                     *           },
                     *           "value": {
                     *             "team": "orders"
                     *           }
                     *         }
                     *       },
                     *       "pagination": {
                     *         "sort_by": "updated_at",
                     *         "sort_order": "desc"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ListBranchesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a branch
     *
     * Creates a branch, tracked as the operation `create_branch`, which concerns no compute.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `branch`, `endpoints`, `operations`, `roles`, `databases`, `connection_uris`.
     * It rests on the provider's types alone: no answer is published.
     */
    createBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "branch": {
                 *         "name": "dev",
                 *         "parent_id": "branch-1"
                 *       },
                 *       "endpoints": [
                 *         {
                 *           "type": "read_write"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateBranchRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-2",
                     *         "project_id": "project-1",
                     *         "name": "dev",
                     *         "current_state": "init",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": false,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         },
                     *         "parent_id": "branch-1",
                     *         "parent_lsn": "0/1F00000",
                     *         "pending_state": "ready"
                     *       },
                     *       "endpoints": [
                     *         {
                     *           "host": "ep-2.region-1.example.com",
                     *           "id": "ep-2",
                     *           "name": "primary",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-2",
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "region_id": "region-1",
                     *           "type": "read_write",
                     *           "current_state": "init",
                     *           "settings": {
                     *             "pg_settings": {}
                     *           },
                     *           "pooler_enabled": false,
                     *           "pooler_mode": "transaction",
                     *           "disabled": false,
                     *           "passwordless_access": true,
                     *           "creation_source": "console",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "proxy_host": "proxy.example.com",
                     *           "suspend_timeout_seconds": 0,
                     *           "provisioner": "provisioner-1",
                     *           "compute_release_version": "2026.3.1",
                     *           "pending_state": "active"
                     *         }
                     *       ],
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-2",
                     *           "action": "create_branch",
                     *           "status": "finished",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-2",
                     *           "endpoint_id": "ep-2",
                     *           "action": "start_compute",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ],
                     *       "roles": [
                     *         {
                     *           "branch_id": "branch-2",
                     *           "name": "app",
                     *           "password": "example-password",
                     *           "protected": false,
                     *           "authentication_method": "password",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ],
                     *       "databases": [
                     *         {
                     *           "id": 7,
                     *           "branch_id": "branch-2",
                     *           "name": "orders",
                     *           "owner_name": "app",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ],
                     *       "connection_uris": [
                     *         {
                     *           "connection_uri": "postgresql://app:example-password@ep-2.region-1.example.com/orders?sslmode=require",
                     *           "connection_parameters": {
                     *             "database": "orders",
                     *             "password": "example-password",
                     *             "role": "app",
                     *             "host": "ep-2.region-1.example.com",
                     *             "pooler_host": "ep-2-pooler.region-1.example.com"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreateBranchResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an anonymized branch
     *
     * Creates a branch whose data is anonymized.
     *
     * Not shown: the request, the response, and the states of an anonymization.
     *
     * Observed (neon 2026-11-22): Answers 201 with `branch`, `endpoints`, `operations`, `roles`, `databases`, `connection_uris`.
     * It rests on the provider's types alone: no answer is published.
     */
    createAnonymizedBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branch_create": {
                 *         "branch": {
                 *           "name": "dev"
                 *         }
                 *       },
                 *       "masking_rules": [
                 *         {
                 *           "database_name": "orders",
                 *           "schema_name": "public",
                 *           "table_name": "customers",
                 *           "column_name": "email"
                 *         }
                 *       ],
                 *       "start_anonymization": true
                 *     }
                 */
                "application/json": components["schemas"]["BranchAnonymizedCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-2",
                     *         "project_id": "project-1",
                     *         "name": "dev",
                     *         "current_state": "init",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": false,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         },
                     *         "parent_id": "branch-1",
                     *         "parent_lsn": "0/1F00000",
                     *         "pending_state": "ready"
                     *       },
                     *       "endpoints": [
                     *         {
                     *           "host": "ep-2.region-1.example.com",
                     *           "id": "ep-2",
                     *           "name": "primary",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-2",
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "region_id": "region-1",
                     *           "type": "read_write",
                     *           "current_state": "init",
                     *           "settings": {
                     *             "pg_settings": {}
                     *           },
                     *           "pooler_enabled": false,
                     *           "pooler_mode": "transaction",
                     *           "disabled": false,
                     *           "passwordless_access": true,
                     *           "creation_source": "console",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "proxy_host": "proxy.example.com",
                     *           "suspend_timeout_seconds": 0,
                     *           "provisioner": "provisioner-1",
                     *           "compute_release_version": "2026.3.1",
                     *           "pending_state": "active"
                     *         }
                     *       ],
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-2",
                     *           "action": "create_branch",
                     *           "status": "finished",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-2",
                     *           "endpoint_id": "ep-2",
                     *           "action": "start_compute",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ],
                     *       "roles": [
                     *         {
                     *           "branch_id": "branch-2",
                     *           "name": "app",
                     *           "password": "example-password",
                     *           "protected": false,
                     *           "authentication_method": "password",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ],
                     *       "databases": [
                     *         {
                     *           "id": 7,
                     *           "branch_id": "branch-2",
                     *           "name": "orders",
                     *           "owner_name": "app",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ],
                     *       "connection_uris": [
                     *         {
                     *           "connection_uri": "postgresql://app:example-password@ep-2.region-1.example.com/orders?sslmode=require",
                     *           "connection_parameters": {
                     *             "database": "orders",
                     *             "password": "example-password",
                     *             "role": "app",
                     *             "host": "ep-2.region-1.example.com",
                     *             "pooler_host": "ep-2-pooler.region-1.example.com"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreateAnonymizedBranchResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Count branches
     *
     * Counts the branches of a project. The path hides a branch whose id is the word `count` from
     * reading by id.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `count`. It rests on the provider's types alone: no answer is published.
     */
    countBranches: {
        parameters: {
            query?: {
                /**
                 * Text that names contain.
                 * @example orders
                 */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2
                     *     }
                     */
                    "application/json": components["schemas"]["CountBranchesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a branch
     *
     * Reads one branch. A branch whose id is the word `count` cannot be read: the path belongs to
     * the count of branches.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branch`, `annotation`. The provider's specification shows an example answer.
     */
    getBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "ready",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         }
                     *       },
                     *       "annotation": {
                     *         "object": {
                     *           "type": "console/branch",
                     *           "id": "branch-1"
                     *         },
                     *         "value": {},
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GetBranchResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a branch
     *
     * Deletes a branch.
     *
     * Not shown: query parameters and the response, and what becomes of its computes.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`, or 204 without a body. The answer without a body is for
     * what is gone already. The provider's specification shows an example answer.
     */
    deleteBranch: {
        parameters: {
            query?: {
                /**
                 * Whether to delete beyond recovery.
                 * @example false
                 */
                hard_delete?: boolean;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "ready",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         }
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "suspend_compute",
                     *           "status": "finished",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "delete_timeline",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchOperations"];
                };
            };
            /** It is gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a branch
     *
     * Changes a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`. The provider's specification shows an example answer.
     */
    updateBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branch": {
                 *         "name": "dev"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BranchUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "ready",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         }
                     *       },
                     *       "operations": []
                     *     }
                     */
                    "application/json": components["schemas"]["BranchOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Restore a branch to a historical state
     *
     * Sets a branch back to an earlier state of its data.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`. It rests on the provider's types alone: no answer is
     * published.
     */
    restoreBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source_branch_id": "branch-1"
                 *     }
                 */
                "application/json": components["schemas"]["BranchRestoreRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "ready",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         }
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "create_branch",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a database schema
     *
     * Returns the schema of a database on the branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `sql`, `json`. It rests on the provider's types alone: no answer is published.
     */
    getBranchSchema: {
        parameters: {
            query: {
                /**
                 * Database.
                 * @example orders
                 */
                db_name: string;
                /**
                 * Position in the write-ahead log.
                 * @example 0/1F00000
                 */
                lsn?: string;
                /**
                 * Time in the branch's history.
                 * @example 2026-03-01T09:30:00Z
                 */
                timestamp?: string;
                /**
                 * Form of the schema.
                 * @example sql
                 */
                format?: string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sql": "CREATE TABLE public.orders (id integer NOT NULL);"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchSchemaResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Compare database schemas
     *
     * Compares the schema of a database on the branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `diff`. It rests on the provider's types alone: no answer is published.
     */
    compareBranchSchema: {
        parameters: {
            query: {
                /**
                 * Branch to compare with.
                 * @example branch-1
                 */
                base_branch_id?: string;
                /**
                 * Database.
                 * @example orders
                 */
                db_name: string;
                /**
                 * Position in the write-ahead log.
                 * @example 0/1F00000
                 */
                lsn?: string;
                /**
                 * Time in the branch's history.
                 * @example 2026-03-01T09:30:00Z
                 */
                timestamp?: string;
                /**
                 * Position in its write-ahead log.
                 * @example 0/1F00000
                 */
                base_lsn?: string;
                /**
                 * Time in its history.
                 * @example 2026-03-01T09:30:00Z
                 */
                base_timestamp?: string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "diff": "+ CREATE TABLE public.orders"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchSchemaCompareResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get masking rules
     *
     * Returns the masking rules of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `masking_rules`. It rests on the provider's types alone: no answer is
     * published.
     */
    getMaskingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "masking_rules": [
                     *         {
                     *           "database_name": "orders",
                     *           "schema_name": "public",
                     *           "table_name": "customers",
                     *           "column_name": "email",
                     *           "masking_function": "anon.fake_email()",
                     *           "masking_value": "NULL"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MaskingRulesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update masking rules
     *
     * Changes the masking rules of a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `masking_rules`. It rests on the provider's types alone: no answer is
     * published.
     */
    updateMaskingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "masking_rules": [
                 *         {
                 *           "database_name": "orders",
                 *           "schema_name": "public",
                 *           "table_name": "customers",
                 *           "column_name": "email"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MaskingRulesUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "masking_rules": [
                     *         {
                     *           "database_name": "orders",
                     *           "schema_name": "public",
                     *           "table_name": "customers",
                     *           "column_name": "email",
                     *           "masking_function": "anon.fake_email()",
                     *           "masking_value": "NULL"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MaskingRulesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the anonymization status
     *
     * Returns the status of an anonymized branch.
     *
     * Not shown: query parameters, the response and its states.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project_id`, `branch_id`, `state`, `status_message`, `created_at`,
     * `updated_at`, `failed_at`, `last_run`. It rests on the provider's types alone: no answer is
     * published.
     */
    getAnonymizedBranchStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project_id": "project-1",
                     *       "branch_id": "branch-1",
                     *       "state": "anonymized",
                     *       "status_message": "Anonymization is complete.",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "updated_at": "2026-03-01T09:30:00Z",
                     *       "last_run": {
                     *         "completed_at": "2026-03-01T09:40:00Z",
                     *         "triggered_by": "00000000-0000-4000-8000-0000000000a1",
                     *         "triggered_by_username": "Ada",
                     *         "masked_columns": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AnonymizedBranchStatusResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Start anonymization
     *
     * Starts anonymizing the data of a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `project_id`, `branch_id`, `state`, `status_message`, `created_at`,
     * `updated_at`, `failed_at`, `last_run`. It rests on the provider's types alone: no answer is
     * published.
     */
    startBranchAnonymization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project_id": "project-1",
                     *       "branch_id": "branch-1",
                     *       "state": "anonymized",
                     *       "status_message": "Anonymization is complete.",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "updated_at": "2026-03-01T09:30:00Z",
                     *       "last_run": {
                     *         "completed_at": "2026-03-01T09:40:00Z",
                     *         "triggered_by": "00000000-0000-4000-8000-0000000000a1",
                     *         "triggered_by_username": "Ada",
                     *         "masked_columns": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AnonymizedBranchStatusResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set the default branch
     *
     * Makes a branch the default branch of its project.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branch`, `operations`. The provider's specification shows an example answer.
     */
    setDefaultBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "ready",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         }
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Finalize a branch restore
     *
     * Finalizes the restore of a branch from a snapshot.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `operations`. It rests on the provider's types alone: no answer is published.
     */
    finalizeBranchRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "main_before"
                 *     }
                 */
                "application/json": components["schemas"]["FinalizeBranchRestoreRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "create_branch",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OperationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the computes of a branch
     *
     * Lists the computes of one branch: at most one primary, any number of read replicas.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoints`. The provider's specification shows an example answer.
     */
    listBranchEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoints": [
                     *         {
                     *           "host": "ep-1.region-1.example.com",
                     *           "id": "ep-1",
                     *           "name": "primary",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "region_id": "region-1",
                     *           "type": "read_write",
                     *           "current_state": "active",
                     *           "settings": {
                     *             "pg_settings": {}
                     *           },
                     *           "pooler_enabled": false,
                     *           "pooler_mode": "transaction",
                     *           "disabled": false,
                     *           "passwordless_access": true,
                     *           "creation_source": "console",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "proxy_host": "proxy.example.com",
                     *           "suspend_timeout_seconds": 0,
                     *           "provisioner": "provisioner-1",
                     *           "compute_release_version": "2026.3.1",
                     *           "last_active": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List databases
     *
     * Lists the databases of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `databases`. The provider's specification shows an example answer.
     */
    listDatabases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "databases": [
                     *         {
                     *           "id": 7,
                     *           "branch_id": "branch-1",
                     *           "name": "orders",
                     *           "owner_name": "app",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DatabasesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a database
     *
     * Creates a database on a branch. Its compute gets a new configuration (operation
     * `apply_config`).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `database`, `operations`. The provider's specification shows an example answer.
     */
    createDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "database": {
                 *         "name": "orders",
                 *         "owner_name": "app"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DatabaseCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "database": {
                     *         "id": 7,
                     *         "branch_id": "branch-1",
                     *         "name": "orders",
                     *         "owner_name": "app",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DatabaseOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a database
     *
     * Reads one database.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `database`. The provider's specification shows an example answer.
     */
    getDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "database": {
                     *         "id": 7,
                     *         "branch_id": "branch-1",
                     *         "name": "orders",
                     *         "owner_name": "app",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a database
     *
     * Deletes a database. Its compute gets a new configuration (operation `apply_config`).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `database`, `operations`, or 204 without a body. The answer without a body is
     * for what is gone already. The provider's specification shows an example answer.
     */
    deleteDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "database": {
                     *         "id": 7,
                     *         "branch_id": "branch-1",
                     *         "name": "orders",
                     *         "owner_name": "app",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DatabaseOperations"];
                };
            };
            /** It is gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a database
     *
     * Changes a database. Its compute gets a new configuration (operation `apply_config`).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `database`, `operations`. The provider's specification shows an example answer.
     */
    updateDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "database": {
                 *         "name": "orders"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DatabaseUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "database": {
                     *         "id": 7,
                     *         "branch_id": "branch-1",
                     *         "name": "orders",
                     *         "owner_name": "app",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DatabaseOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List roles
     *
     * Lists the Postgres roles of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `roles`. The provider's specification shows an example answer.
     */
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "roles": [
                     *         {
                     *           "branch_id": "branch-1",
                     *           "name": "app",
                     *           "protected": false,
                     *           "authentication_method": "password",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RolesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a role
     *
     * Creates a Postgres role on a branch. Its compute gets a new configuration (operation
     * `apply_config`).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `role`, `operations`. The provider's specification shows an example answer.
     */
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": {
                 *         "name": "app"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RoleCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "role": {
                     *         "branch_id": "branch-1",
                     *         "name": "app",
                     *         "password": "example-password",
                     *         "protected": false,
                     *         "authentication_method": "password",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RoleOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a role
     *
     * Reads one Postgres role.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `role`. The provider's specification shows an example answer.
     */
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "role": {
                     *         "branch_id": "branch-1",
                     *         "name": "app",
                     *         "protected": false,
                     *         "authentication_method": "password",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a role
     *
     * Deletes a Postgres role. Its compute gets a new configuration (operation `apply_config`).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `role`, `operations`, or 204 without a body. The answer without a body is for
     * what is gone already. The provider's specification shows an example answer.
     */
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "role": {
                     *         "branch_id": "branch-1",
                     *         "name": "app",
                     *         "protected": false,
                     *         "authentication_method": "password",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RoleOperations"];
                };
            };
            /** It is gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a role's password
     *
     * Returns the password of a Postgres role.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `password`. The provider's specification shows an example answer.
     */
    revealRolePassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "password": "example-password"
                     *     }
                     */
                    "application/json": components["schemas"]["RolePasswordResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** Passwords are not stored. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "passwords are not stored"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Reset a role's password
     *
     * Resets the password of a Postgres role.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `role`, `operations`. The provider's specification shows an example answer.
     */
    resetRolePassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "role": {
                     *         "branch_id": "branch-1",
                     *         "name": "app",
                     *         "password": "example-password",
                     *         "protected": false,
                     *         "authentication_method": "password",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "endpoint_id": "ep-1",
                     *           "action": "apply_config",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RoleOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get managed authentication
     *
     * Returns the details of managed authentication on a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with a shape of 10 fields. The provider calls it beta. It rests on the provider's
     * types alone: no answer is published.
     */
    getBranchAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_provider": "better_auth",
                     *       "auth_provider_project_id": "auth-project-1",
                     *       "branch_id": "branch-1",
                     *       "db_name": "orders",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "owned_by": "neon",
                     *       "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *       "base_url": "https://auth.example.com/branch-1",
                     *       "name": "orders"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthIntegration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Enable managed authentication
     *
     * Enables managed authentication for a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `auth_provider`, `auth_provider_project_id`, `pub_client_key`,
     * `secret_server_key`, `jwks_url`, `schema_name`, `table_name`, `base_url`. The provider calls it
     * beta. It rests on the provider's types alone: no answer is published.
     */
    enableBranchAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_provider": "better_auth",
                 *       "database_name": "orders"
                 *     }
                 */
                "application/json": components["schemas"]["EnableNeonAuthIntegrationRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_provider": "better_auth",
                     *       "auth_provider_project_id": "auth-project-1",
                     *       "pub_client_key": "public-client-key",
                     *       "secret_server_key": "server-secret",
                     *       "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *       "schema_name": "public",
                     *       "table_name": "users_sync",
                     *       "base_url": "https://auth.example.com/branch-1"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthCreateIntegrationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Disable managed authentication
     *
     * Disables managed authentication for a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    disableBranchAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "delete_data": false
                 *     }
                 */
                "application/json": components["schemas"]["DisableBranchAuthRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List redirect domains
     *
     * Lists the domains that managed authentication may redirect to.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `domains`. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    listBranchAuthDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         {
                     *           "domain": "https://app.example.com",
                     *           "auth_provider": "better_auth"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthRedirectURIWhitelistResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add a redirect domain
     *
     * Adds a domain that managed authentication may redirect to.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    addBranchAuthDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "https://app.example.com",
                 *       "auth_provider": "better_auth"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthAddDomainToRedirectURIWhitelistRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a redirect domain
     *
     * Deletes a domain from those that managed authentication may redirect to.
     *
     * Not shown: how the domain is named, and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteBranchAuthDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_provider": "better_auth",
                 *       "domains": [
                 *         {
                 *           "domain": "https://app.example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthDeleteDomainFromRedirectURIWhitelistRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an auth user
     *
     * Creates a user of managed authentication.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `id`. The provider calls it beta. It rests on the provider's types alone: no
     * answer is published.
     */
    createBranchAuthUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBranchNeonAuthNewUserRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "auth-user-1"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthCreateNewUserResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an auth user
     *
     * Deletes a user of managed authentication.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteBranchAuthUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update an auth user's role
     *
     * Changes the role of a user of managed authentication.
     *
     * Not shown: the request, the response and the roles.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`. It rests on the provider's types alone: no answer is published.
     */
    updateBranchAuthUserRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roles": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateNeonAuthUserRoleRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "auth-user-1"
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateNeonAuthUserRoleResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List OAuth providers
     *
     * Lists the OAuth providers of managed authentication.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `providers`. The provider calls it beta. It rests on the provider's types
     * alone: no answer is published.
     */
    listBranchAuthOauthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "google",
                     *           "type": "standard",
                     *           "client_id": "client-1",
                     *           "client_secret": "client-secret"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListNeonAuthOauthProvidersResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add an OAuth provider
     *
     * Adds an OAuth provider to managed authentication.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider calls it beta. It
     * rests on the provider's types alone: no answer is published.
     */
    addBranchAuthOauthProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "google",
                 *       "client_id": "client-1",
                 *       "client_secret": "client-secret"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthAddOAuthProviderRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "google",
                     *       "type": "standard",
                     *       "client_id": "client-1",
                     *       "client_secret": "client-secret"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthOauthProvider"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an OAuth provider
     *
     * Deletes an OAuth provider of managed authentication.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteBranchAuthOauthProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update an OAuth provider
     *
     * Changes an OAuth provider of managed authentication.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider calls it beta. It
     * rests on the provider's types alone: no answer is published.
     */
    updateBranchAuthOauthProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "client-1",
                 *       "client_secret": "client-secret"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthUpdateOAuthProviderRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "google",
                     *       "type": "standard",
                     *       "client_id": "client-1",
                     *       "client_secret": "client-secret"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthOauthProvider"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Send a test email
     *
     * Sends a test email.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `success`, `error_message`. The provider calls it beta. It rests on the
     * provider's types alone: no answer is published.
     */
    sendBranchAuthTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "host": "ep-1.region-1.example.com",
                 *       "port": 587,
                 *       "username": "mailer",
                 *       "password": "example-password",
                 *       "sender_email": "no-reply@example.com",
                 *       "sender_name": "Orders",
                 *       "recipient_email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["SendNeonAuthTestEmailRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["SendNeonAuthTestEmailResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the email and password configuration
     *
     * Returns the configuration of sign-in by email and password.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `email_verification_method`, `require_email_verification`,
     * `auto_sign_in_after_verification`, `send_verification_email_on_sign_up`,
     * `send_verification_email_on_sign_in`, `disable_sign_up`. It rests on the provider's types alone:
     * no answer is published.
     */
    getBranchAuthEmailAndPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "email_verification_method": "link",
                     *       "require_email_verification": true,
                     *       "auto_sign_in_after_verification": true,
                     *       "send_verification_email_on_sign_up": true,
                     *       "send_verification_email_on_sign_in": false,
                     *       "disable_sign_up": false
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthEmailAndPasswordConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the email and password configuration
     *
     * Changes the configuration of sign-in by email and password.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `email_verification_method`, `require_email_verification`,
     * `auto_sign_in_after_verification`, `send_verification_email_on_sign_up`,
     * `send_verification_email_on_sign_in`, `disable_sign_up`. It rests on the provider's types alone:
     * no answer is published.
     */
    updateBranchAuthEmailAndPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "email_verification_method": "link",
                 *       "require_email_verification": true,
                 *       "auto_sign_in_after_verification": true,
                 *       "send_verification_email_on_sign_up": true,
                 *       "send_verification_email_on_sign_in": false,
                 *       "disable_sign_up": false
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthEmailAndPasswordConfigUpdate"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "email_verification_method": "link",
                     *       "require_email_verification": true,
                     *       "auto_sign_in_after_verification": true,
                     *       "send_verification_email_on_sign_up": true,
                     *       "send_verification_email_on_sign_in": false,
                     *       "disable_sign_up": false
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthEmailAndPasswordConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the email provider configuration
     *
     * Returns the configuration of the provider that sends emails.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
     * It rests on the provider's types alone: no answer is published.
     */
    getBranchAuthEmailProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "standard",
                     *       "host": "ep-1.region-1.example.com",
                     *       "port": 587,
                     *       "username": "mailer",
                     *       "password": "example-password",
                     *       "sender_email": "no-reply@example.com",
                     *       "sender_name": "Orders"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthEmailServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the email provider configuration
     *
     * Changes the configuration of the provider that sends emails.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
     * It rests on the provider's types alone: no answer is published.
     */
    updateBranchAuthEmailProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "standard",
                 *       "host": "ep-1.region-1.example.com",
                 *       "port": 587,
                 *       "username": "mailer",
                 *       "password": "example-password",
                 *       "sender_email": "no-reply@example.com",
                 *       "sender_name": "Orders"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthEmailServer"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "standard",
                     *       "host": "ep-1.region-1.example.com",
                     *       "port": 587,
                     *       "username": "mailer",
                     *       "password": "example-password",
                     *       "sender_email": "no-reply@example.com",
                     *       "sender_name": "Orders"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthEmailServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the localhost setting
     *
     * Returns whether managed authentication allows localhost.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `allow_localhost`. It rests on the provider's types alone: no answer is
     * published.
     */
    getBranchAuthAllowLocalhost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "allow_localhost": true
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthAllowLocalhostResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the localhost setting
     *
     * Sets whether managed authentication allows localhost.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `allow_localhost`. It rests on the provider's types alone: no answer is
     * published.
     */
    updateBranchAuthAllowLocalhost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allow_localhost": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateNeonAuthAllowLocalhostRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "allow_localhost": true
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthAllowLocalhostResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get plugin configurations
     *
     * Returns the configurations of the plugins of managed authentication.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `organization`, `magic_link`, `phone_number`, `email_provider`,
     * `email_and_password`, `oauth_providers`, `allow_localhost`. It rests on the provider's types
     * alone: no answer is published.
     */
    getBranchAuthPlugins: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization": {
                     *         "enabled": true,
                     *         "organization_limit": 10,
                     *         "membership_limit": 100,
                     *         "creator_role": "owner",
                     *         "send_invitation_email": false
                     *       },
                     *       "magic_link": {
                     *         "enabled": true,
                     *         "expires_in": 5,
                     *         "disable_sign_up": false
                     *       },
                     *       "phone_number": {
                     *         "enabled": true,
                     *         "otp_expires_in": 300
                     *       },
                     *       "email_provider": {
                     *         "type": "standard",
                     *         "host": "ep-1.region-1.example.com",
                     *         "port": 587,
                     *         "username": "mailer",
                     *         "password": "example-password",
                     *         "sender_email": "no-reply@example.com",
                     *         "sender_name": "Orders"
                     *       },
                     *       "email_and_password": {
                     *         "enabled": true,
                     *         "email_verification_method": "link",
                     *         "require_email_verification": true,
                     *         "auto_sign_in_after_verification": true,
                     *         "send_verification_email_on_sign_up": true,
                     *         "send_verification_email_on_sign_in": false,
                     *         "disable_sign_up": false
                     *       },
                     *       "oauth_providers": [
                     *         {
                     *           "id": "google",
                     *           "type": "standard",
                     *           "client_id": "client-1",
                     *           "client_secret": "client-secret"
                     *         }
                     *       ],
                     *       "allow_localhost": true
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthPluginConfigs"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the organization plugin
     *
     * Changes the configuration of the organization plugin.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `organization_limit`, `membership_limit`, `creator_role`,
     * `send_invitation_email`. It rests on the provider's types alone: no answer is published.
     */
    updateBranchAuthOrganizationPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "organization_limit": 10,
                 *       "membership_limit": 100,
                 *       "creator_role": "owner",
                 *       "send_invitation_email": false
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthOrganizationConfigUpdate"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "organization_limit": 10,
                     *       "membership_limit": 100,
                     *       "creator_role": "owner",
                     *       "send_invitation_email": false
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthOrganizationConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the auth configuration
     *
     * Changes the configuration of managed authentication.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `name`. It rests on the provider's types alone: no answer is published.
     */
    updateBranchAuthConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Orders"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthConfigUpdate"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Orders"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthConfigResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the magic link plugin
     *
     * Changes the configuration of the magic link plugin.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `expires_in`, `disable_sign_up`. It rests on the provider's types
     * alone: no answer is published.
     */
    updateBranchAuthMagicLinkPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "expires_in": 5,
                 *       "disable_sign_up": false
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthMagicLinkConfigUpdate"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "expires_in": 5,
                     *       "disable_sign_up": false
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthMagicLinkConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the phone number plugin
     *
     * Returns the configuration of the phone number plugin.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `otp_expires_in`. It rests on the provider's types alone: no answer
     * is published.
     */
    getBranchAuthPhoneNumberPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "otp_expires_in": 300
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthPhoneNumberConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the phone number plugin
     *
     * Changes the configuration of the phone number plugin.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `otp_expires_in`. It rests on the provider's types alone: no answer
     * is published.
     */
    updateBranchAuthPhoneNumberPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "otp_expires_in": 300
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthPhoneNumberConfigUpdate"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "otp_expires_in": 300
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthPhoneNumberConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the webhook configuration
     *
     * Returns the webhook configuration of managed authentication.
     *
     * Not shown: query parameters, the response, the kinds of event, their payloads, delivery and
     * signing.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `webhook_url`, `enabled_events`, `timeout_seconds`. It rests on the
     * provider's types alone: no answer is published.
     */
    getBranchAuthWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "webhook_url": "https://app.example.com/hooks",
                     *       "enabled_events": [
                     *         "user.created"
                     *       ],
                     *       "timeout_seconds": 5
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthWebhookConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the webhook configuration
     *
     * Sets the webhook configuration of managed authentication.
     *
     * Not shown: the request, the response, the kinds of event, their payloads, delivery and
     * signing.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `webhook_url`, `enabled_events`, `timeout_seconds`. It rests on the
     * provider's types alone: no answer is published.
     */
    updateBranchAuthWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "webhook_url": "https://app.example.com/hooks",
                 *       "enabled_events": [
                 *         "user.created"
                 *       ],
                 *       "timeout_seconds": 5
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthWebhookConfig"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "webhook_url": "https://app.example.com/hooks",
                     *       "enabled_events": [
                     *         "user.created"
                     *       ],
                     *       "timeout_seconds": 5
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthWebhookConfig"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an auth integration
     *
     * Creates an authentication integration (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `auth_provider`, `auth_provider_project_id`, `pub_client_key`,
     * `secret_server_key`, `jwks_url`, `schema_name`, `table_name`, `base_url`. The provider ends it
     * on 2026-03-01. It rests on the provider's types alone: no answer is published.
     * @deprecated
     */
    createLegacyAuthIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_provider": "better_auth",
                 *       "project_id": "project-1",
                 *       "branch_id": "branch-1",
                 *       "database_name": "orders"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthCreateIntegrationRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_provider": "better_auth",
                     *       "auth_provider_project_id": "auth-project-1",
                     *       "pub_client_key": "public-client-key",
                     *       "secret_server_key": "server-secret",
                     *       "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *       "schema_name": "public",
                     *       "table_name": "users_sync",
                     *       "base_url": "https://auth.example.com/branch-1"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthCreateIntegrationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List trusted domains
     *
     * Lists the trusted domains for redirect URIs (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `domains`. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    listLegacyAuthDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         {
                     *           "domain": "https://app.example.com",
                     *           "auth_provider": "better_auth"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthRedirectURIWhitelistResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add a trusted domain
     *
     * Adds a trusted domain for redirect URIs (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    addLegacyAuthDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "https://app.example.com",
                 *       "auth_provider": "better_auth"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthAddDomainToRedirectURIWhitelistRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a trusted domain
     *
     * Deletes a trusted domain for redirect URIs (legacy form, per project).
     *
     * Not shown: how the domain is named, and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    deleteLegacyAuthDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_provider": "better_auth",
                 *       "domains": [
                 *         {
                 *           "domain": "https://app.example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthDeleteDomainFromRedirectURIWhitelistRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create auth provider SDK keys
     *
     * Creates SDK keys of the authentication provider (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `auth_provider`, `auth_provider_project_id`, `pub_client_key`,
     * `secret_server_key`, `jwks_url`, `schema_name`, `table_name`, `base_url`. It rests on the
     * provider's types alone: no answer is published.
     */
    createLegacyAuthKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "project-1",
                 *       "auth_provider": "better_auth"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthCreateAuthProviderSDKKeysRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_provider": "better_auth",
                     *       "auth_provider_project_id": "auth-project-1",
                     *       "pub_client_key": "public-client-key",
                     *       "secret_server_key": "server-secret",
                     *       "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *       "schema_name": "public",
                     *       "table_name": "users_sync",
                     *       "base_url": "https://auth.example.com/branch-1"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthCreateIntegrationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an auth user
     *
     * Creates a user of the authentication provider (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `id`. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    createLegacyAuthUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "project-1",
                 *       "auth_provider": "better_auth",
                 *       "email": "ada@example.com",
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthCreateNewUserRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "auth-user-1"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthCreateNewUserResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an auth user
     *
     * Deletes a user of the authentication provider (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    deleteLegacyAuthUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Take over a managed auth project
     *
     * Transfers a managed authentication project to the caller's own account (legacy form, per
     * project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `url`. It rests on the provider's types alone: no answer is published.
     */
    transferLegacyAuthOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project_id": "project-1",
                 *       "auth_provider": "better_auth"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthTransferAuthProviderProjectRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://auth.example.com/transfer/auth-project-1"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthTransferAuthProviderProjectResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List auth integrations
     *
     * Lists the active authentication integrations of a project (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `data`. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    listLegacyAuthIntegrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "auth_provider": "better_auth",
                     *           "auth_provider_project_id": "auth-project-1",
                     *           "branch_id": "branch-1",
                     *           "db_name": "orders",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "owned_by": "neon",
                     *           "jwks_url": "https://auth.example.com/.well-known/jwks.json",
                     *           "base_url": "https://auth.example.com/branch-1",
                     *           "name": "orders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListNeonAuthIntegrationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List OAuth providers
     *
     * Lists the OAuth providers of a project (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `providers`. The provider ends it on 2026-03-01. It rests on the provider's
     * types alone: no answer is published.
     * @deprecated
     */
    listLegacyAuthOauthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "google",
                     *           "type": "standard",
                     *           "client_id": "client-1",
                     *           "client_secret": "client-secret"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListNeonAuthOauthProvidersResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add an OAuth provider
     *
     * Adds an OAuth provider to a project (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider ends it on 2026-03-01.
     * It rests on the provider's types alone: no answer is published.
     * @deprecated
     */
    addLegacyAuthOauthProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "google",
                 *       "client_id": "client-1",
                 *       "client_secret": "client-secret"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthAddOAuthProviderRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "google",
                     *       "type": "standard",
                     *       "client_id": "client-1",
                     *       "client_secret": "client-secret"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthOauthProvider"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an OAuth provider
     *
     * Deletes an OAuth provider of a project (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    deleteLegacyAuthOauthProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update an OAuth provider
     *
     * Changes an OAuth provider of a project (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `type`, `client_id`, `client_secret`. The provider ends it on 2026-03-01.
     * It rests on the provider's types alone: no answer is published.
     * @deprecated
     */
    updateLegacyAuthOauthProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "client-1",
                 *       "client_secret": "client-secret"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthUpdateOAuthProviderRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "google",
                     *       "type": "standard",
                     *       "client_id": "client-1",
                     *       "client_secret": "client-secret"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthOauthProvider"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the email server configuration
     *
     * Returns the configuration of the email server (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
     * The provider ends it on 2026-03-01. It rests on the provider's types alone: no answer is
     * published.
     * @deprecated
     */
    getLegacyAuthEmailServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "standard",
                     *       "host": "ep-1.region-1.example.com",
                     *       "port": 587,
                     *       "username": "mailer",
                     *       "password": "example-password",
                     *       "sender_email": "no-reply@example.com",
                     *       "sender_name": "Orders"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthEmailServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the email server configuration
     *
     * Changes the configuration of the email server (legacy form, per project).
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `type`, `host`, `port`, `username`, `password`, `sender_email`, `sender_name`.
     * The provider ends it on 2026-03-01. It rests on the provider's types alone: no answer is
     * published.
     * @deprecated
     */
    updateLegacyAuthEmailServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "standard",
                 *       "host": "ep-1.region-1.example.com",
                 *       "port": 587,
                 *       "username": "mailer",
                 *       "password": "example-password",
                 *       "sender_email": "no-reply@example.com",
                 *       "sender_name": "Orders"
                 *     }
                 */
                "application/json": components["schemas"]["NeonAuthEmailServer"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "standard",
                     *       "host": "ep-1.region-1.example.com",
                     *       "port": 587,
                     *       "username": "mailer",
                     *       "password": "example-password",
                     *       "sender_email": "no-reply@example.com",
                     *       "sender_name": "Orders"
                     *     }
                     */
                    "application/json": components["schemas"]["NeonAuthEmailServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an auth integration
     *
     * Deletes the integration with an authentication provider (legacy form, per project).
     *
     * Not shown: query parameters, the response and the names of providers.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. The provider ends it on 2026-03-01. It rests on the provider's types
     * alone: no answer is published.
     * @deprecated
     */
    deleteLegacyAuthIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Name of an authentication provider.
                 * @example auth-provider-1
                 */
                auth_provider: components["parameters"]["AuthProviderPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "delete_data": false
                 *     }
                 */
                "application/json": components["schemas"]["DeleteLegacyAuthIntegrationRequest"];
            };
        };
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get an organization
     *
     * Reads one organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with a shape of 9 fields. The provider's specification shows an example answer.
     */
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org-1",
                     *       "name": "Example",
                     *       "handle": "example",
                     *       "plan": "launch_v3",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "managed_by": "console",
                     *       "updated_at": "2026-03-01T09:30:00Z",
                     *       "allow_hipaa_projects": false,
                     *       "require_mfa": false
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List an organization's API keys
     *
     * Lists the API keys of an organization. Secrets are returned only at creation, never here.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an array. An answer of the provider was recorded.
     */
    listOrganizationApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 101,
                     *         "name": "ci",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "id": "00000000-0000-4000-8000-0000000000a1",
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         },
                     *         "last_used_at": "2026-03-01T09:30:00Z",
                     *         "last_used_from_addr": "203.0.113.7",
                     *         "project_id": "project-1"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OrgApiKeysListResponseItem"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an organization API key or a project-scoped one
     *
     * Creates an API key and returns its secret, only this once. With `project_id` the key is scoped
     * to that one project: any member of the organization may create it, for any project the
     * organization owns. An organization-wide key can be created only by an administrator, which is
     * verified first. Both are created with a personal key. This is the only shown mutating response
     * that lists no operations.
     *
     * Not shown: whether `project_id` may be omitted, the effect of omitting it, and what a refused
     * request returns.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `key`, `name`, `created_at`, `created_by`, `project_id`. The provider's
     * specification shows an example answer.
     */
    createOrganizationApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OrganizationApiKeyCreate"];
        responses: {
            200: components["responses"]["ApiKeyCreated"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Revoke an organization's API key
     *
     * Revokes an organization-wide or project-scoped key, immediately and permanently: every later
     * request with it fails with 401. Only administrators of the organization may do so.
     *
     * Not shown: query parameters, the response, and what a refused request returns.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `name`, `created_at`, `created_by`, `last_used_at`,
     * `last_used_from_addr`, `revoked`, `project_id`. The provider's specification shows an example
     * answer.
     */
    revokeOrganizationApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Key identifier, the `id` of an API key.
                 * @example 101
                 */
                key_id: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 101,
                     *       "name": "ci",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "created_by": "00000000-0000-4000-8000-0000000000a1",
                     *       "last_used_at": "2026-03-01T09:30:00Z",
                     *       "last_used_from_addr": "203.0.113.7",
                     *       "revoked": true,
                     *       "project_id": "project-1"
                     *     }
                     */
                    "application/json": components["schemas"]["OrgApiKeyRevokeResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the spending limit
     *
     * Returns the spending limit of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `spending_limit_cents`. The provider calls it beta. It rests on the provider's
     * types alone: no answer is published.
     */
    getSpendingLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "spending_limit_cents": 10000
                     *     }
                     */
                    "application/json": components["schemas"]["SpendingLimitResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set the spending limit
     *
     * Sets the spending limit of an organization.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `spending_limit_cents`. The provider calls it beta. It rests on the provider's
     * types alone: no answer is published.
     */
    setSpendingLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "spending_limit_cents": 10000
                 *     }
                 */
                "application/json": components["schemas"]["SpendingLimitUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "spending_limit_cents": 10000
                     *     }
                     */
                    "application/json": components["schemas"]["SpendingLimitResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Remove the spending limit
     *
     * Removes the spending limit of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an empty object. The provider calls it beta. It rests on the provider's types
     * alone: no answer is published.
     */
    removeSpendingLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List members
     *
     * Lists the members of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `members`, `pagination`. The provider's specification shows an example answer.
     */
    listOrganizationMembers: {
        parameters: {
            query?: {
                /**
                 * Field to sort by.
                 * @example email
                 */
                sort_by?: ("email" | "role" | "joined_at") | string;
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Direction of the list.
                 * @example asc
                 */
                sort_order?: ("asc" | "desc") | string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "member": {
                     *             "id": "00000000-0000-4000-8000-0000000000c1",
                     *             "user_id": "00000000-0000-4000-8000-0000000000a1",
                     *             "org_id": "org-1",
                     *             "role": "member",
                     *             "joined_at": "2026-03-01T09:30:00Z"
                     *           },
                     *           "user": {
                     *             "email": "ada@example.com",
                     *             "has_mfa": true
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListOrganizationMembersResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a member
     *
     * Reads one member of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `user_id`, `org_id`, `role`, `joined_at`. The provider's specification
     * shows an example answer.
     */
    getOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-0000000000c1",
                     *       "user_id": "00000000-0000-4000-8000-0000000000a1",
                     *       "org_id": "org-1",
                     *       "role": "member",
                     *       "joined_at": "2026-03-01T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Remove a member
     *
     * Removes a member from an organization. The member's personal keys lose access to the
     * organization's projects.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
     * published.
     */
    removeOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a member's role
     *
     * Changes the role of a member in the organization.
     *
     * Not shown: the request, the response and the roles.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `user_id`, `org_id`, `role`, `joined_at`. It rests on the provider's
     * types alone: no answer is published.
     */
    updateOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Identifier of an organization member.
                 * @example member-1
                 */
                member_id: components["parameters"]["MemberIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "member"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationMemberUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-0000000000c1",
                     *       "user_id": "00000000-0000-4000-8000-0000000000a1",
                     *       "org_id": "org-1",
                     *       "role": "member",
                     *       "joined_at": "2026-03-01T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List invitations
     *
     * Lists the invitations of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `invitations`. The provider's specification shows an example answer.
     */
    listOrganizationInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-0000000000d1",
                     *           "email": "ada@example.com",
                     *           "org_id": "org-1",
                     *           "invited_by": "00000000-0000-4000-8000-0000000000a1",
                     *           "invited_at": "2026-03-01T09:30:00Z",
                     *           "role": "member"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationInvitationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create invitations
     *
     * Invites people into an organization.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `invitations`. It rests on the provider's types alone: no answer is published.
     */
    createOrganizationInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitations": [
                 *         {
                 *           "email": "ada@example.com",
                 *           "role": "member"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationInvitesCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-0000000000d1",
                     *           "email": "ada@example.com",
                     *           "org_id": "org-1",
                     *           "invited_by": "00000000-0000-4000-8000-0000000000a1",
                     *           "invited_at": "2026-03-01T09:30:00Z",
                     *           "role": "member"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationInvitationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Transfer projects between organizations
     *
     * Transfers projects from one organization to another. Project-scoped keys of a transferred
     * project stop working.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
     * published.
     */
    transferOrganizationProjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Identifier of the organization the projects leave.
                 * @example org-1
                 */
                source_org_id: components["parameters"]["SourceOrgIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destination_org_id": "org-2",
                 *       "project_ids": [
                 *         "project-1"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TransferProjectsToOrganizationRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** A condition is not met. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "limits": [
                     *         {
                     *           "name": "projects",
                     *           "expected": "10",
                     *           "actual": "3"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LimitsUnsatisfiedResponse"];
                };
            };
            /** It cannot be done. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "id": "project-1",
                     *           "integration": "github"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectsWithIntegrationResponse"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List VPC endpoints of all regions
     *
     * Lists the VPC endpoints of an organization across all regions.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoints`. It rests on the provider's types alone: no answer is published.
     */
    listOrganizationVpcEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoints": [
                     *         {
                     *           "vpc_endpoint_id": "vpc-endpoint-1",
                     *           "label": "production",
                     *           "region_id": "region-1"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VPCEndpointsWithRegionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List VPC endpoints of a region
     *
     * Lists the VPC endpoints of an organization in one region.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `endpoints`. It rests on the provider's types alone: no answer is published.
     */
    listOrganizationRegionVpcEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Region identifier.
                 * @example region-1
                 */
                region_id: components["parameters"]["RegionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoints": [
                     *         {
                     *           "vpc_endpoint_id": "vpc-endpoint-1",
                     *           "label": "production"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VPCEndpointsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a VPC endpoint
     *
     * Reads one VPC endpoint of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `vpc_endpoint_id`, `label`, `state`, `num_restricted_projects`,
     * `example_restricted_projects`. It rests on the provider's types alone: no answer is published.
     */
    getOrganizationVpcEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Region identifier.
                 * @example region-1
                 */
                region_id: components["parameters"]["RegionIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "vpc_endpoint_id": "vpc-endpoint-1",
                     *       "label": "production",
                     *       "state": "accepted",
                     *       "num_restricted_projects": 1,
                     *       "example_restricted_projects": [
                     *         "project-1"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VPCEndpointDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Assign or update a VPC endpoint
     *
     * Assigns a VPC endpoint to an organization, or updates it.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
     */
    assignOrganizationVpcEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Region identifier.
                 * @example region-1
                 */
                region_id: components["parameters"]["RegionIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "production"
                 *     }
                 */
                "application/json": components["schemas"]["VPCEndpointAssignment"];
            };
        };
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a VPC endpoint
     *
     * Deletes a VPC endpoint of an organization.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 without a body. It rests on the provider's types alone: no answer is published.
     */
    deleteOrganizationVpcEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Organization identifier.
                 * @example org-1
                 */
                org_id: components["parameters"]["OrgIdPath"];
                /**
                 * Region identifier.
                 * @example region-1
                 */
                region_id: components["parameters"]["RegionIdPath"];
                /**
                 * Identifier of a VPC endpoint.
                 * @example vpc-endpoint-1
                 */
                vpc_endpoint_id: components["parameters"]["VpcEndpointIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the caller's API keys
     *
     * Lists the caller's API keys. Secrets are returned only at creation, never here.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an array. An answer of the provider was recorded.
     */
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 101,
                     *         "name": "ci",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "id": "00000000-0000-4000-8000-0000000000a1",
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         },
                     *         "last_used_at": "2026-03-01T09:30:00Z",
                     *         "last_used_from_addr": "203.0.113.7"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKeysListResponseItem"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an API key
     *
     * Creates an API key. Any user may create a personal one; the secret is returned only at creation.
     * There is no strict limit, but 10,000 keys per account is the recommended maximum.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `key`, `name`, `created_at`, `created_by`. The provider's specification
     * shows an example answer.
     */
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key_name": "ci"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 101,
                     *       "key": "example-api-key",
                     *       "name": "ci",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "created_by": "00000000-0000-4000-8000-0000000000a1"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyCreateResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Revoke an API key
     *
     * Revokes a key, immediately and permanently: every later request with it fails with 401. Only the
     * owner of the account may revoke a personal key.
     *
     * Not shown: query parameters, the response, and what a refused request returns.
     *
     * Observed (neon 2026-11-22): Answers 200 with `id`, `name`, `created_at`, `created_by`, `last_used_at`,
     * `last_used_from_addr`, `revoked`. The provider's specification shows an example answer.
     */
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Key identifier, the `id` of an API key.
                 * @example 101
                 */
                key_id: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 101,
                     *       "name": "ci",
                     *       "created_at": "2026-03-01T09:30:00Z",
                     *       "created_by": "00000000-0000-4000-8000-0000000000a1",
                     *       "last_used_at": "2026-03-01T09:30:00Z",
                     *       "last_used_from_addr": "203.0.113.7",
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyRevokeResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the current user
     *
     * Returns the details of the current user.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with a shape of 14 fields. It rests on the provider's types alone: no answer is
     * published.
     */
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active_seconds_limit": 360000,
                     *       "auth_accounts": [
                     *         {
                     *           "email": "ada@example.com",
                     *           "image": "https://images.example.com/ada.png",
                     *           "login": "ada",
                     *           "name": "Ada",
                     *           "provider": "github"
                     *         }
                     *       ],
                     *       "email": "ada@example.com",
                     *       "id": "user-1",
                     *       "image": "https://images.example.com/ada.png",
                     *       "login": "ada",
                     *       "name": "Ada",
                     *       "last_name": "Lovelace",
                     *       "projects_limit": 10,
                     *       "branches_limit": 10,
                     *       "max_autoscaling_limit": 8,
                     *       "compute_seconds_limit": 360000,
                     *       "plan": "launch_v3"
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentUserInfoResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the current user's organizations
     *
     * Lists the organizations of the current user.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `organizations`. It rests on the provider's types alone: no answer is
     * published.
     */
    listCurrentUserOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "org-1",
                     *           "name": "Example",
                     *           "handle": "example",
                     *           "plan": "launch_v3",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "managed_by": "console",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "allow_hipaa_projects": false,
                     *           "require_mfa": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Transfer personal projects to an organization
     *
     * Transfers projects from the caller's personal account to an organization.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an empty object. The provider ends it on 2026-07-01. It rests on the provider's
     * types alone: no answer is published.
     * @deprecated
     */
    transferCurrentUserProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destination_org_id": "org-2",
                 *       "project_ids": [
                 *         "project-1"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TransferProjectsToOrganizationRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** A condition is not met. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "limits": [
                     *         {
                     *           "name": "projects",
                     *           "expected": "10",
                     *           "actual": "3"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LimitsUnsatisfiedResponse"];
                };
            };
            /** It cannot be done. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "id": "project-1",
                     *           "integration": "github"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectsWithIntegrationResponse"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get authentication details
     *
     * Returns how the current request is authenticated.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `account_id`, `auth_method`, `auth_data`. It rests on the provider's types
     * alone: no answer is published.
     */
    getRequestAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "org-1",
                     *       "auth_method": "api_key_user",
                     *       "auth_data": "user-1"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthDetailsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List regions
     *
     * Lists the regions the service supports.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `regions`. It rests on the provider's types alone: no answer is published.
     */
    listRegions: {
        parameters: {
            query?: {
                /**
                 * Organization of the items.
                 * @example org-1
                 */
                org_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "regions": [
                     *         {
                     *           "region_id": "region-1",
                     *           "name": "Region 1",
                     *           "default": true,
                     *           "geo_lat": "39.96",
                     *           "geo_long": "-83.00"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ActiveRegionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List project consumption (legacy plans)
     *
     * Lists consumption metrics of projects on legacy plans.
     *
     * Not shown: query parameters, the response and the metrics.
     *
     * Observed (neon 2026-11-22): Answers 200 with `projects`, `pagination`. It rests on the provider's types alone: no answer is
     * published.
     */
    listLegacyProjectConsumption: {
        parameters: {
            query: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * Projects to report, all unless given.
                 * @example [
                 *       "project-1"
                 *     ]
                 */
                project_ids?: string[];
                /**
                 * Beginning of the time range.
                 * @example 2026-03-01T00:00:00Z
                 */
                from: string;
                /**
                 * End of the time range.
                 * @example 2026-04-01T00:00:00Z
                 */
                to: string;
                /**
                 * Length of a time frame.
                 * @example daily
                 */
                granularity: components["schemas"]["ConsumptionHistoryGranularity"];
                /**
                 * Organization of the items.
                 * @example org-1
                 */
                org_id?: string;
                /**
                 * Whether to include the older metrics.
                 * @deprecated
                 * @example false
                 */
                include_v1_metrics?: boolean;
                /**
                 * Metrics to report.
                 * @example [
                 *       "compute_time_seconds"
                 *     ]
                 */
                metrics?: components["schemas"]["ConsumptionHistoryQueryMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "project_id": "project-1",
                     *           "periods": [
                     *             {
                     *               "period_id": "00000000-0000-4000-8000-0000000000b1",
                     *               "period_plan": "launch_v3",
                     *               "period_start": "2026-03-01T00:00:00Z",
                     *               "period_end": "2026-04-01T00:00:00Z",
                     *               "consumption": [
                     *                 {
                     *                   "timeframe_start": "2026-03-01T00:00:00Z",
                     *                   "timeframe_end": "2026-03-02T00:00:00Z",
                     *                   "active_time_seconds": 1820,
                     *                   "compute_time_seconds": 1820,
                     *                   "written_data_bytes": 4096,
                     *                   "synthetic_storage_size_bytes": 33554432,
                     *                   "data_storage_bytes_hour": 4096,
                     *                   "logical_size_bytes": 33554432,
                     *                   "logical_size_bytes_hour": 33554432
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListLegacyProjectConsumptionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** The plan does not include it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "the plan does not include it"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** A condition is not met. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "a condition is not met"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List project consumption
     *
     * Lists consumption metrics of projects.
     *
     * Not shown: query parameters, the response and the metrics.
     *
     * Observed (neon 2026-11-22): Answers 200 with `projects`, `pagination`. It rests on the provider's types alone: no answer is
     * published.
     */
    listProjectConsumption: {
        parameters: {
            query: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * Projects to report, all unless given.
                 * @example [
                 *       "project-1"
                 *     ]
                 */
                project_ids?: string[];
                /**
                 * Beginning of the time range.
                 * @example 2026-03-01T00:00:00Z
                 */
                from: string;
                /**
                 * End of the time range.
                 * @example 2026-04-01T00:00:00Z
                 */
                to: string;
                /**
                 * Length of a time frame.
                 * @example daily
                 */
                granularity: components["schemas"]["ConsumptionHistoryGranularity"];
                /**
                 * Organization of the items.
                 * @example org-1
                 */
                org_id: string;
                /**
                 * Metrics to report.
                 * @example [
                 *       "compute_time_seconds"
                 *     ]
                 */
                metrics: components["schemas"]["ConsumptionHistoryQueryMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "project_id": "project-1",
                     *           "periods": [
                     *             {
                     *               "period_id": "00000000-0000-4000-8000-0000000000b1",
                     *               "period_plan": "launch_v3",
                     *               "period_start": "2026-03-01T00:00:00Z",
                     *               "period_end": "2026-04-01T00:00:00Z",
                     *               "consumption": [
                     *                 {
                     *                   "timeframe_start": "2026-03-01T00:00:00Z",
                     *                   "timeframe_end": "2026-03-02T00:00:00Z",
                     *                   "metrics": [
                     *                     {
                     *                       "metric_name": "compute_time_seconds",
                     *                       "value": 1820
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListProjectConsumptionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** The plan does not include it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "the plan does not include it"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** A condition is not met. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "a condition is not met"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List branch consumption
     *
     * Lists consumption metrics of branches.
     *
     * Not shown: query parameters, the response and the metrics.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branches`, `pagination`. The provider calls it beta. It rests on the
     * provider's types alone: no answer is published.
     */
    listBranchConsumption: {
        parameters: {
            query: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
                /**
                 * Projects to report, all unless given.
                 * @example [
                 *       "project-1"
                 *     ]
                 */
                project_ids: string[];
                /**
                 * Branches to report, all unless given.
                 * @example [
                 *       "branch-1"
                 *     ]
                 */
                branch_ids?: string[];
                /**
                 * Beginning of the time range.
                 * @example 2026-03-01T00:00:00Z
                 */
                from: string;
                /**
                 * End of the time range.
                 * @example 2026-04-01T00:00:00Z
                 */
                to: string;
                /**
                 * Length of a time frame.
                 * @example daily
                 */
                granularity: components["schemas"]["ConsumptionHistoryGranularity"];
                /**
                 * Organization of the items.
                 * @example org-1
                 */
                org_id: string;
                /**
                 * Metrics to report.
                 * @example [
                 *       "compute_time_seconds"
                 *     ]
                 */
                metrics: components["schemas"]["ConsumptionHistoryQueryMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branches": [
                     *         {
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "periods": [
                     *             {
                     *               "period_id": "00000000-0000-4000-8000-0000000000b1",
                     *               "period_plan": "launch_v3",
                     *               "period_start": "2026-03-01T00:00:00Z",
                     *               "period_end": "2026-04-01T00:00:00Z",
                     *               "consumption": [
                     *                 {
                     *                   "timeframe_start": "2026-03-01T00:00:00Z",
                     *                   "timeframe_end": "2026-03-02T00:00:00Z",
                     *                   "metrics": [
                     *                     {
                     *                       "metric_name": "compute_time_seconds",
                     *                       "value": 1820
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListBranchConsumptionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** The plan does not include it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "the plan does not include it"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** A condition is not met. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "a condition is not met"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            /** Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List operations
     *
     * Lists the operations of a project page by page, newest first. Send `limit` with every request
     * and, from the second on, the URL-encoded `cursor` of the previous response.
     *
     * Not shown: the default and maximum of `limit`, and how the last page looks.
     *
     * Observed (neon 2026-11-22): Answers 200 with `operations`, `pagination`. An answer of the provider was recorded.
     */
    listOperations: {
        parameters: {
            query?: {
                /**
                 * Maximum number of items per page. Send it with every page.
                 *
                 * Not shown: its default and maximum.
                 * @example 2
                 */
                limit?: components["parameters"]["LimitQuery"];
                /**
                 * The `pagination.cursor` of the previous page, URL-encoded. Omit it for the first page.
                 * @example 2026-03-01T09:30:00.123456Z
                 */
                cursor?: components["parameters"]["CursorQuery"];
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["OperationList"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get an operation
     *
     * Reads one operation. This is the call to poll: every 5 seconds, as the document suggests,
     * until the status is `finished`; handle `failed`.
     *
     * Not shown: the moves between statuses beyond those to `finished`, and whether `failed` is
     * final.
     *
     * Observed (neon 2026-11-22): Answers 200 with `operation`. The provider's specification shows an example answer.
     */
    getOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Operation identifier, a UUID.
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                operation_id: components["parameters"]["OperationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Operation"];
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a snapshot
     *
     * Takes a snapshot of a branch.
     *
     * Not shown: the request, the response and the states of a snapshot.
     *
     * Observed (neon 2026-11-22): Answers 200 with `snapshot`, `operations`. It rests on the provider's types alone: no answer is
     * published.
     */
    createSnapshot: {
        parameters: {
            query?: {
                /**
                 * Position in the write-ahead log.
                 * @example 0/1F00000
                 */
                lsn?: string;
                /**
                 * Time in the branch's history.
                 * @example 2026-03-01T09:30:00Z
                 */
                timestamp?: string;
                /**
                 * Name.
                 * @example before launch
                 */
                name?: string;
                /**
                 * When it expires.
                 * @example 2026-04-01T00:00:00Z
                 */
                expires_at?: string;
                /**
                 * Short name.
                 * @example before-launch
                 */
                slug?: string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "snapshot": {
                     *         "id": "snapshot-1",
                     *         "name": "before launch",
                     *         "lsn": "0/1F00000",
                     *         "timestamp": "2026-03-01T09:30:00Z",
                     *         "source_branch_id": "branch-1",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "manual": true,
                     *         "full_size": 33554432,
                     *         "diff_size": 4096,
                     *         "slug": "before-launch"
                     *       },
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "create_branch",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreateSnapshotResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List snapshots
     *
     * Lists the snapshots of a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `snapshots`. It rests on the provider's types alone: no answer is published.
     */
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "snapshots": [
                     *         {
                     *           "id": "snapshot-1",
                     *           "name": "before launch",
                     *           "lsn": "0/1F00000",
                     *           "timestamp": "2026-03-01T09:30:00Z",
                     *           "source_branch_id": "branch-1",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "manual": true,
                     *           "full_size": 33554432,
                     *           "diff_size": 4096,
                     *           "slug": "before-launch"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListSnapshotsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a snapshot
     *
     * Deletes a snapshot.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 202 with `operations`. It rests on the provider's types alone: no answer is published.
     */
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Snapshot identifier.
                 * @example snapshot-1
                 */
                snapshot_id: components["parameters"]["SnapshotIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "delete_timeline",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OperationsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a snapshot
     *
     * Changes a snapshot.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `snapshot`. It rests on the provider's types alone: no answer is published.
     */
    updateSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Snapshot identifier.
                 * @example snapshot-1
                 */
                snapshot_id: components["parameters"]["SnapshotIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "snapshot": {
                 *         "name": "before launch"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SnapshotUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "snapshot": {
                     *         "id": "snapshot-1",
                     *         "name": "before launch",
                     *         "lsn": "0/1F00000",
                     *         "timestamp": "2026-03-01T09:30:00Z",
                     *         "source_branch_id": "branch-1",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "manual": true,
                     *         "full_size": 33554432,
                     *         "diff_size": 4096,
                     *         "slug": "before-launch"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateSnapshotResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Restore a snapshot
     *
     * Restores a snapshot.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `branch`, `endpoints`, `operations`. The provider calls it beta. It rests on
     * the provider's types alone: no answer is published.
     */
    restoreSnapshot: {
        parameters: {
            query?: {
                /**
                 * Name.
                 * @deprecated
                 * @example before launch
                 */
                name?: string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Snapshot identifier.
                 * @example snapshot-1
                 */
                snapshot_id: components["parameters"]["SnapshotIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "restored"
                 *     }
                 */
                "application/json": components["schemas"]["RestoreSnapshotRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branch": {
                     *         "id": "branch-1",
                     *         "project_id": "project-1",
                     *         "name": "main",
                     *         "current_state": "ready",
                     *         "state_changed_at": "2026-03-01T09:30:00Z",
                     *         "logical_size": 33554432,
                     *         "creation_source": "console",
                     *         "default": true,
                     *         "protected": false,
                     *         "cpu_used_sec": 1820,
                     *         "compute_time_seconds": 1820,
                     *         "active_time_seconds": 1820,
                     *         "written_data_bytes": 4096,
                     *         "data_transfer_bytes": 4096,
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "updated_at": "2026-03-01T09:30:00Z",
                     *         "created_by": {
                     *           "name": "Ada",
                     *           "image": "https://images.example.com/ada.png"
                     *         }
                     *       },
                     *       "endpoints": [
                     *         {
                     *           "host": "ep-1.region-1.example.com",
                     *           "id": "ep-1",
                     *           "name": "primary",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "autoscaling_limit_min_cu": 0.25,
                     *           "autoscaling_limit_max_cu": 0.25,
                     *           "region_id": "region-1",
                     *           "type": "read_write",
                     *           "current_state": "active",
                     *           "settings": {
                     *             "pg_settings": {}
                     *           },
                     *           "pooler_enabled": false,
                     *           "pooler_mode": "transaction",
                     *           "disabled": false,
                     *           "passwordless_access": true,
                     *           "creation_source": "console",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "proxy_host": "proxy.example.com",
                     *           "suspend_timeout_seconds": 0,
                     *           "provisioner": "provisioner-1",
                     *           "compute_release_version": "2026.3.1"
                     *         }
                     *       ],
                     *       "operations": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "project_id": "project-1",
                     *           "branch_id": "branch-1",
                     *           "action": "create_branch",
                     *           "status": "running",
                     *           "failures_count": 0,
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "updated_at": "2026-03-01T09:30:00Z",
                     *           "total_duration_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RestoreSnapshotResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the backup schedule
     *
     * Returns the backup schedule of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `schedule`. It rests on the provider's types alone: no answer is published.
     */
    getBackupSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schedule": [
                     *         {
                     *           "frequency": "daily",
                     *           "hour": 3,
                     *           "day": 1,
                     *           "month": 1,
                     *           "retention_seconds": 604800
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BackupSchedule"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set the backup schedule
     *
     * Sets the backup schedule of a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
     * published.
     */
    setBackupSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": [
                 *         {
                 *           "frequency": "daily"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BackupSchedule"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List advisor issues
     *
     * Lists the issues that the advisors found in a project.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `issues`. The provider calls it alpha. It rests on the provider's types alone:
     * no answer is published.
     */
    listAdvisorIssues: {
        parameters: {
            query?: {
                /**
                 * Branch; the default one unless given.
                 * @example branch-1
                 */
                branch_id?: string;
                /**
                 * Database.
                 * @example orders
                 */
                database_name?: string;
                /**
                 * Kind of finding.
                 * @example PERFORMANCE
                 */
                category?: components["schemas"]["AdvisorCategory"];
                /**
                 * Lowest severity to list.
                 * @example WARN
                 */
                min_severity?: ("INFO" | "WARN" | "ERROR") | string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "issues": [
                     *         {
                     *           "name": "unindexed_foreign_keys",
                     *           "title": "Foreign key without an index",
                     *           "level": "WARN",
                     *           "facing": "EXTERNAL",
                     *           "categories": [
                     *             "PERFORMANCE"
                     *           ],
                     *           "description": "Case-insensitive text",
                     *           "detail": "Table public.orders has a foreign key without an index.",
                     *           "remediation": "Create an index on the column.",
                     *           "metadata": {},
                     *           "cache_key": "unindexed_foreign_keys_public_orders"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListAdvisorIssuesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a Data API
     *
     * Returns the configuration of a database's Data API.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `url`, `status`, `settings`, `available_schemas`. It rests on the provider's
     * types alone: no answer is published.
     */
    getDataApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://data.example.com/orders",
                     *       "status": "ready",
                     *       "settings": {
                     *         "db_aggregates_enabled": true,
                     *         "db_anon_role": "anonymous",
                     *         "db_extra_search_path": "public",
                     *         "db_max_rows": 1000,
                     *         "db_schemas": [
                     *           "public"
                     *         ],
                     *         "jwt_role_claim_key": ".role",
                     *         "jwt_cache_max_lifetime": 60,
                     *         "openapi_mode": "disabled",
                     *         "server_cors_allowed_origins": "https://app.example.com",
                     *         "server_timing_enabled": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DataApi"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a Data API
     *
     * Creates the Data API of a database.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `url`. It rests on the provider's types alone: no answer is published.
     */
    createDataApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "auth_provider": "neon_auth",
                 *       "add_default_grants": false
                 *     }
                 */
                "application/json": components["schemas"]["DataAPICreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://data.example.com/orders"
                     *     }
                     */
                    "application/json": components["schemas"]["DataAPICreateResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a Data API
     *
     * Deletes the Data API of a database.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with an empty object. It rests on the provider's types alone: no answer is
     * published.
     */
    deleteDataApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a Data API
     *
     * Changes the Data API of a database.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with an empty object. It rests on the provider's types alone: no answer is
     * published.
     */
    updateDataApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "db_max_rows": 1000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DataAPIUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["EmptyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List buckets
     *
     * Lists the storage buckets of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `buckets`. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    listBuckets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "buckets": [
                     *         {
                     *           "name": "invoices",
                     *           "access_level": "private",
                     *           "created_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BucketsListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a bucket
     *
     * Creates a storage bucket on a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `bucket`. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    createBucket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "invoices",
                 *       "access_level": "private"
                 *     }
                 */
                "application/json": components["schemas"]["BucketCreateRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bucket": {
                     *         "name": "invoices",
                     *         "access_level": "private",
                     *         "created_at": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BucketResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It is gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it is gone"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a bucket
     *
     * Deletes a storage bucket.
     *
     * Not shown: query parameters, the response, and what becomes of its objects.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteBucket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List objects
     *
     * Lists the objects of a bucket.
     *
     * Not shown: query parameters, the response and paging.
     *
     * Observed (neon 2026-11-22): Answers 200 with `folders`, `objects`, `prefix`, `next_cursor`, `is_truncated`. The provider
     * calls it beta. It rests on the provider's types alone: no answer is published.
     */
    listObjects: {
        parameters: {
            query?: {
                /**
                 * Beginning of the keys.
                 * @example 2026/
                 */
                prefix?: string;
                /**
                 * Character that ends a folder.
                 * @example /
                 */
                delimiter?: string;
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "folders": [
                     *         "2026/"
                     *       ],
                     *       "objects": [
                     *         {
                     *           "key": "2026/march.pdf",
                     *           "size": 1024,
                     *           "last_modified": "2026-03-01T09:30:00Z",
                     *           "etag": "5d41402abc4b2a76b9719d911017c592"
                     *         }
                     *       ],
                     *       "prefix": "",
                     *       "is_truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["BucketObjectsListResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an object
     *
     * Deletes one object. A slash in its key is sent as `%2F`.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteObject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Download an object
     *
     * Returns the bytes of an object. A slash in its key is sent as `%2F`.
     *
     * Not shown: query parameters, the media type and headers of the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with bytes. The provider calls it beta. It rests on the provider's types alone: no
     * answer is published.
     */
    downloadObject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The bytes of the object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example bytes */
                    "application/octet-stream": Blob;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete objects by prefix
     *
     * Deletes every object whose key begins with a prefix.
     *
     * Not shown: how the prefix is named, and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `deleted`. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteObjectsByPrefix: {
        parameters: {
            query: {
                /**
                 * Beginning of the keys.
                 * @example 2026/
                 */
                prefix: string;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 2
                     *     }
                     */
                    "application/json": components["schemas"]["BucketObjectsDeletePrefixResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Presign an upload or a download
     *
     * Presigns an upload or a download of an object.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `url`, `method`, `headers`, `expires_at`. The provider calls it beta. It rests
     * on the provider's types alone: no answer is published.
     */
    presignObject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a bucket.
                 * @example invoices
                 */
                bucket_name: components["parameters"]["BucketNamePath"];
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "download",
                 *       "content_type": "application/pdf",
                 *       "expires_in_seconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["PresignRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://storage.region-1.example.com/invoices/2026/march.pdf?signature=example",
                     *       "method": "GET",
                     *       "headers": {},
                     *       "expires_at": "2026-04-01T00:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PresignResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the storage state
     *
     * Returns the state of a branch's storage.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `s3_endpoint`, `region`, `force_path_style`. The provider calls it
     * beta. It rests on the provider's types alone: no answer is published.
     */
    getBranchStorage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "s3_endpoint": "https://storage.region-1.example.com",
                     *       "region": "region-1",
                     *       "force_path_style": true
                     *     }
                     */
                    "application/json": components["schemas"]["BranchStorage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "it does not exist",
                     *       "reason": "branch_not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchStorageNotEnabled"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the AI gateway
     *
     * Returns the AI gateway endpoint of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `enabled`, `base_url`. The provider calls it beta. It rests on the provider's
     * types alone: no answer is published.
     */
    getBranchAiGateway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "base_url": "https://ep-1.region-1.example.com/api"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchAiGateway"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "it does not exist",
                     *       "reason": "branch_not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchAiGatewayNotEnabled"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List credentials
     *
     * Lists the scoped credentials of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `credentials`. The provider calls it beta. It rests on the provider's types
     * alone: no answer is published.
     */
    listCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "credentials": [
                     *         {
                     *           "token_id": "token-1",
                     *           "token_id_short": "tok1",
                     *           "name": "ci",
                     *           "scopes": [
                     *             "storage:read"
                     *           ],
                     *           "branch_id": "branch-1",
                     *           "principal_type": "user",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "last_used_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListCredentialsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Issue a credential
     *
     * Issues a scoped credential for a branch.
     *
     * Not shown: the request, the response and the scopes.
     *
     * Observed (neon 2026-11-22): Answers 201 with a shape of 9 fields. The provider calls it beta. It rests on the provider's
     * types alone: no answer is published.
     */
    issueCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "storage:read"
                 *       ],
                 *       "principal_type": "user"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCredentialRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token_id": "token-1",
                     *       "token_id_short": "tok1",
                     *       "name": "ci",
                     *       "api_token": "token-secret",
                     *       "s3_secret_access_key": "s3-secret",
                     *       "scopes": [
                     *         "storage:read"
                     *       ],
                     *       "branch_id": "branch-1",
                     *       "created_at": "2026-03-01T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreateCredentialResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Revoke a credential
     *
     * Revokes a scoped credential.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    revokeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Identifier of an issued credential.
                 * @example token-1
                 */
                token_id: components["parameters"]["TokenIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "request_id": "request-1",
                     *       "code": "",
                     *       "message": "it does not exist"
                     *     }
                     */
                    "application/json": components["schemas"]["GeneralError"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List functions
     *
     * Lists the functions of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `functions`, `pagination`. The provider calls it beta. It rests on the
     * provider's types alone: no answer is published.
     */
    listFunctions: {
        parameters: {
            query?: {
                /**
                 * Where the page begins, as the page before says.
                 * @example cursor-2
                 */
                cursor?: string;
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "functions": [
                     *         {
                     *           "id": "function-1",
                     *           "slug": "resize-image",
                     *           "name": "resize-image",
                     *           "invocation_url": "https://resize-image.functions.example.com",
                     *           "current_deployment": {
                     *             "id": 1,
                     *             "status": "completed",
                     *             "memory_mib": 256,
                     *             "runtime": "nodejs24",
                     *             "created_at": "2026-03-01T09:30:00Z",
                     *             "environment": [
                     *               "LOG_LEVEL"
                     *             ]
                     *           },
                     *           "active_deployment": {
                     *             "id": 1,
                     *             "status": "completed",
                     *             "memory_mib": 256,
                     *             "runtime": "nodejs24",
                     *             "created_at": "2026-03-01T09:30:00Z",
                     *             "environment": [
                     *               "LOG_LEVEL"
                     *             ]
                     *           },
                     *           "created_at": "2026-03-01T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListFunctionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a function
     *
     * Reads one function.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `function`. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    getFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "function": {
                     *         "id": "function-1",
                     *         "slug": "resize-image",
                     *         "name": "resize-image",
                     *         "invocation_url": "https://resize-image.functions.example.com",
                     *         "current_deployment": {
                     *           "id": 1,
                     *           "status": "completed",
                     *           "memory_mib": 256,
                     *           "runtime": "nodejs24",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "environment": [
                     *             "LOG_LEVEL"
                     *           ]
                     *         },
                     *         "active_deployment": {
                     *           "id": 1,
                     *           "status": "completed",
                     *           "memory_mib": 256,
                     *           "runtime": "nodejs24",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "environment": [
                     *             "LOG_LEVEL"
                     *           ]
                     *         },
                     *         "created_at": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NeonFunctionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a function
     *
     * Deletes a function.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 204 without a body. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    deleteFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** Done; there is no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a function
     *
     * Changes a function.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `function`. The provider calls it beta. It rests on the provider's types alone:
     * no answer is published.
     */
    updateFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "resize-image"
                 *     }
                 */
                "application/json": components["schemas"]["NeonFunctionUpdateRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "function": {
                     *         "id": "function-1",
                     *         "slug": "resize-image",
                     *         "name": "resize-image",
                     *         "invocation_url": "https://resize-image.functions.example.com",
                     *         "current_deployment": {
                     *           "id": 1,
                     *           "status": "completed",
                     *           "memory_mib": 256,
                     *           "runtime": "nodejs24",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "environment": [
                     *             "LOG_LEVEL"
                     *           ]
                     *         },
                     *         "active_deployment": {
                     *           "id": 1,
                     *           "status": "completed",
                     *           "memory_mib": 256,
                     *           "runtime": "nodejs24",
                     *           "created_at": "2026-03-01T09:30:00Z",
                     *           "environment": [
                     *             "LOG_LEVEL"
                     *           ]
                     *         },
                     *         "created_at": "2026-03-01T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NeonFunctionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Deploy a function
     *
     * Deploys code to a function.
     *
     * Not shown: the request, its media type, and the response.
     *
     * Observed (neon 2026-11-22): Answers 201 with `deployment`. The provider calls it beta. It rests on the provider's types
     * alone: no answer is published.
     */
    deployFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "zip": "archive",
                 *       "runtime": "nodejs24",
                 *       "environment": "{\"LOG_LEVEL\":\"info\"}"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["FunctionDeployRequest"];
            };
        };
        responses: {
            /** The answer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": {
                     *         "id": 1,
                     *         "status": "completed",
                     *         "memory_mib": 256,
                     *         "runtime": "nodejs24",
                     *         "created_at": "2026-03-01T09:30:00Z",
                     *         "environment": [
                     *           "LOG_LEVEL"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NeonFunctionDeploymentResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Query logs
     *
     * Searches the logs of a branch.
     *
     * Not shown: the request and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `logs`, `next_cursor`, `is_truncated`. It rests on the provider's types alone:
     * no answer is published.
     */
    queryLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "1h",
                 *       "source": "function",
                 *       "limit": 100
                 *     }
                 */
                "application/json": components["schemas"]["ProjectBranchLogsQueryRequest"];
            };
        };
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logs": [
                     *         {
                     *           "timestamp": "2026-03-01T09:30:00Z",
                     *           "message": "request finished",
                     *           "source": "function",
                     *           "entity_id": "ep-1",
                     *           "service_name": "resize-image",
                     *           "scope_name": "http",
                     *           "severity_number": 9,
                     *           "severity_text": "INFO",
                     *           "trace_id": "0af7651916cd43dd8448eb211c80319c",
                     *           "span_id": "b7ad6b7169203331",
                     *           "attributes": {}
                     *         }
                     *       ],
                     *       "is_truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogsQueryResponse"];
                };
            };
            /** The request is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "the request is refused",
                     *       "reason": "time_range_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogsInvalidQuery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "it does not exist",
                     *       "reason": "branch_not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogsNotAvailable"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List log fields
     *
     * Lists the log fields of a branch.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `fields`. It rests on the provider's types alone: no answer is published.
     */
    listLogFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fields": [
                     *         "level"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogFieldsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "it does not exist",
                     *       "reason": "branch_not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogsNotAvailable"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    /**
     * List values of a log field
     *
     * Lists the values a field has in the branch's logs.
     *
     * Not shown: query parameters and the response.
     *
     * Observed (neon 2026-11-22): Answers 200 with `values`, `is_truncated`. It rests on the provider's types alone: no answer is
     * published.
     */
    listLogFieldValues: {
        parameters: {
            query?: {
                /**
                 * How far back to look.
                 * @example 1h
                 */
                since?: components["schemas"]["ProjectBranchLogDuration"];
                /**
                 * Beginning of the time range.
                 * @example 2026-03-01T09:30:00Z
                 */
                start_time?: string;
                /**
                 * End of the time range.
                 * @example 2026-03-01T10:30:00Z
                 */
                end_time?: string;
                /**
                 * Source of the records.
                 * @example function
                 */
                source?: components["schemas"]["ProjectBranchLogSource"];
                /**
                 * Largest number of items of a page.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * Project identifier.
                 * @example project-1
                 */
                project_id: components["parameters"]["ProjectIdPath"];
                /**
                 * Branch identifier.
                 * @example branch-1
                 */
                branch_id: components["parameters"]["BranchIdPath"];
                /**
                 * Name of a log field.
                 * @example level
                 */
                field_name: components["parameters"]["FieldNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "values": [
                     *         "info"
                     *       ],
                     *       "is_truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogFieldValuesResponse"];
                };
            };
            /** The request is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "the request is refused",
                     *       "reason": "time_range_too_large"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogsInvalidQuery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** It does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "",
                     *       "message": "it does not exist",
                     *       "reason": "branch_not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectBranchLogsNotAvailable"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
/**
 * The action of an operation. The document calls these 13 the full set. `start_compute`,
 * `suspend_compute`, `apply_config`, `check_availability` and `create_branch` were seen in payloads;
 * the other names are derived from the console's display names by the document's rule (lower case,
 * underscores), so any string is accepted.
 *
 * | Action | Meaning |
 * |---|---|
 * | `apply_config` | applies a new configuration, after a change of compute settings or of Postgres roles and databases |
 * | `apply_storage_config` | applies configuration to storage, for example a new history retention |
 * | `check_availability` | the control plane's periodic check that a branch's data is available and its compute can start; branches without a compute are not checked |
 * | `create_branch` | creates a branch |
 * | `create_timeline` | sets up storage and the default branch of a new project |
 * | `delete_tenant` | deletes the stored data of a deleted project |
 * | `start_compute` | starts a compute because something needs it |
 * | `suspend_compute` | suspends a compute after inactivity |
 * | `tenant_attach` | attaches a project to storage |
 * | `tenant_detach` | detaches a project from storage after a long idle period |
 * | `tenant_reattach` | reattaches a detached project on a request |
 * | `timeline_archive` | records the start of archiving a branch |
 * | `timeline_unarchive` | records the start of unarchiving a branch |
 *
 * Documented.
 */
export type OperationAction = components["schemas"]["OperationAction"];
/**
 * Status of an operation; `finished` and `skipped` are success. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22), unlike the document: operation-statuses.
 */
export type OperationStatus = components["schemas"]["OperationStatus"];
/**
 * A moment in UTC, ISO 8601, to the second, ending in `Z`.
 *
 * Documented.
 */
export type Timestamp = components["schemas"]["Timestamp"];
/**
 * An action the control plane performs on an object, started by a user or by the control plane
 * itself (for example to suspend an idle compute or to check availability). The console also shows
 * its duration.
 *
 * Documented.
 */
export type Operation = components["schemas"]["Operation"];
/**
 * The type of a compute: `read_write` is the primary compute of its branch. A read replica has a
 * different value. Observed values; others may appear.
 *
 * Not shown: the value of a read replica.
 *
 * Documented.
 */
export type EndpointType = components["schemas"]["EndpointType"];
/**
 * Size of a compute, in compute units.
 *
 * Observed (neon 2026-11-22), unlike the document: compute-sizes.
 */
export type ComputeSize = components["schemas"]["ComputeSize"];
/**
 * State of a compute: `init` after its creation, `active` while it serves, `idle` after it was
 * suspended. Observed values; others may appear.
 *
 * Not shown: the other states.
 *
 * Documented.
 */
export type EndpointState = components["schemas"]["EndpointState"];
/**
 * Settings of a compute.
 *
 * Documented.
 */
export type EndpointSettings = components["schemas"]["EndpointSettings"];
/**
 * Mode of the connection pooler. Observed values; others may appear.
 *
 * Documented.
 */
export type PoolerMode = components["schemas"]["PoolerMode"];
/**
 * A compute, which the API calls an endpoint: the only way to the data of the branch it is attached
 * to. A branch has at most one primary read-write compute and any number of read replicas. A compute
 * has a fixed size or autoscales, suspends itself after inactivity (5 minutes by default) and starts
 * again when it is used. Created with only `branch_id` and `type`, it has size 1 to 1, no pooler,
 * pooler mode `transaction`, is not disabled, allows passwordless access and has no Postgres settings.
 * Its max_connections follow from its size: 112 at 0.25 units, 225 at 0.5, 450 at 1, 901 at 2, 1351
 * at 3, 1802 at 4, 2253 at 5, 2703 at 6, 3154 at 7, 3604 at 8, 4000 from 9 to 38. The console also
 * shows its type (Primary read-write or Read Replica read-only), status (typically Active or Idle),
 * size and last active time.
 *
 * Not shown: max_connections of sizes 40 to 56 and of autoscaling computes.
 *
 * Documented.
 */
export type Endpoint = components["schemas"]["Endpoint"];
/**
 * A compute as list and delete return it, without a pending state.
 *
 * Documented.
 */
export type EndpointWithoutPendingState = components["schemas"]["EndpointWithoutPendingState"];
/**
 * The computes of a project.
 *
 * Documented.
 */
export type EndpointListResponse = components["schemas"]["EndpointListResponse"];
/**
 * The compute to create.
 *
 * Not shown: attributes beside `branch_id` and `type` (size, scale to zero, pooler and similar).
 *
 * Documented.
 */
export type EndpointCreateRequest = components["schemas"]["EndpointCreateRequest"];
/**
 * A compute as create and update return it, with the state it is moving to.
 *
 * Documented.
 */
export type EndpointWithPendingState = components["schemas"]["EndpointWithPendingState"];
/**
 * A created or updated compute and the operations that were started.
 *
 * Documented.
 */
export type EndpointOperationsResponse = components["schemas"]["EndpointOperationsResponse"];
/**
 * The deleted compute; its deletion starts no operation.
 *
 * Documented.
 */
export type EndpointDeletedResponse = components["schemas"]["EndpointDeletedResponse"];
/**
 * The attributes of a compute to change. It names those that the document says can change, the
 * branch and the size; others pass through.
 *
 * Not shown: which other attributes can be changed.
 *
 * Documented.
 */
export type EndpointUpdateRequest = components["schemas"]["EndpointUpdateRequest"];
/**
 * The top-level container. It holds branches; one of them is its default branch, which has a
 * primary read-write compute.
 *
 * Not shown: the values of `platform_id` and `provisioner`, the unit of `branch_logical_size_limit`.
 *
 * Documented.
 */
export type Project = components["schemas"]["Project"];
/**
 * A list of projects.
 *
 * Documented.
 */
export type ProjectListResponse = components["schemas"]["ProjectListResponse"];
/**
 * The key to create. With `project_id` it is scoped to that project.
 *
 * Not shown: whether `project_id` may be omitted, and the effect of omitting it.
 *
 * Documented.
 */
export type OrganizationApiKeyCreateRequest = components["schemas"]["OrganizationApiKeyCreateRequest"];
/**
 * An API key as its creation returns it. The secret is shown only this once and cannot be read
 * again; keys have no expiry and are valid until revoked.
 *
 * Documented.
 */
export type ApiKey = components["schemas"]["ApiKey"];
/**
 * Where the next page begins. Pass `cursor` back, with the same `limit`, to get that page.
 *
 * Not shown: how the last page looks; `cursor` is therefore not required.
 *
 * Documented.
 */
export type Pagination = components["schemas"]["Pagination"];
/**
 * One page of a project's operations, newest first.
 *
 * Documented.
 */
export type OperationListResponse = components["schemas"]["OperationListResponse"];
/**
 * One operation.
 *
 * Documented.
 */
export type OperationResponse = components["schemas"]["OperationResponse"];
/**
 * Body of every error.
 *
 * Observed (neon 2026-11-22).
 */
export type GeneralError = components["schemas"]["GeneralError"];
/**
 * Code of an error; may be empty.
 *
 * Observed (neon 2026-11-22).
 */
export type ErrorCode = components["schemas"]["ErrorCode"];
/**
 * Answer to the request to get a compute.
 *
 * Observed (neon 2026-11-22).
 */
export type EndpointResponse = components["schemas"]["EndpointResponse"];
/**
 * Answer to the request to create a project.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateProjectResponse = components["schemas"]["CreateProjectResponse"];
/**
 * A project by itself; lists show less of it.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectDetails = components["schemas"]["ProjectDetails"];
/**
 * Provisioner of a compute.
 *
 * Observed (neon 2026-11-22).
 */
export type Provisioner = components["schemas"]["Provisioner"];
/**
 * Settings of new computes.
 *
 * Observed (neon 2026-11-22).
 */
export type DefaultEndpointSettings = components["schemas"]["DefaultEndpointSettings"];
/**
 * Postgres settings by name.
 *
 * Observed (neon 2026-11-22).
 */
export type PgSettingsData = components["schemas"]["PgSettingsData"];
/**
 * Pooler settings by name.
 *
 * Observed (neon 2026-11-22).
 */
export type PgbouncerSettingsData = components["schemas"]["PgbouncerSettingsData"];
/**
 * Seconds without activity until a compute suspends: 0 is the default, -1 never.
 *
 * Observed (neon 2026-11-22).
 */
export type SuspendTimeoutSeconds = components["schemas"]["SuspendTimeoutSeconds"];
/**
 * Settings of a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectSettingsData = components["schemas"]["ProjectSettingsData"];
/**
 * Limits of a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectQuota = components["schemas"]["ProjectQuota"];
/**
 * Addresses that may connect.
 *
 * Observed (neon 2026-11-22).
 */
export type AllowedIps = components["schemas"]["AllowedIps"];
/**
 * When maintenance may take place.
 *
 * Observed (neon 2026-11-22).
 */
export type MaintenanceWindow = components["schemas"]["MaintenanceWindow"];
/**
 * How much is written to the audit log. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectAuditLogLevel = components["schemas"]["ProjectAuditLogLevel"];
/**
 * Libraries to load.
 *
 * Observed (neon 2026-11-22).
 */
export type PreloadLibraries = components["schemas"]["PreloadLibraries"];
/**
 * Postgres major version.
 *
 * Observed (neon 2026-11-22).
 */
export type PgVersion = components["schemas"]["PgVersion"];
/**
 * Owner of a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectOwnerData = components["schemas"]["ProjectOwnerData"];
/**
 * Kind of subscription. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type BillingSubscriptionType = components["schemas"]["BillingSubscriptionType"];
/**
 * What a member may do in a project. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectPermissionLevel = components["schemas"]["ProjectPermissionLevel"];
/**
 * One way to connect.
 *
 * Observed (neon 2026-11-22).
 */
export type ConnectionDetails = components["schemas"]["ConnectionDetails"];
/**
 * Parts of a connection string.
 *
 * Observed (neon 2026-11-22).
 */
export type ConnectionParameters = components["schemas"]["ConnectionParameters"];
/**
 * A Postgres role.
 *
 * Observed (neon 2026-11-22).
 */
export type Role = components["schemas"]["Role"];
/**
 * A database.
 *
 * Observed (neon 2026-11-22).
 */
export type Database = components["schemas"]["Database"];
/**
 * A branch.
 *
 * Observed (neon 2026-11-22).
 */
export type Branch = components["schemas"]["Branch"];
/**
 * State of a branch: `init` after its creation, then `ready`.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchState = components["schemas"]["BranchState"];
/**
 * How far a restore is.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchRestoreStatus = components["schemas"]["BranchRestoreStatus"];
/**
 * An action that the branch refuses.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchRestrictedAction = components["schemas"]["BranchRestrictedAction"];
/**
 * How long a deleted branch can be recovered.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchRecoveryInfo = components["schemas"]["BranchRecoveryInfo"];
/**
 * Body of the request to create a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectCreateRequest = components["schemas"]["ProjectCreateRequest"];
/**
 * Texts by name.
 *
 * Observed (neon 2026-11-22).
 */
export type AnnotationValueData = components["schemas"]["AnnotationValueData"];
/**
 * Answer to the request to list shared projects.
 *
 * Observed (neon 2026-11-22).
 */
export type ListSharedProjectsResponse = components["schemas"]["ListSharedProjectsResponse"];
/**
 * Answer to the request to get a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectResponse = components["schemas"]["ProjectResponse"];
/**
 * Answer to the request to update a project.
 *
 * Observed (neon 2026-11-22).
 */
export type UpdateProjectResponse = components["schemas"]["UpdateProjectResponse"];
/**
 * Body of the request to update a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectUpdateRequest = components["schemas"]["ProjectUpdateRequest"];
/**
 * Answer to the request to recover a deleted project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectRecoverResponse = components["schemas"]["ProjectRecoverResponse"];
/**
 * Answer to the request to list project access.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectPermissions = components["schemas"]["ProjectPermissions"];
/**
 * A user's permission for a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectPermission = components["schemas"]["ProjectPermission"];
/**
 * Body of the request to grant project access.
 *
 * Observed (neon 2026-11-22).
 */
export type GrantPermissionToProjectRequest = components["schemas"]["GrantPermissionToProjectRequest"];
/**
 * Answer to the request to list members and their project roles.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectMembers = components["schemas"]["ProjectMembers"];
/**
 * A member with access to a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectMember = components["schemas"]["ProjectMember"];
/**
 * Role in the organization. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectMemberOrgRole = components["schemas"]["ProjectMemberOrgRole"];
/**
 * Role in a project. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectRole = components["schemas"]["ProjectRole"];
/**
 * Where a permission comes from. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectMemberGrantSource = components["schemas"]["ProjectMemberGrantSource"];
/**
 * Where the next page begins, and how the list is sorted.
 *
 * Observed (neon 2026-11-22).
 */
export type CursorPagination = components["schemas"]["CursorPagination"];
/**
 * Answer to the request to set a member's project role.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectMemberRoleResponse = components["schemas"]["ProjectMemberRoleResponse"];
/**
 * Body of the request to set a member's project role.
 *
 * Observed (neon 2026-11-22).
 */
export type SetProjectMemberRoleRequest = components["schemas"]["SetProjectMemberRoleRequest"];
/**
 * Libraries that a compute can load.
 *
 * Observed (neon 2026-11-22).
 */
export type AvailablePreloadLibraries = components["schemas"]["AvailablePreloadLibraries"];
/**
 * A library that a compute can load.
 *
 * Observed (neon 2026-11-22).
 */
export type AvailablePreloadLibrary = components["schemas"]["AvailablePreloadLibrary"];
/**
 * Answer to the request to create a project transfer request.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectTransferRequestResponse = components["schemas"]["ProjectTransferRequestResponse"];
/**
 * Body of the request to create a project transfer request.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateProjectTransferRequestRequest = components["schemas"]["CreateProjectTransferRequestRequest"];
/**
 * Reasons why the plan does not allow the transfer.
 *
 * Observed (neon 2026-11-22).
 */
export type AcceptProjectTransferRequestSatisfiesPlanError = components["schemas"]["AcceptProjectTransferRequestSatisfiesPlanError"];
/**
 * Body of the request to accept a project transfer request.
 *
 * Observed (neon 2026-11-22).
 */
export type AcceptProjectTransferRequestRequest = components["schemas"]["AcceptProjectTransferRequestRequest"];
/**
 * Answer to the request to list JWKS URLs.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectJWKSResponse = components["schemas"]["ProjectJWKSResponse"];
/**
 * A key set that verifies tokens.
 *
 * Observed (neon 2026-11-22).
 */
export type JWKS = components["schemas"]["JWKS"];
/**
 * Answer to the request to add a JWKS URL.
 *
 * Observed (neon 2026-11-22).
 */
export type JWKSCreationOperation = components["schemas"]["JWKSCreationOperation"];
/**
 * Body of the request to add a JWKS URL.
 *
 * Observed (neon 2026-11-22).
 */
export type AddProjectJWKSRequest = components["schemas"]["AddProjectJWKSRequest"];
/**
 * Answer to the request to get a connection URI.
 *
 * Observed (neon 2026-11-22).
 */
export type ConnectionURIResponse = components["schemas"]["ConnectionURIResponse"];
/**
 * Answer to the request to list VPC endpoint restrictions.
 *
 * Observed (neon 2026-11-22).
 */
export type VPCEndpointsResponse = components["schemas"]["VPCEndpointsResponse"];
/**
 * A VPC endpoint.
 *
 * Observed (neon 2026-11-22).
 */
export type VPCEndpoint = components["schemas"]["VPCEndpoint"];
/**
 * Body of the request to set a VPC endpoint restriction.
 *
 * Observed (neon 2026-11-22).
 */
export type VPCEndpointAssignment = components["schemas"]["VPCEndpointAssignment"];
/**
 * Answer to the request to list branches.
 *
 * Observed (neon 2026-11-22).
 */
export type ListBranchesResponse = components["schemas"]["ListBranchesResponse"];
/**
 * An annotation of an object.
 *
 * Observed (neon 2026-11-22).
 */
export type AnnotationData = components["schemas"]["AnnotationData"];
/**
 * The annotated object.
 *
 * Observed (neon 2026-11-22).
 */
export type AnnotationObjectData = components["schemas"]["AnnotationObjectData"];
/**
 * Answer to the request to create a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateBranchResponse = components["schemas"]["CreateBranchResponse"];
/**
 * Body of the request to create a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateBranchRequest = components["schemas"]["CreateBranchRequest"];
/**
 * A compute to create with the branch.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchCreateRequestEndpointOptions = components["schemas"]["BranchCreateRequestEndpointOptions"];
/**
 * Answer to the request to create an anonymized branch.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateAnonymizedBranchResponse = components["schemas"]["CreateAnonymizedBranchResponse"];
/**
 * Body of the request to create an anonymized branch.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchAnonymizedCreateRequest = components["schemas"]["BranchAnonymizedCreateRequest"];
/**
 * A branch to create.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchCreateRequest = components["schemas"]["BranchCreateRequest"];
/**
 * How one column is masked.
 *
 * Observed (neon 2026-11-22).
 */
export type MaskingRule = components["schemas"]["MaskingRule"];
/**
 * Answer to the request to count branches.
 *
 * Observed (neon 2026-11-22).
 */
export type CountBranchesResponse = components["schemas"]["CountBranchesResponse"];
/**
 * Answer to the request to get a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type GetBranchResponse = components["schemas"]["GetBranchResponse"];
/**
 * Answer to the request to update a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchOperations = components["schemas"]["BranchOperations"];
/**
 * Body of the request to update a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchUpdateRequest = components["schemas"]["BranchUpdateRequest"];
/**
 * Body of the request to restore a branch to a historical state.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchRestoreRequest = components["schemas"]["BranchRestoreRequest"];
/**
 * Answer to the request to get a database schema.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchSchemaResponse = components["schemas"]["BranchSchemaResponse"];
/**
 * Schema of a database as data.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchSchemaJSON = components["schemas"]["BranchSchemaJSON"];
/**
 * Answer to the request to compare database schemas.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchSchemaCompareResponse = components["schemas"]["BranchSchemaCompareResponse"];
/**
 * Answer to the request to get masking rules.
 *
 * Observed (neon 2026-11-22).
 */
export type MaskingRulesResponse = components["schemas"]["MaskingRulesResponse"];
/**
 * Body of the request to update masking rules.
 *
 * Observed (neon 2026-11-22).
 */
export type MaskingRulesUpdateRequest = components["schemas"]["MaskingRulesUpdateRequest"];
/**
 * Progress of an anonymization.
 *
 * Observed (neon 2026-11-22).
 */
export type AnonymizedBranchStatusResponse = components["schemas"]["AnonymizedBranchStatusResponse"];
/**
 * One run of the anonymization.
 *
 * Observed (neon 2026-11-22).
 */
export type AnonymizationRunMetadata = components["schemas"]["AnonymizationRunMetadata"];
/**
 * Answer to the request to finalize a branch restore.
 *
 * Observed (neon 2026-11-22).
 */
export type OperationsResponse = components["schemas"]["OperationsResponse"];
/**
 * Body of the request to finalize a branch restore.
 *
 * Observed (neon 2026-11-22).
 */
export type FinalizeBranchRestoreRequest = components["schemas"]["FinalizeBranchRestoreRequest"];
/**
 * Answer to the request to list databases.
 *
 * Observed (neon 2026-11-22).
 */
export type DatabasesResponse = components["schemas"]["DatabasesResponse"];
/**
 * Answer to the request to create a database.
 *
 * Observed (neon 2026-11-22).
 */
export type DatabaseOperations = components["schemas"]["DatabaseOperations"];
/**
 * Body of the request to create a database.
 *
 * Observed (neon 2026-11-22).
 */
export type DatabaseCreateRequest = components["schemas"]["DatabaseCreateRequest"];
/**
 * Answer to the request to get a database.
 *
 * Observed (neon 2026-11-22).
 */
export type DatabaseResponse = components["schemas"]["DatabaseResponse"];
/**
 * Body of the request to update a database.
 *
 * Observed (neon 2026-11-22).
 */
export type DatabaseUpdateRequest = components["schemas"]["DatabaseUpdateRequest"];
/**
 * Answer to the request to list roles.
 *
 * Observed (neon 2026-11-22).
 */
export type RolesResponse = components["schemas"]["RolesResponse"];
/**
 * Answer to the request to create a role.
 *
 * Observed (neon 2026-11-22).
 */
export type RoleOperations = components["schemas"]["RoleOperations"];
/**
 * Body of the request to create a role.
 *
 * Observed (neon 2026-11-22).
 */
export type RoleCreateRequest = components["schemas"]["RoleCreateRequest"];
/**
 * Answer to the request to get a role.
 *
 * Observed (neon 2026-11-22).
 */
export type RoleResponse = components["schemas"]["RoleResponse"];
/**
 * Answer to the request to get a role's password.
 *
 * Observed (neon 2026-11-22).
 */
export type RolePasswordResponse = components["schemas"]["RolePasswordResponse"];
/**
 * Authentication of a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthIntegration = components["schemas"]["NeonAuthIntegration"];
/**
 * Provider of authentication. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthSupportedAuthProvider = components["schemas"]["NeonAuthSupportedAuthProvider"];
/**
 * Who owns the project of authentication. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthProviderProjectOwnedBy = components["schemas"]["NeonAuthProviderProjectOwnedBy"];
/**
 * How far a transfer is. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthProviderProjectTransferStatus = components["schemas"]["NeonAuthProviderProjectTransferStatus"];
/**
 * Answer to the request to enable managed authentication.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthCreateIntegrationResponse = components["schemas"]["NeonAuthCreateIntegrationResponse"];
/**
 * Body of the request to enable managed authentication.
 *
 * Observed (neon 2026-11-22).
 */
export type EnableNeonAuthIntegrationRequest = components["schemas"]["EnableNeonAuthIntegrationRequest"];
/**
 * Body of the request to disable managed authentication.
 *
 * Observed (neon 2026-11-22).
 */
export type DisableBranchAuthRequest = components["schemas"]["DisableBranchAuthRequest"];
/**
 * Answer to the request to list redirect domains.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthRedirectURIWhitelistResponse = components["schemas"]["NeonAuthRedirectURIWhitelistResponse"];
/**
 * A trusted domain.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthRedirectURIWhitelistDomain = components["schemas"]["NeonAuthRedirectURIWhitelistDomain"];
/**
 * Body of the request to add a redirect domain.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthAddDomainToRedirectURIWhitelistRequest = components["schemas"]["NeonAuthAddDomainToRedirectURIWhitelistRequest"];
/**
 * Body of the request to delete a redirect domain.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthDeleteDomainFromRedirectURIWhitelistRequest = components["schemas"]["NeonAuthDeleteDomainFromRedirectURIWhitelistRequest"];
/**
 * A domain to remove.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthDeleteDomainFromRedirectURIWhitelistItem = components["schemas"]["NeonAuthDeleteDomainFromRedirectURIWhitelistItem"];
/**
 * Answer to the request to create an auth user.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthCreateNewUserResponse = components["schemas"]["NeonAuthCreateNewUserResponse"];
/**
 * Body of the request to create an auth user.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateBranchNeonAuthNewUserRequest = components["schemas"]["CreateBranchNeonAuthNewUserRequest"];
/**
 * Answer to the request to update an auth user's role.
 *
 * Observed (neon 2026-11-22).
 */
export type UpdateNeonAuthUserRoleResponse = components["schemas"]["UpdateNeonAuthUserRoleResponse"];
/**
 * Body of the request to update an auth user's role.
 *
 * Observed (neon 2026-11-22).
 */
export type UpdateNeonAuthUserRoleRequest = components["schemas"]["UpdateNeonAuthUserRoleRequest"];
/**
 * Answer to the request to list OAuth providers.
 *
 * Observed (neon 2026-11-22).
 */
export type ListNeonAuthOauthProvidersResponse = components["schemas"]["ListNeonAuthOauthProvidersResponse"];
/**
 * An OAuth provider.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthOauthProvider = components["schemas"]["NeonAuthOauthProvider"];
/**
 * Identifier of an OAuth provider. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthOauthProviderId = components["schemas"]["NeonAuthOauthProviderId"];
/**
 * Whose client the OAuth provider knows. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthOauthProviderType = components["schemas"]["NeonAuthOauthProviderType"];
/**
 * Body of the request to add an OAuth provider.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthAddOAuthProviderRequest = components["schemas"]["NeonAuthAddOAuthProviderRequest"];
/**
 * Body of the request to update an OAuth provider.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthUpdateOAuthProviderRequest = components["schemas"]["NeonAuthUpdateOAuthProviderRequest"];
/**
 * Answer to the request to send a test email.
 *
 * Observed (neon 2026-11-22).
 */
export type SendNeonAuthTestEmailResponse = components["schemas"]["SendNeonAuthTestEmailResponse"];
/**
 * Body of the request to send a test email.
 *
 * Observed (neon 2026-11-22).
 */
export type SendNeonAuthTestEmailRequest = components["schemas"]["SendNeonAuthTestEmailRequest"];
/**
 * Settings of sign-in with email and password.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthEmailAndPasswordConfig = components["schemas"]["NeonAuthEmailAndPasswordConfig"];
/**
 * How an email address is verified. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthEmailVerificationMethod = components["schemas"]["NeonAuthEmailVerificationMethod"];
/**
 * Body of the request to update the email and password configuration.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthEmailAndPasswordConfigUpdate = components["schemas"]["NeonAuthEmailAndPasswordConfigUpdate"];
/**
 * Mail server: `standard` is the caller's, `shared` the provider's.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthEmailServer = components["schemas"]["NeonAuthEmailServer"];
/**
 * Answer to the request to get the localhost setting.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthAllowLocalhostResponse = components["schemas"]["NeonAuthAllowLocalhostResponse"];
/**
 * Body of the request to update the localhost setting.
 *
 * Observed (neon 2026-11-22).
 */
export type UpdateNeonAuthAllowLocalhostRequest = components["schemas"]["UpdateNeonAuthAllowLocalhostRequest"];
/**
 * Settings of all plugins.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthPluginConfigs = components["schemas"]["NeonAuthPluginConfigs"];
/**
 * Settings of organizations.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthOrganizationConfig = components["schemas"]["NeonAuthOrganizationConfig"];
/**
 * Settings of sign-in with a link.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthMagicLinkConfig = components["schemas"]["NeonAuthMagicLinkConfig"];
/**
 * Settings of sign-in with a phone number.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthPhoneNumberConfig = components["schemas"]["NeonAuthPhoneNumberConfig"];
/**
 * Body of the request to update the organization plugin.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthOrganizationConfigUpdate = components["schemas"]["NeonAuthOrganizationConfigUpdate"];
/**
 * Answer to the request to update the auth configuration.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthConfigResponse = components["schemas"]["NeonAuthConfigResponse"];
/**
 * Body of the request to update the auth configuration.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthConfigUpdate = components["schemas"]["NeonAuthConfigUpdate"];
/**
 * Body of the request to update the magic link plugin.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthMagicLinkConfigUpdate = components["schemas"]["NeonAuthMagicLinkConfigUpdate"];
/**
 * Body of the request to update the phone number plugin.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthPhoneNumberConfigUpdate = components["schemas"]["NeonAuthPhoneNumberConfigUpdate"];
/**
 * Settings of webhooks.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthWebhookConfig = components["schemas"]["NeonAuthWebhookConfig"];
/**
 * Body of the request to create an auth integration.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthCreateIntegrationRequest = components["schemas"]["NeonAuthCreateIntegrationRequest"];
/**
 * Body of the request to create auth provider SDK keys.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthCreateAuthProviderSDKKeysRequest = components["schemas"]["NeonAuthCreateAuthProviderSDKKeysRequest"];
/**
 * Body of the request to create an auth user.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthCreateNewUserRequest = components["schemas"]["NeonAuthCreateNewUserRequest"];
/**
 * Answer to the request to take over a managed auth project.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthTransferAuthProviderProjectResponse = components["schemas"]["NeonAuthTransferAuthProviderProjectResponse"];
/**
 * Body of the request to take over a managed auth project.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonAuthTransferAuthProviderProjectRequest = components["schemas"]["NeonAuthTransferAuthProviderProjectRequest"];
/**
 * Answer to the request to list auth integrations.
 *
 * Observed (neon 2026-11-22).
 */
export type ListNeonAuthIntegrationsResponse = components["schemas"]["ListNeonAuthIntegrationsResponse"];
/**
 * Body of the request to delete an auth integration.
 *
 * Observed (neon 2026-11-22).
 */
export type DeleteLegacyAuthIntegrationRequest = components["schemas"]["DeleteLegacyAuthIntegrationRequest"];
/**
 * An organization.
 *
 * Observed (neon 2026-11-22).
 */
export type Organization = components["schemas"]["Organization"];
/**
 * A key of an organization without its secret.
 *
 * Observed (neon 2026-11-22).
 */
export type OrgApiKeysListResponseItem = components["schemas"]["OrgApiKeysListResponseItem"];
/**
 * Creator of a key.
 *
 * Observed (neon 2026-11-22).
 */
export type ApiKeyCreatorData = components["schemas"]["ApiKeyCreatorData"];
/**
 * Answer to the request to revoke an organization's API key.
 *
 * Observed (neon 2026-11-22).
 */
export type OrgApiKeyRevokeResponse = components["schemas"]["OrgApiKeyRevokeResponse"];
/**
 * Answer to the request to get the spending limit.
 *
 * Observed (neon 2026-11-22).
 */
export type SpendingLimitResponse = components["schemas"]["SpendingLimitResponse"];
/**
 * Body of the request to set the spending limit.
 *
 * Observed (neon 2026-11-22).
 */
export type SpendingLimitUpdateRequest = components["schemas"]["SpendingLimitUpdateRequest"];
/**
 * An object without fields.
 *
 * Observed (neon 2026-11-22).
 */
export type EmptyResponse = components["schemas"]["EmptyResponse"];
/**
 * Answer to the request to list members.
 *
 * Observed (neon 2026-11-22).
 */
export type ListOrganizationMembersResponse = components["schemas"]["ListOrganizationMembersResponse"];
/**
 * A member and the user behind it.
 *
 * Observed (neon 2026-11-22).
 */
export type MemberWithUser = components["schemas"]["MemberWithUser"];
/**
 * A member of an organization.
 *
 * Observed (neon 2026-11-22).
 */
export type Member = components["schemas"]["Member"];
/**
 * Role in an organization. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type MemberRole = components["schemas"]["MemberRole"];
/**
 * User behind a member.
 *
 * Observed (neon 2026-11-22).
 */
export type MemberUserInfo = components["schemas"]["MemberUserInfo"];
/**
 * Body of the request to update a member's role.
 *
 * Observed (neon 2026-11-22).
 */
export type OrganizationMemberUpdateRequest = components["schemas"]["OrganizationMemberUpdateRequest"];
/**
 * Answer to the request to list invitations.
 *
 * Observed (neon 2026-11-22).
 */
export type OrganizationInvitationsResponse = components["schemas"]["OrganizationInvitationsResponse"];
/**
 * An invitation to an organization.
 *
 * Observed (neon 2026-11-22).
 */
export type Invitation = components["schemas"]["Invitation"];
/**
 * Body of the request to create invitations.
 *
 * Observed (neon 2026-11-22).
 */
export type OrganizationInvitesCreateRequest = components["schemas"]["OrganizationInvitesCreateRequest"];
/**
 * An invitation to send.
 *
 * Observed (neon 2026-11-22).
 */
export type OrganizationInviteCreateRequest = components["schemas"]["OrganizationInviteCreateRequest"];
/**
 * Limits that the transfer would exceed.
 *
 * Observed (neon 2026-11-22).
 */
export type LimitsUnsatisfiedResponse = components["schemas"]["LimitsUnsatisfiedResponse"];
/**
 * Projects whose integrations prevent the transfer.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectsWithIntegrationResponse = components["schemas"]["ProjectsWithIntegrationResponse"];
/**
 * Body of the request to transfer projects between organizations.
 *
 * Observed (neon 2026-11-22).
 */
export type TransferProjectsToOrganizationRequest = components["schemas"]["TransferProjectsToOrganizationRequest"];
/**
 * Answer to the request to list VPC endpoints of all regions.
 *
 * Observed (neon 2026-11-22).
 */
export type VPCEndpointsWithRegionResponse = components["schemas"]["VPCEndpointsWithRegionResponse"];
/**
 * A VPC endpoint and its region.
 *
 * Observed (neon 2026-11-22).
 */
export type VPCEndpointWithRegion = components["schemas"]["VPCEndpointWithRegion"];
/**
 * A VPC endpoint in detail.
 *
 * Observed (neon 2026-11-22).
 */
export type VPCEndpointDetails = components["schemas"]["VPCEndpointDetails"];
/**
 * A key without its secret.
 *
 * Observed (neon 2026-11-22).
 */
export type ApiKeysListResponseItem = components["schemas"]["ApiKeysListResponseItem"];
/**
 * A new key with its secret.
 *
 * Observed (neon 2026-11-22).
 */
export type ApiKeyCreateResponse = components["schemas"]["ApiKeyCreateResponse"];
/**
 * Body of the request to create a personal API key.
 *
 * Observed (neon 2026-11-22).
 */
export type ApiKeyCreateRequest = components["schemas"]["ApiKeyCreateRequest"];
/**
 * A revoked key.
 *
 * Observed (neon 2026-11-22).
 */
export type ApiKeyRevokeResponse = components["schemas"]["ApiKeyRevokeResponse"];
/**
 * Answer to the request to get the current user.
 *
 * Observed (neon 2026-11-22).
 */
export type CurrentUserInfoResponse = components["schemas"]["CurrentUserInfoResponse"];
/**
 * Billing account of a user.
 *
 * Observed (neon 2026-11-22).
 */
export type BillingAccount = components["schemas"]["BillingAccount"];
/**
 * State of a billing account. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type BillingAccountState = components["schemas"]["BillingAccountState"];
/**
 * Where payments come from.
 *
 * Observed (neon 2026-11-22).
 */
export type PaymentSource = components["schemas"]["PaymentSource"];
/**
 * A bank card.
 *
 * Observed (neon 2026-11-22).
 */
export type PaymentSourceBankCard = components["schemas"]["PaymentSourceBankCard"];
/**
 * Way of payment. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type BillingPaymentMethod = components["schemas"]["BillingPaymentMethod"];
/**
 * A plan.
 *
 * Observed (neon 2026-11-22).
 */
export type PlanDetails = components["schemas"]["PlanDetails"];
/**
 * Version of a plan.
 *
 * Observed (neon 2026-11-22).
 */
export type PlanVersion = components["schemas"]["PlanVersion"];
/**
 * An account the user signs in with.
 *
 * Observed (neon 2026-11-22).
 */
export type CurrentUserAuthAccount = components["schemas"]["CurrentUserAuthAccount"];
/**
 * An identity provider. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type IdentityProviderId = components["schemas"]["IdentityProviderId"];
/**
 * Answer to the request to list the current user's organizations.
 *
 * Observed (neon 2026-11-22).
 */
export type OrganizationsResponse = components["schemas"]["OrganizationsResponse"];
/**
 * Answer to the request to get authentication details.
 *
 * Observed (neon 2026-11-22).
 */
export type AuthDetailsResponse = components["schemas"]["AuthDetailsResponse"];
/**
 * Regions.
 *
 * Observed (neon 2026-11-22).
 */
export type ActiveRegionsResponse = components["schemas"]["ActiveRegionsResponse"];
/**
 * A region.
 *
 * Observed (neon 2026-11-22).
 */
export type RegionResponse = components["schemas"]["RegionResponse"];
/**
 * Length of a time frame. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryGranularity = components["schemas"]["ConsumptionHistoryGranularity"];
/**
 * Names of metrics.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryQueryMetrics = components["schemas"]["ConsumptionHistoryQueryMetrics"];
/**
 * Answer to the request to list project consumption (legacy plans).
 *
 * Observed (neon 2026-11-22).
 */
export type ListLegacyProjectConsumptionResponse = components["schemas"]["ListLegacyProjectConsumptionResponse"];
/**
 * Consumption of a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerProject = components["schemas"]["ConsumptionHistoryPerProject"];
/**
 * Consumption in a billing period.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerPeriod = components["schemas"]["ConsumptionHistoryPerPeriod"];
/**
 * Consumption in a time frame.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerTimeframe = components["schemas"]["ConsumptionHistoryPerTimeframe"];
/**
 * Answer to the request to list project consumption.
 *
 * Observed (neon 2026-11-22).
 */
export type ListProjectConsumptionResponse = components["schemas"]["ListProjectConsumptionResponse"];
/**
 * Consumption of a project.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerProjectV2 = components["schemas"]["ConsumptionHistoryPerProjectV2"];
/**
 * Consumption in a billing period.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerPeriodV2 = components["schemas"]["ConsumptionHistoryPerPeriodV2"];
/**
 * Consumption in a time frame.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerTimeframeV2 = components["schemas"]["ConsumptionHistoryPerTimeframeV2"];
/**
 * Value of one metric.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionMetricValue = components["schemas"]["ConsumptionMetricValue"];
/**
 * Answer to the request to list branch consumption.
 *
 * Observed (neon 2026-11-22).
 */
export type ListBranchConsumptionResponse = components["schemas"]["ListBranchConsumptionResponse"];
/**
 * Consumption of a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type ConsumptionHistoryPerBranchV2 = components["schemas"]["ConsumptionHistoryPerBranchV2"];
/**
 * Answer to the request to create a snapshot.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateSnapshotResponse = components["schemas"]["CreateSnapshotResponse"];
/**
 * A snapshot.
 *
 * Observed (neon 2026-11-22).
 */
export type Snapshot = components["schemas"]["Snapshot"];
/**
 * Answer to the request to list snapshots.
 *
 * Observed (neon 2026-11-22).
 */
export type ListSnapshotsResponse = components["schemas"]["ListSnapshotsResponse"];
/**
 * Answer to the request to update a snapshot.
 *
 * Observed (neon 2026-11-22).
 */
export type UpdateSnapshotResponse = components["schemas"]["UpdateSnapshotResponse"];
/**
 * Body of the request to update a snapshot.
 *
 * Observed (neon 2026-11-22).
 */
export type SnapshotUpdateRequest = components["schemas"]["SnapshotUpdateRequest"];
/**
 * Answer to the request to restore a snapshot.
 *
 * Observed (neon 2026-11-22).
 */
export type RestoreSnapshotResponse = components["schemas"]["RestoreSnapshotResponse"];
/**
 * Body of the request to restore a snapshot.
 *
 * Observed (neon 2026-11-22).
 */
export type RestoreSnapshotRequest = components["schemas"]["RestoreSnapshotRequest"];
/**
 * When snapshots are taken.
 *
 * Observed (neon 2026-11-22).
 */
export type BackupSchedule = components["schemas"]["BackupSchedule"];
/**
 * One entry of the schedule.
 *
 * Observed (neon 2026-11-22).
 */
export type BackupScheduleItem = components["schemas"]["BackupScheduleItem"];
/**
 * Kind of a finding. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type AdvisorCategory = components["schemas"]["AdvisorCategory"];
/**
 * Answer to the request to list advisor issues.
 *
 * Observed (neon 2026-11-22).
 */
export type ListAdvisorIssuesResponse = components["schemas"]["ListAdvisorIssuesResponse"];
/**
 * A finding of the advisor.
 *
 * Observed (neon 2026-11-22).
 */
export type AdvisorIssue = components["schemas"]["AdvisorIssue"];
/**
 * Data API of a database.
 *
 * Observed (neon 2026-11-22).
 */
export type DataApi = components["schemas"]["DataApi"];
/**
 * Settings of the Data API.
 *
 * Observed (neon 2026-11-22).
 */
export type DataAPISettings = components["schemas"]["DataAPISettings"];
/**
 * Answer to the request to create a Data API.
 *
 * Observed (neon 2026-11-22).
 */
export type DataAPICreateResponse = components["schemas"]["DataAPICreateResponse"];
/**
 * Body of the request to create a Data API.
 *
 * Observed (neon 2026-11-22).
 */
export type DataAPICreateRequest = components["schemas"]["DataAPICreateRequest"];
/**
 * Body of the request to update a Data API.
 *
 * Observed (neon 2026-11-22).
 */
export type DataAPIUpdateRequest = components["schemas"]["DataAPIUpdateRequest"];
/**
 * Answer to the request to list buckets.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketsListResponse = components["schemas"]["BucketsListResponse"];
/**
 * A bucket.
 *
 * Observed (neon 2026-11-22).
 */
export type Bucket = components["schemas"]["Bucket"];
/**
 * Who may read the objects of a bucket. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketAccessLevel = components["schemas"]["BucketAccessLevel"];
/**
 * Answer to the request to create a bucket.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketResponse = components["schemas"]["BucketResponse"];
/**
 * Body of the request to create a bucket.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketCreateRequest = components["schemas"]["BucketCreateRequest"];
/**
 * Answer to the request to list objects.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketObjectsListResponse = components["schemas"]["BucketObjectsListResponse"];
/**
 * An object of a bucket.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketObject = components["schemas"]["BucketObject"];
/**
 * Answer to the request to delete objects by prefix.
 *
 * Observed (neon 2026-11-22).
 */
export type BucketObjectsDeletePrefixResponse = components["schemas"]["BucketObjectsDeletePrefixResponse"];
/**
 * Answer to the request to presign an upload or a download.
 *
 * Observed (neon 2026-11-22).
 */
export type PresignResponse = components["schemas"]["PresignResponse"];
/**
 * Body of the request to presign an upload or a download.
 *
 * Observed (neon 2026-11-22).
 */
export type PresignRequest = components["schemas"]["PresignRequest"];
/**
 * Storage of a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchStorage = components["schemas"]["BranchStorage"];
/**
 * Error of a branch without storage.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchStorageNotEnabled = components["schemas"]["BranchStorageNotEnabled"];
/**
 * AI gateway of a branch.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchAiGateway = components["schemas"]["BranchAiGateway"];
/**
 * Error of a branch without AI gateway.
 *
 * Observed (neon 2026-11-22).
 */
export type BranchAiGatewayNotEnabled = components["schemas"]["BranchAiGatewayNotEnabled"];
/**
 * Answer to the request to list credentials.
 *
 * Observed (neon 2026-11-22).
 */
export type ListCredentialsResponse = components["schemas"]["ListCredentialsResponse"];
/**
 * A credential without its secrets.
 *
 * Observed (neon 2026-11-22).
 */
export type CredentialMeta = components["schemas"]["CredentialMeta"];
/**
 * What a credential allows. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type GrantedCredentialScope = components["schemas"]["GrantedCredentialScope"];
/**
 * Answer to the request to issue a credential.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateCredentialResponse = components["schemas"]["CreateCredentialResponse"];
/**
 * Body of the request to issue a credential.
 *
 * Observed (neon 2026-11-22).
 */
export type CreateCredentialRequest = components["schemas"]["CreateCredentialRequest"];
/**
 * What a credential allows. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type CredentialScope = components["schemas"]["CredentialScope"];
/**
 * Answer to the request to list functions.
 *
 * Observed (neon 2026-11-22).
 */
export type ListFunctionsResponse = components["schemas"]["ListFunctionsResponse"];
/**
 * A function.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonFunction = components["schemas"]["NeonFunction"];
/**
 * A deployment of a function.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonFunctionDeployment = components["schemas"]["NeonFunctionDeployment"];
/**
 * Answer to the request to get a function.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonFunctionResponse = components["schemas"]["NeonFunctionResponse"];
/**
 * Body of the request to update a function.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonFunctionUpdateRequest = components["schemas"]["NeonFunctionUpdateRequest"];
/**
 * Answer to the request to deploy a function.
 *
 * Observed (neon 2026-11-22).
 */
export type NeonFunctionDeploymentResponse = components["schemas"]["NeonFunctionDeploymentResponse"];
/**
 * Body of the request to deploy a function.
 *
 * Observed (neon 2026-11-22).
 */
export type FunctionDeployRequest = components["schemas"]["FunctionDeployRequest"];
/**
 * Answer to the request to query logs.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogsQueryResponse = components["schemas"]["ProjectBranchLogsQueryResponse"];
/**
 * A log record.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogRecord = components["schemas"]["ProjectBranchLogRecord"];
/**
 * Source of a log record. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogSource = components["schemas"]["ProjectBranchLogSource"];
/**
 * Error of a query that cannot be run.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogsInvalidQuery = components["schemas"]["ProjectBranchLogsInvalidQuery"];
/**
 * Error of a branch without logs.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogsNotAvailable = components["schemas"]["ProjectBranchLogsNotAvailable"];
/**
 * Body of the request to query logs.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogsQueryRequest = components["schemas"]["ProjectBranchLogsQueryRequest"];
/**
 * A length of time, like `1h`.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogDuration = components["schemas"]["ProjectBranchLogDuration"];
/**
 * Severity of a log record. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogSeverity = components["schemas"]["ProjectBranchLogSeverity"];
/**
 * Answer to the request to list log fields.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogFieldsResponse = components["schemas"]["ProjectBranchLogFieldsResponse"];
/**
 * Answer to the request to list values of a log field.
 *
 * Observed (neon 2026-11-22).
 */
export type ProjectBranchLogFieldValuesResponse = components["schemas"]["ProjectBranchLogFieldValuesResponse"];
/**
 * A connected application. Observed values; others may appear.
 *
 * Observed (neon 2026-11-22).
 */
export type ApplicationType = components["schemas"]["ApplicationType"];
