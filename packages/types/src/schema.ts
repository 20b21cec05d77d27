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
         */
        get: operations["listProjectPermissions"];
        put?: never;
        /**
         * Grant project access
         *
         * Grants someone access to a project.
         *
         * Not shown: the request and the response.
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
         */
        put: operations["setProjectMemberRole"];
        post?: never;
        /**
         * Remove a member's project role
         *
         * Removes the role a member has on the project.
         *
         * Not shown: query parameters and the response.
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
         */
        get: operations["listProjectJwks"];
        put?: never;
        /**
         * Add a JWKS URL
         *
         * Adds a JWKS URL to a project.
         *
         * Not shown: the request and the response.
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
         */
        post: operations["setProjectVpcEndpoint"];
        /**
         * Delete a VPC endpoint restriction
         *
         * Deletes the restriction of a project to a VPC endpoint.
         *
         * Not shown: query parameters and the response.
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
         */
        get: operations["listBranches"];
        put?: never;
        /**
         * Create a branch
         *
         * Creates a branch, tracked as the operation `create_branch`, which concerns no compute.
         *
         * Not shown: the request and the response.
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
         */
        get: operations["getBranchAuth"];
        put?: never;
        /**
         * Enable managed authentication
         *
         * Enables managed authentication for a branch.
         *
         * Not shown: the request and the response.
         */
        post: operations["enableBranchAuth"];
        /**
         * Disable managed authentication
         *
         * Disables managed authentication for a branch.
         *
         * Not shown: query parameters and the response.
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
         */
        get: operations["listBranchAuthDomains"];
        put?: never;
        /**
         * Add a redirect domain
         *
         * Adds a domain that managed authentication may redirect to.
         *
         * Not shown: the request and the response.
         */
        post: operations["addBranchAuthDomain"];
        /**
         * Delete a redirect domain
         *
         * Deletes a domain from those that managed authentication may redirect to.
         *
         * Not shown: how the domain is named, and the response.
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
         */
        get: operations["listBranchAuthOauthProviders"];
        put?: never;
        /**
         * Add an OAuth provider
         *
         * Adds an OAuth provider to managed authentication.
         *
         * Not shown: the request and the response.
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
         */
        get: operations["getBranchAuthWebhooks"];
        /**
         * Update the webhook configuration
         *
         * Sets the webhook configuration of managed authentication.
         *
         * Not shown: the request, the response, the kinds of event, their payloads, delivery and
         * signing.
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
         */
        get: operations["listLegacyAuthDomains"];
        put?: never;
        /**
         * Add a trusted domain
         *
         * Adds a trusted domain for redirect URIs (legacy form, per project).
         *
         * Not shown: the request and the response.
         */
        post: operations["addLegacyAuthDomain"];
        /**
         * Delete a trusted domain
         *
         * Deletes a trusted domain for redirect URIs (legacy form, per project).
         *
         * Not shown: how the domain is named, and the response.
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
         */
        get: operations["listLegacyAuthOauthProviders"];
        put?: never;
        /**
         * Add an OAuth provider
         *
         * Adds an OAuth provider to a project (legacy form, per project).
         *
         * Not shown: the request and the response.
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
         */
        get: operations["getSpendingLimit"];
        /**
         * Set the spending limit
         *
         * Sets the spending limit of an organization.
         *
         * Not shown: the request and the response.
         */
        put: operations["setSpendingLimit"];
        post?: never;
        /**
         * Remove the spending limit
         *
         * Removes the spending limit of an organization.
         *
         * Not shown: query parameters and the response.
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
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Create invitations
         *
         * Invites people into an organization.
         *
         * Not shown: the request and the response.
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
         */
        get: operations["getOrganizationVpcEndpoint"];
        put?: never;
        /**
         * Assign or update a VPC endpoint
         *
         * Assigns a VPC endpoint to an organization, or updates it.
         *
         * Not shown: the request and the response.
         */
        post: operations["assignOrganizationVpcEndpoint"];
        /**
         * Delete a VPC endpoint
         *
         * Deletes a VPC endpoint of an organization.
         *
         * Not shown: query parameters and the response.
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
         */
        get: operations["getBackupSchedule"];
        /**
         * Set the backup schedule
         *
         * Sets the backup schedule of a branch.
         *
         * Not shown: the request and the response.
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
         */
        get: operations["getDataApi"];
        put?: never;
        /**
         * Create a Data API
         *
         * Creates the Data API of a database.
         *
         * Not shown: the request and the response.
         */
        post: operations["createDataApi"];
        /**
         * Delete a Data API
         *
         * Deletes the Data API of a database.
         *
         * Not shown: query parameters and the response.
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
         */
        get: operations["listBuckets"];
        put?: never;
        /**
         * Create a bucket
         *
         * Creates a storage bucket on a branch.
         *
         * Not shown: the request and the response.
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
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Issue a credential
         *
         * Issues a scoped credential for a branch.
         *
         * Not shown: the request, the response and the scopes.
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
        /** A body whose shape is not shown, so any JSON value; it is sent as given. */
        UndocumentedRequest: unknown;
        /** A value whose shape is not shown. */
        Undocumented: unknown;
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
         * @example start_compute
         */
        OperationAction: "apply_config" | "apply_storage_config" | "check_availability" | "create_branch" | "create_timeline" | "delete_tenant" | "start_compute" | "suspend_compute" | "tenant_attach" | "tenant_detach" | "tenant_reattach" | "timeline_archive" | "timeline_unarchive" | (string & {});
        /**
         * Status of an operation. It starts as `scheduling` or `running` and moves on until `finished`,
         * the status to poll for; an operation that cannot complete becomes `failed`. The console
         * shows OK, Scheduling, In progress or Error.
         *
         * Not shown: the other moves, and whether `failed` is final.
         * @example running
         * @enum {string}
         */
        OperationStatus: "scheduling" | "running" | "finished" | "failed";
        /**
         * Format: date-time
         *
         * A moment in UTC, ISO 8601, to the second, ending in `Z`.
         * @example 2026-03-01T09:30:00Z
         */
        Timestamp: string;
        /**
         * An action the control plane performs on an object, started by a user or by the control plane
         * itself (for example to suspend an idle compute or to check availability). The console also shows
         * its duration.
         */
        Operation: {
            /**
             * Format: uuid
             *
             * Operation identifier.
             * @example 00000000-0000-4000-8000-000000000001
             */
            id: string;
            /**
             * Project of the operation.
             * @example project-1
             */
            project_id: string;
            /**
             * Branch of the operation.
             * @example branch-1
             */
            branch_id: string;
            /**
             * Compute of the operation; absent if it concerns none, as for `create_branch`.
             * @example ep-1
             */
            endpoint_id?: string;
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
             */
            action: components["schemas"]["OperationAction"];
            /**
             * Status of an operation. It starts as `scheduling` or `running` and moves on until `finished`,
             * the status to poll for; an operation that cannot complete becomes `failed`. The console
             * shows OK, Scheduling, In progress or Error.
             *
             * Not shown: the other moves, and whether `failed` is final.
             */
            status: components["schemas"]["OperationStatus"];
            /**
             * Count of failures.
             * @example 0
             */
            failures_count: number;
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            created_at: components["schemas"]["Timestamp"];
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * The response of a mutating route. Its fields are not shown, except that every mutating response
         * lists the operations it started. `null` stands for a response without a body, which nothing
         * excludes where none is shown.
         */
        UndocumentedMutation: ({
            /** The operations the request started. */
            operations?: components["schemas"]["Operation"][];
        } & {
            [key: string]: unknown;
        }) | null;
        /**
         * The type of a compute: `read_write` is the primary compute of its branch. A read replica has a
         * different value. Observed values; others may appear.
         *
         * Not shown: the value of a read replica.
         * @example read_write
         */
        EndpointType: "read_write" | (string & {});
        /**
         * Size of a compute in compute units (CU). One unit is 1 vCPU and 4 GB of RAM; the local file
         * cache takes up to 75% of that, 3 GB per unit. Supported: 0.25 and 0.5 (shared compute), every
         * integer from 1 to 16, every even integer from 18 to 56. Autoscaling covers 0.25 to 16, so a
         * compute whose minimum and maximum differ stays in that range; larger sizes are fixed. The free
         * plan has up to 2 vCPUs and 8 GB of RAM.
         *
         * Not shown: which sizes each paid plan has.
         * @example 1
         */
        ComputeSize: (0.25 | 0.5) | number;
        /**
         * State of a compute: `init` after its creation, `active` while it serves, `idle` after it was
         * suspended. Observed values; others may appear.
         *
         * Not shown: the other states.
         * @example active
         */
        EndpointState: "init" | "idle" | "active" | (string & {});
        /** Settings of a compute. */
        EndpointSettings: {
            /**
             * Postgres settings by name, empty by default.
             * @example {}
             */
            pg_settings: {
                [key: string]: unknown;
            };
        };
        /**
         * Mode of the connection pooler. Observed values; others may appear.
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
         */
        Endpoint: {
            /**
             * Compute identifier, beginning with `ep-`.
             * @example ep-1
             */
            id: string;
            /**
             * Host name to connect to.
             * @example ep-1.region-1.example.com
             */
            host: string;
            /**
             * Project of the compute.
             * @example project-1
             */
            project_id: string;
            /**
             * Branch the compute is attached to.
             * @example branch-1
             */
            branch_id: string;
            /**
             * Region the compute runs in.
             * @example region-1
             */
            region_id: string;
            /**
             * The type of a compute: `read_write` is the primary compute of its branch. A read replica has a
             * different value. Observed values; others may appear.
             *
             * Not shown: the value of a read replica.
             */
            type: components["schemas"]["EndpointType"];
            /** Minimum size. */
            autoscaling_limit_min_cu: components["schemas"]["ComputeSize"];
            /** Maximum size; equal to the minimum for a compute of fixed size. */
            autoscaling_limit_max_cu: components["schemas"]["ComputeSize"];
            /**
             * State of a compute: `init` after its creation, `active` while it serves, `idle` after it was
             * suspended. Observed values; others may appear.
             *
             * Not shown: the other states.
             */
            current_state: components["schemas"]["EndpointState"];
            /**
             * State the compute is moving to. Present in responses to create and update, absent in those to
             * list and delete. Observed values; others may appear.
             */
            pending_state?: components["schemas"]["EndpointState"];
            /** Settings of a compute. */
            settings: components["schemas"]["EndpointSettings"];
            /**
             * Whether the pooler is on; up to 10,000 users connect through it at a time.
             * @example false
             */
            pooler_enabled: boolean;
            /** Mode of the connection pooler. Observed values; others may appear. */
            pooler_mode: components["schemas"]["PoolerMode"];
            /**
             * Whether the compute is disabled.
             * @example false
             */
            disabled: boolean;
            /**
             * Whether the compute allows passwordless access.
             * @example true
             */
            passwordless_access: boolean;
            /** Last time the compute was active; absent if it never was. */
            last_active?: components["schemas"]["Timestamp"];
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            created_at: components["schemas"]["Timestamp"];
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Host name of the proxy.
             * @example proxy.example.com
             */
            proxy_host: string;
        };
        /** A compute as list and delete return it, without a pending state. */
        EndpointWithoutPendingState: components["schemas"]["Endpoint"] & {
            pending_state?: never;
        };
        /** The computes of a project. */
        EndpointListResponse: {
            /** The computes, without `pending_state`. */
            endpoints: components["schemas"]["EndpointWithoutPendingState"][];
        };
        /**
         * The compute to create.
         *
         * Not shown: attributes beside `branch_id` and `type` (size, scale to zero, pooler and similar).
         */
        EndpointCreateRequest: {
            /** Attributes of the new compute. */
            endpoint: {
                /**
                 * Branch to attach the compute to.
                 * @example branch-1
                 */
                branch_id: string;
                /**
                 * The type of a compute: `read_write` is the primary compute of its branch. A read replica has a
                 * different value. Observed values; others may appear.
                 *
                 * Not shown: the value of a read replica.
                 */
                type: components["schemas"]["EndpointType"];
            } & {
                [key: string]: unknown;
            };
        };
        /** A compute as create and update return it, with the state it is moving to. */
        EndpointWithPendingState: components["schemas"]["Endpoint"] & {
            /**
             * State of a compute: `init` after its creation, `active` while it serves, `idle` after it was
             * suspended. Observed values; others may appear.
             *
             * Not shown: the other states.
             */
            pending_state: components["schemas"]["EndpointState"];
        };
        /** A created or updated compute and the operations that were started. */
        EndpointOperationsResponse: {
            /** A compute as create and update return it, with the state it is moving to. */
            endpoint: components["schemas"]["EndpointWithPendingState"];
            /** The operations the request started. */
            operations: components["schemas"]["Operation"][];
        };
        /** The deleted compute; its deletion starts no operation. */
        EndpointDeletedResponse: {
            /** A compute as list and delete return it, without a pending state. */
            endpoint: components["schemas"]["EndpointWithoutPendingState"];
            /** Always empty. */
            operations: [
            ];
        };
        /**
         * The attributes of a compute to change. It names those that the document says can change, the
         * branch and the size; others pass through.
         *
         * Not shown: which other attributes can be changed.
         */
        EndpointUpdateRequest: {
            /** New values of the attributes to change. */
            endpoint: {
                /**
                 * Branch to move the compute to.
                 * @example branch-2
                 */
                branch_id?: string;
                /** New minimum size. */
                autoscaling_limit_min_cu?: components["schemas"]["ComputeSize"];
                /** New maximum size; equal to the minimum for a compute of fixed size. */
                autoscaling_limit_max_cu?: components["schemas"]["ComputeSize"];
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * The top-level container. It holds branches; one of them is its default branch, which has a
         * primary read-write compute.
         *
         * Not shown: the values of `platform_id` and `provisioner`, the unit of `branch_logical_size_limit`.
         */
        Project: {
            /**
             * Project identifier.
             * @example project-1
             */
            id: string;
            /**
             * Name of the project.
             * @example orders
             */
            name: string;
            /**
             * Platform the project runs on.
             * @example platform-1
             */
            platform_id: string;
            /**
             * Region the project is in.
             * @example region-1
             */
            region_id: string;
            /**
             * Provisioner of the project.
             * @example provisioner-1
             */
            provisioner: string;
            /**
             * Postgres major version.
             * @example 17
             */
            pg_version: number;
            /**
             * Whether the project is locked.
             * @example false
             */
            locked: boolean;
            /**
             * CPU time used; the document gives only the name and type of this field.
             * @example 1820
             */
            cpu_used_sec: number;
            /**
             * Limit of a branch's logical size; its unit is not shown.
             * @example 512
             */
            branch_logical_size_limit: number;
            /**
             * Host name of the proxy.
             * @example proxy.example.com
             */
            proxy_host: string;
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            created_at: components["schemas"]["Timestamp"];
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** A list of projects. */
        ProjectListResponse: {
            /** The projects. */
            projects: components["schemas"]["Project"][];
        };
        /**
         * The key to create. With `project_id` it is scoped to that project.
         *
         * Not shown: whether `project_id` may be omitted, and the effect of omitting it.
         */
        OrganizationApiKeyCreateRequest: {
            /**
             * Descriptive name of the key.
             * @example ci
             */
            key_name: string;
            /**
             * The one project the key gives access to.
             * @example project-1
             */
            project_id?: string;
        };
        /**
         * An API key as its creation returns it. The secret is shown only this once and cannot be read
         * again; keys have no expiry and are valid until revoked.
         */
        ApiKey: {
            /**
             * Key identifier, as used in the paths that revoke it.
             * @example 101
             */
            id: number;
            /**
             * The secret token, returned only at creation.
             * @example example-secret-token
             */
            key: string;
            /**
             * Descriptive name of the key.
             * @example ci
             */
            name: string;
            /** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Identifier of the user who created the key.
             * @example user-1
             */
            created_by: string;
            /**
             * The one project that a project-scoped key gives access to; present for such keys.
             * @example project-1
             */
            project_id?: string;
        };
        /**
         * Where the next page begins. Pass `cursor` back, with the same `limit`, to get that page.
         *
         * Not shown: how the last page looks; `cursor` is therefore not required.
         */
        Pagination: {
            /**
             * A timestamp with fractional seconds, to be passed back unchanged.
             * @example 2026-03-01T09:30:00.123456Z
             */
            cursor?: string;
        };
        /** One page of a project's operations, newest first. */
        OperationListResponse: {
            /** The operations, newest first. */
            operations: components["schemas"]["Operation"][];
            /**
             * Where the next page begins. Pass `cursor` back, with the same `limit`, to get that page.
             *
             * Not shown: how the last page looks; `cursor` is therefore not required.
             */
            pagination: components["schemas"]["Pagination"];
        };
        /** One operation. */
        OperationResponse: {
            /**
             * An action the control plane performs on an object, started by a user or by the control plane
             * itself (for example to suspend an idle compute or to check availability). The console also shows
             * its duration.
             */
            operation: components["schemas"]["Operation"];
        };
    };
    responses: {
        /**
         * Any other unsuccessful response.
         *
         * Not shown: its statuses and the shape of its body.
         */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Undocumented"];
            };
        };
        /**
         * The `Authorization` header is missing, or its key is invalid or revoked.
         *
         * Not shown: the shape of the body.
         */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Undocumented"];
            };
        };
        /** A response whose shape is not shown, except for the operations that were started. */
        UndocumentedMutation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "operations": []
                 *     }
                 */
                "application/json": components["schemas"]["UndocumentedMutation"];
            };
        };
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
        /** A response whose shape is not shown. */
        Undocumented: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Undocumented"];
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
        /** The bytes of the object; media type and headers are not shown. */
        UndocumentedBytes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example bytes */
                "application/octet-stream": Blob;
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
         * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
         * parameter (`?name=value`); the word `undocumented` itself is never sent.
         * @example {}
         */
        UndocumentedQuery: {
            [key: string]: unknown;
        };
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
        /** A body whose shape is not shown, nor whether it is required. */
        UndocumentedRequest: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UndocumentedRequest"];
            };
        };
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
     */
    startEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    suspendEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["EndpointList"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["EndpointCreated"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a compute
     *
     * Reads one compute.
     *
     * Not shown: query parameters and the response.
     */
    getEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["EndpointDeleted"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["EndpointUpdated"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List projects
     *
     * Lists projects.
     *
     * Not shown: paging or an order of this list.
     */
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["ProjectList"];
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
     */
    createProject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    listSharedProjects: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    getProject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    deleteProject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    updateProject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Recover a deleted project
     *
     * Recovers a deleted project.
     *
     * Not shown: the request, the response, and how long a deleted project can be recovered.
     */
    recoverProject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List project access
     *
     * Lists the access that was granted to a project.
     *
     * Not shown: query parameters and the response.
     */
    listProjectPermissions: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Grant project access
     *
     * Grants someone access to a project.
     *
     * Not shown: the request and the response.
     */
    grantProjectPermission: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Revoke project access
     *
     * Revokes access that was granted to a project.
     *
     * Not shown: query parameters and the response.
     */
    revokeProjectPermission: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List members and their project roles
     *
     * Lists the members of the organization with the role each has on the project.
     *
     * Not shown: query parameters and the response.
     */
    listProjectMembers: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set a member's project role
     *
     * Sets the role a member has on the project.
     *
     * Not shown: the request, the response and the roles.
     */
    setProjectMemberRole: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Remove a member's project role
     *
     * Removes the role a member has on the project.
     *
     * Not shown: query parameters and the response.
     */
    removeProjectMemberRole: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List shared preload libraries
     *
     * Lists the shared preload libraries a project can use.
     *
     * Not shown: query parameters and the response.
     */
    listAvailablePreloadLibraries: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    createProjectTransferRequest: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    acceptProjectTransferRequest: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List JWKS URLs
     *
     * Lists the JWKS URLs of a project.
     *
     * Not shown: query parameters and the response.
     */
    listProjectJwks: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add a JWKS URL
     *
     * Adds a JWKS URL to a project.
     *
     * Not shown: the request and the response.
     */
    addProjectJwks: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a JWKS URL
     *
     * Deletes a JWKS URL of a project.
     *
     * Not shown: query parameters and the response.
     */
    deleteProjectJwks: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a connection URI
     *
     * Returns a connection URI of a project.
     *
     * Not shown: query parameters and the response.
     */
    getConnectionUri: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List VPC endpoint restrictions
     *
     * Lists the VPC endpoints a project is restricted to.
     *
     * Not shown: query parameters and the response.
     */
    listProjectVpcEndpoints: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set a VPC endpoint restriction
     *
     * Restricts a project to a VPC endpoint.
     *
     * Not shown: the request and the response.
     */
    setProjectVpcEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a VPC endpoint restriction
     *
     * Deletes the restriction of a project to a VPC endpoint.
     *
     * Not shown: query parameters and the response.
     */
    deleteProjectVpcEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List branches
     *
     * Lists the branches of a project; one of them is its default branch.
     *
     * Not shown: query parameters and the response.
     */
    listBranches: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a branch
     *
     * Creates a branch, tracked as the operation `create_branch`, which concerns no compute.
     *
     * Not shown: the request and the response.
     */
    createBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an anonymized branch
     *
     * Creates a branch whose data is anonymized.
     *
     * Not shown: the request, the response, and the states of an anonymization.
     */
    createAnonymizedBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    countBranches: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    getBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a branch
     *
     * Deletes a branch.
     *
     * Not shown: query parameters and the response, and what becomes of its computes.
     */
    deleteBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a branch
     *
     * Changes a branch.
     *
     * Not shown: the request and the response.
     */
    updateBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Restore a branch to a historical state
     *
     * Sets a branch back to an earlier state of its data.
     *
     * Not shown: the request and the response.
     */
    restoreBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a database schema
     *
     * Returns the schema of a database on the branch.
     *
     * Not shown: query parameters and the response.
     */
    getBranchSchema: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Compare database schemas
     *
     * Compares the schema of a database on the branch.
     *
     * Not shown: query parameters and the response.
     */
    compareBranchSchema: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get masking rules
     *
     * Returns the masking rules of a branch.
     *
     * Not shown: query parameters and the response.
     */
    getMaskingRules: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update masking rules
     *
     * Changes the masking rules of a branch.
     *
     * Not shown: the request and the response.
     */
    updateMaskingRules: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the anonymization status
     *
     * Returns the status of an anonymized branch.
     *
     * Not shown: query parameters, the response and its states.
     */
    getAnonymizedBranchStatus: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Start anonymization
     *
     * Starts anonymizing the data of a branch.
     *
     * Not shown: the request and the response.
     */
    startBranchAnonymization: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set the default branch
     *
     * Makes a branch the default branch of its project.
     *
     * Not shown: the request and the response.
     */
    setDefaultBranch: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Finalize a branch restore
     *
     * Finalizes the restore of a branch from a snapshot.
     *
     * Not shown: the request and the response.
     */
    finalizeBranchRestore: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the computes of a branch
     *
     * Lists the computes of one branch: at most one primary, any number of read replicas.
     *
     * Not shown: query parameters and the response.
     */
    listBranchEndpoints: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List databases
     *
     * Lists the databases of a branch.
     *
     * Not shown: query parameters and the response.
     */
    listDatabases: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    createDatabase: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a database
     *
     * Reads one database.
     *
     * Not shown: query parameters and the response.
     */
    getDatabase: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a database
     *
     * Deletes a database. Its compute gets a new configuration (operation `apply_config`).
     *
     * Not shown: query parameters and the response.
     */
    deleteDatabase: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a database
     *
     * Changes a database. Its compute gets a new configuration (operation `apply_config`).
     *
     * Not shown: the request and the response.
     */
    updateDatabase: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List roles
     *
     * Lists the Postgres roles of a branch.
     *
     * Not shown: query parameters and the response.
     */
    listRoles: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    createRole: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a role
     *
     * Reads one Postgres role.
     *
     * Not shown: query parameters and the response.
     */
    getRole: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a role
     *
     * Deletes a Postgres role. Its compute gets a new configuration (operation `apply_config`).
     *
     * Not shown: query parameters and the response.
     */
    deleteRole: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a role's password
     *
     * Returns the password of a Postgres role.
     *
     * Not shown: query parameters and the response.
     */
    revealRolePassword: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Reset a role's password
     *
     * Resets the password of a Postgres role.
     *
     * Not shown: the request and the response.
     */
    resetRolePassword: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a Postgres role.
                 * @example app
                 */
                role_name: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get managed authentication
     *
     * Returns the details of managed authentication on a branch.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAuth: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Enable managed authentication
     *
     * Enables managed authentication for a branch.
     *
     * Not shown: the request and the response.
     */
    enableBranchAuth: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Disable managed authentication
     *
     * Disables managed authentication for a branch.
     *
     * Not shown: query parameters and the response.
     */
    disableBranchAuth: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List redirect domains
     *
     * Lists the domains that managed authentication may redirect to.
     *
     * Not shown: query parameters and the response.
     */
    listBranchAuthDomains: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add a redirect domain
     *
     * Adds a domain that managed authentication may redirect to.
     *
     * Not shown: the request and the response.
     */
    addBranchAuthDomain: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a redirect domain
     *
     * Deletes a domain from those that managed authentication may redirect to.
     *
     * Not shown: how the domain is named, and the response.
     */
    deleteBranchAuthDomain: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an auth user
     *
     * Creates a user of managed authentication.
     *
     * Not shown: the request and the response.
     */
    createBranchAuthUser: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an auth user
     *
     * Deletes a user of managed authentication.
     *
     * Not shown: query parameters and the response.
     */
    deleteBranchAuthUser: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update an auth user's role
     *
     * Changes the role of a user of managed authentication.
     *
     * Not shown: the request, the response and the roles.
     */
    updateBranchAuthUserRole: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Identifier of a user of managed authentication.
                 * @example auth-user-1
                 */
                auth_user_id: components["parameters"]["AuthUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List OAuth providers
     *
     * Lists the OAuth providers of managed authentication.
     *
     * Not shown: query parameters and the response.
     */
    listBranchAuthOauthProviders: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add an OAuth provider
     *
     * Adds an OAuth provider to managed authentication.
     *
     * Not shown: the request and the response.
     */
    addBranchAuthOauthProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an OAuth provider
     *
     * Deletes an OAuth provider of managed authentication.
     *
     * Not shown: query parameters and the response.
     */
    deleteBranchAuthOauthProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update an OAuth provider
     *
     * Changes an OAuth provider of managed authentication.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthOauthProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Identifier of an OAuth provider.
                 * @example oauth-provider-1
                 */
                oauth_provider_id: components["parameters"]["OauthProviderIdPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Send a test email
     *
     * Sends a test email.
     *
     * Not shown: the request and the response.
     */
    sendBranchAuthTestEmail: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the email and password configuration
     *
     * Returns the configuration of sign-in by email and password.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAuthEmailAndPassword: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the email and password configuration
     *
     * Changes the configuration of sign-in by email and password.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthEmailAndPassword: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the email provider configuration
     *
     * Returns the configuration of the provider that sends emails.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAuthEmailProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the email provider configuration
     *
     * Changes the configuration of the provider that sends emails.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthEmailProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the localhost setting
     *
     * Returns whether managed authentication allows localhost.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAuthAllowLocalhost: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the localhost setting
     *
     * Sets whether managed authentication allows localhost.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthAllowLocalhost: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get plugin configurations
     *
     * Returns the configurations of the plugins of managed authentication.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAuthPlugins: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the organization plugin
     *
     * Changes the configuration of the organization plugin.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthOrganizationPlugin: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the auth configuration
     *
     * Changes the configuration of managed authentication.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthConfig: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the magic link plugin
     *
     * Changes the configuration of the magic link plugin.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthMagicLinkPlugin: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the phone number plugin
     *
     * Returns the configuration of the phone number plugin.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAuthPhoneNumberPlugin: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the phone number plugin
     *
     * Changes the configuration of the phone number plugin.
     *
     * Not shown: the request and the response.
     */
    updateBranchAuthPhoneNumberPlugin: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    getBranchAuthWebhooks: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    updateBranchAuthWebhooks: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an auth integration
     *
     * Creates an authentication integration (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    createLegacyAuthIntegration: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List trusted domains
     *
     * Lists the trusted domains for redirect URIs (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     */
    listLegacyAuthDomains: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add a trusted domain
     *
     * Adds a trusted domain for redirect URIs (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    addLegacyAuthDomain: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a trusted domain
     *
     * Deletes a trusted domain for redirect URIs (legacy form, per project).
     *
     * Not shown: how the domain is named, and the response.
     */
    deleteLegacyAuthDomain: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create auth provider SDK keys
     *
     * Creates SDK keys of the authentication provider (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    createLegacyAuthKeys: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create an auth user
     *
     * Creates a user of the authentication provider (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    createLegacyAuthUser: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an auth user
     *
     * Deletes a user of the authentication provider (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     */
    deleteLegacyAuthUser: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    transferLegacyAuthOwnership: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List auth integrations
     *
     * Lists the active authentication integrations of a project (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     */
    listLegacyAuthIntegrations: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List OAuth providers
     *
     * Lists the OAuth providers of a project (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     */
    listLegacyAuthOauthProviders: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Add an OAuth provider
     *
     * Adds an OAuth provider to a project (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    addLegacyAuthOauthProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an OAuth provider
     *
     * Deletes an OAuth provider of a project (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     */
    deleteLegacyAuthOauthProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update an OAuth provider
     *
     * Changes an OAuth provider of a project (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    updateLegacyAuthOauthProvider: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the email server configuration
     *
     * Returns the configuration of the email server (legacy form, per project).
     *
     * Not shown: query parameters and the response.
     */
    getLegacyAuthEmailServer: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update the email server configuration
     *
     * Changes the configuration of the email server (legacy form, per project).
     *
     * Not shown: the request and the response.
     */
    updateLegacyAuthEmailServer: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an auth integration
     *
     * Deletes the integration with an authentication provider (legacy form, per project).
     *
     * Not shown: query parameters, the response and the names of providers.
     */
    deleteLegacyAuthIntegration: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get an organization
     *
     * Reads one organization.
     *
     * Not shown: query parameters and the response.
     */
    getOrganization: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List an organization's API keys
     *
     * Lists the API keys of an organization. Secrets are returned only at creation, never here.
     *
     * Not shown: query parameters and the response.
     */
    listOrganizationApiKeys: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["ApiKeyCreated"];
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
     */
    revokeOrganizationApiKey: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the spending limit
     *
     * Returns the spending limit of an organization.
     *
     * Not shown: query parameters and the response.
     */
    getSpendingLimit: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set the spending limit
     *
     * Sets the spending limit of an organization.
     *
     * Not shown: the request and the response.
     */
    setSpendingLimit: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Remove the spending limit
     *
     * Removes the spending limit of an organization.
     *
     * Not shown: query parameters and the response.
     */
    removeSpendingLimit: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List members
     *
     * Lists the members of an organization.
     *
     * Not shown: query parameters and the response.
     */
    listOrganizationMembers: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a member
     *
     * Reads one member of an organization.
     *
     * Not shown: query parameters and the response.
     */
    getOrganizationMember: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    removeOrganizationMember: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a member's role
     *
     * Changes the role of a member in the organization.
     *
     * Not shown: the request, the response and the roles.
     */
    updateOrganizationMember: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List invitations
     *
     * Lists the invitations of an organization.
     *
     * Not shown: query parameters and the response.
     */
    listOrganizationInvitations: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create invitations
     *
     * Invites people into an organization.
     *
     * Not shown: the request and the response.
     */
    createOrganizationInvitations: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    transferOrganizationProjects: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List VPC endpoints of all regions
     *
     * Lists the VPC endpoints of an organization across all regions.
     *
     * Not shown: query parameters and the response.
     */
    listOrganizationVpcEndpoints: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List VPC endpoints of a region
     *
     * Lists the VPC endpoints of an organization in one region.
     *
     * Not shown: query parameters and the response.
     */
    listOrganizationRegionVpcEndpoints: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a VPC endpoint
     *
     * Reads one VPC endpoint of an organization.
     *
     * Not shown: query parameters and the response.
     */
    getOrganizationVpcEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Assign or update a VPC endpoint
     *
     * Assigns a VPC endpoint to an organization, or updates it.
     *
     * Not shown: the request and the response.
     */
    assignOrganizationVpcEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a VPC endpoint
     *
     * Deletes a VPC endpoint of an organization.
     *
     * Not shown: query parameters and the response.
     */
    deleteOrganizationVpcEndpoint: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the caller's API keys
     *
     * Lists the caller's API keys. Secrets are returned only at creation, never here.
     *
     * Not shown: query parameters and the response.
     */
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
     */
    createApiKey: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
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
     */
    revokeApiKey: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the current user
     *
     * Returns the details of the current user.
     *
     * Not shown: query parameters and the response.
     */
    getCurrentUser: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List the current user's organizations
     *
     * Lists the organizations of the current user.
     *
     * Not shown: query parameters and the response.
     */
    listCurrentUserOrganizations: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Transfer personal projects to an organization
     *
     * Transfers projects from the caller's personal account to an organization.
     *
     * Not shown: the request and the response.
     */
    transferCurrentUserProjects: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get authentication details
     *
     * Returns how the current request is authenticated.
     *
     * Not shown: query parameters and the response.
     */
    getRequestAuth: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List regions
     *
     * Lists the regions the service supports.
     *
     * Not shown: query parameters and the response.
     */
    listRegions: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List project consumption (legacy plans)
     *
     * Lists consumption metrics of projects on legacy plans.
     *
     * Not shown: query parameters, the response and the metrics.
     */
    listLegacyProjectConsumption: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List project consumption
     *
     * Lists consumption metrics of projects.
     *
     * Not shown: query parameters, the response and the metrics.
     */
    listProjectConsumption: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List branch consumption
     *
     * Lists consumption metrics of branches.
     *
     * Not shown: query parameters, the response and the metrics.
     */
    listBranchConsumption: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["OperationList"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Operation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a snapshot
     *
     * Takes a snapshot of a branch.
     *
     * Not shown: the request, the response and the states of a snapshot.
     */
    createSnapshot: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List snapshots
     *
     * Lists the snapshots of a project.
     *
     * Not shown: query parameters and the response.
     */
    listSnapshots: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a snapshot
     *
     * Deletes a snapshot.
     *
     * Not shown: query parameters and the response.
     */
    deleteSnapshot: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a snapshot
     *
     * Changes a snapshot.
     *
     * Not shown: the request and the response.
     */
    updateSnapshot: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Restore a snapshot
     *
     * Restores a snapshot.
     *
     * Not shown: the request and the response.
     */
    restoreSnapshot: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the backup schedule
     *
     * Returns the backup schedule of a branch.
     *
     * Not shown: query parameters and the response.
     */
    getBackupSchedule: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Set the backup schedule
     *
     * Sets the backup schedule of a branch.
     *
     * Not shown: the request and the response.
     */
    setBackupSchedule: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List advisor issues
     *
     * Lists the issues that the advisors found in a project.
     *
     * Not shown: query parameters and the response.
     */
    listAdvisorIssues: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a Data API
     *
     * Returns the configuration of a database's Data API.
     *
     * Not shown: query parameters and the response.
     */
    getDataApi: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a Data API
     *
     * Creates the Data API of a database.
     *
     * Not shown: the request and the response.
     */
    createDataApi: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a Data API
     *
     * Deletes the Data API of a database.
     *
     * Not shown: query parameters and the response.
     */
    deleteDataApi: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a Data API
     *
     * Changes the Data API of a database.
     *
     * Not shown: the request and the response.
     */
    updateDataApi: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Name of a database.
                 * @example orders
                 */
                database_name: components["parameters"]["DatabaseNamePath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List buckets
     *
     * Lists the storage buckets of a branch.
     *
     * Not shown: query parameters and the response.
     */
    listBuckets: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Create a bucket
     *
     * Creates a storage bucket on a branch.
     *
     * Not shown: the request and the response.
     */
    createBucket: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a bucket
     *
     * Deletes a storage bucket.
     *
     * Not shown: query parameters, the response, and what becomes of its objects.
     */
    deleteBucket: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List objects
     *
     * Lists the objects of a bucket.
     *
     * Not shown: query parameters, the response and paging.
     */
    listObjects: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete an object
     *
     * Deletes one object. A slash in its key is sent as `%2F`.
     *
     * Not shown: query parameters and the response.
     */
    deleteObject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Download an object
     *
     * Returns the bytes of an object. A slash in its key is sent as `%2F`.
     *
     * Not shown: query parameters, the media type and headers of the response.
     */
    downloadObject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedBytes"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete objects by prefix
     *
     * Deletes every object whose key begins with a prefix.
     *
     * Not shown: how the prefix is named, and the response.
     */
    deleteObjectsByPrefix: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Presign an upload or a download
     *
     * Presigns an upload or a download of an object.
     *
     * Not shown: the request and the response.
     */
    presignObject: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                /**
                 * Key of an object; a slash in it is sent as `%2F`.
                 * @example 2026/march.pdf
                 */
                object_key: components["parameters"]["ObjectKeyPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the storage state
     *
     * Returns the state of a branch's storage.
     *
     * Not shown: query parameters and the response.
     */
    getBranchStorage: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get the AI gateway
     *
     * Returns the AI gateway endpoint of a branch.
     *
     * Not shown: query parameters and the response.
     */
    getBranchAiGateway: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List credentials
     *
     * Lists the scoped credentials of a branch.
     *
     * Not shown: query parameters and the response.
     */
    listCredentials: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Issue a credential
     *
     * Issues a scoped credential for a branch.
     *
     * Not shown: the request, the response and the scopes.
     */
    issueCredential: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Revoke a credential
     *
     * Revokes a scoped credential.
     *
     * Not shown: query parameters and the response.
     */
    revokeCredential: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Identifier of an issued credential.
                 * @example token-1
                 */
                token_id: components["parameters"]["TokenIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List functions
     *
     * Lists the functions of a branch.
     *
     * Not shown: query parameters and the response.
     */
    listFunctions: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Get a function
     *
     * Reads one function.
     *
     * Not shown: query parameters and the response.
     */
    getFunction: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Delete a function
     *
     * Deletes a function.
     *
     * Not shown: query parameters and the response.
     */
    deleteFunction: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Update a function
     *
     * Changes a function.
     *
     * Not shown: the request and the response.
     */
    updateFunction: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Deploy a function
     *
     * Deploys code to a function.
     *
     * Not shown: the request, its media type, and the response.
     */
    deployFunction: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
                 * Slug of a function.
                 * @example resize-image
                 */
                slug: components["parameters"]["SlugPath"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * Query logs
     *
     * Searches the logs of a branch.
     *
     * Not shown: the request and the response.
     */
    queryLogs: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
        requestBody?: components["requestBodies"]["UndocumentedRequest"];
        responses: {
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["UndocumentedMutation"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List log fields
     *
     * Lists the log fields of a branch.
     *
     * Not shown: query parameters and the response.
     */
    listLogFields: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
    /**
     * List values of a log field
     *
     * Lists the values a field has in the branch's logs.
     *
     * Not shown: query parameters and the response.
     */
    listLogFieldValues: {
        parameters: {
            query?: {
                /**
                 * Query parameters of a request whose shape is not shown, by name. Each entry is sent as its own
                 * parameter (`?name=value`); the word `undocumented` itself is never sent.
                 * @example {}
                 */
                undocumented?: components["parameters"]["UndocumentedQuery"];
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
            401: components["responses"]["Unauthorized"];
            "2XX": components["responses"]["Undocumented"];
            default: components["responses"]["Error"];
        };
    };
}
/** A body whose shape is not shown, so any JSON value; it is sent as given. */
export type UndocumentedRequest = components["schemas"]["UndocumentedRequest"];
/** A value whose shape is not shown. */
export type Undocumented = components["schemas"]["Undocumented"];
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
 */
export type OperationAction = components["schemas"]["OperationAction"];
/**
 * Status of an operation. It starts as `scheduling` or `running` and moves on until `finished`,
 * the status to poll for; an operation that cannot complete becomes `failed`. The console
 * shows OK, Scheduling, In progress or Error.
 *
 * Not shown: the other moves, and whether `failed` is final.
 */
export type OperationStatus = components["schemas"]["OperationStatus"];
/** A moment in UTC, ISO 8601, to the second, ending in `Z`. */
export type Timestamp = components["schemas"]["Timestamp"];
/**
 * An action the control plane performs on an object, started by a user or by the control plane
 * itself (for example to suspend an idle compute or to check availability). The console also shows
 * its duration.
 */
export type Operation = components["schemas"]["Operation"];
/**
 * The response of a mutating route. Its fields are not shown, except that every mutating response
 * lists the operations it started. `null` stands for a response without a body, which nothing
 * excludes where none is shown.
 */
export type UndocumentedMutation = components["schemas"]["UndocumentedMutation"];
/**
 * The type of a compute: `read_write` is the primary compute of its branch. A read replica has a
 * different value. Observed values; others may appear.
 *
 * Not shown: the value of a read replica.
 */
export type EndpointType = components["schemas"]["EndpointType"];
/**
 * Size of a compute in compute units (CU). One unit is 1 vCPU and 4 GB of RAM; the local file
 * cache takes up to 75% of that, 3 GB per unit. Supported: 0.25 and 0.5 (shared compute), every
 * integer from 1 to 16, every even integer from 18 to 56. Autoscaling covers 0.25 to 16, so a
 * compute whose minimum and maximum differ stays in that range; larger sizes are fixed. The free
 * plan has up to 2 vCPUs and 8 GB of RAM.
 *
 * Not shown: which sizes each paid plan has.
 */
export type ComputeSize = components["schemas"]["ComputeSize"];
/**
 * State of a compute: `init` after its creation, `active` while it serves, `idle` after it was
 * suspended. Observed values; others may appear.
 *
 * Not shown: the other states.
 */
export type EndpointState = components["schemas"]["EndpointState"];
/** Settings of a compute. */
export type EndpointSettings = components["schemas"]["EndpointSettings"];
/** Mode of the connection pooler. Observed values; others may appear. */
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
 */
export type Endpoint = components["schemas"]["Endpoint"];
/** A compute as list and delete return it, without a pending state. */
export type EndpointWithoutPendingState = components["schemas"]["EndpointWithoutPendingState"];
/** The computes of a project. */
export type EndpointListResponse = components["schemas"]["EndpointListResponse"];
/**
 * The compute to create.
 *
 * Not shown: attributes beside `branch_id` and `type` (size, scale to zero, pooler and similar).
 */
export type EndpointCreateRequest = components["schemas"]["EndpointCreateRequest"];
/** A compute as create and update return it, with the state it is moving to. */
export type EndpointWithPendingState = components["schemas"]["EndpointWithPendingState"];
/** A created or updated compute and the operations that were started. */
export type EndpointOperationsResponse = components["schemas"]["EndpointOperationsResponse"];
/** The deleted compute; its deletion starts no operation. */
export type EndpointDeletedResponse = components["schemas"]["EndpointDeletedResponse"];
/**
 * The attributes of a compute to change. It names those that the document says can change, the
 * branch and the size; others pass through.
 *
 * Not shown: which other attributes can be changed.
 */
export type EndpointUpdateRequest = components["schemas"]["EndpointUpdateRequest"];
/**
 * The top-level container. It holds branches; one of them is its default branch, which has a
 * primary read-write compute.
 *
 * Not shown: the values of `platform_id` and `provisioner`, the unit of `branch_logical_size_limit`.
 */
export type Project = components["schemas"]["Project"];
/** A list of projects. */
export type ProjectListResponse = components["schemas"]["ProjectListResponse"];
/**
 * The key to create. With `project_id` it is scoped to that project.
 *
 * Not shown: whether `project_id` may be omitted, and the effect of omitting it.
 */
export type OrganizationApiKeyCreateRequest = components["schemas"]["OrganizationApiKeyCreateRequest"];
/**
 * An API key as its creation returns it. The secret is shown only this once and cannot be read
 * again; keys have no expiry and are valid until revoked.
 */
export type ApiKey = components["schemas"]["ApiKey"];
/**
 * Where the next page begins. Pass `cursor` back, with the same `limit`, to get that page.
 *
 * Not shown: how the last page looks; `cursor` is therefore not required.
 */
export type Pagination = components["schemas"]["Pagination"];
/** One page of a project's operations, newest first. */
export type OperationListResponse = components["schemas"]["OperationListResponse"];
/** One operation. */
export type OperationResponse = components["schemas"]["OperationResponse"];
