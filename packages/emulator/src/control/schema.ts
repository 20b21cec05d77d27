/** Generated from control.openapi.yaml by `npm run generate`; not edited by hand. */
export interface paths {
    "/_emulator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether it serves; the only route that is always on */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that a page or a test wants to see at once */
        get: operations["getState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that happens, as server-sent events
         * @description The data of each event is JSON:
         *
         *     - `state` (the schema State) comes first, after a reset, and when this reader is too slow for
         *       the rest. It replaces everything that came before.
         *     - `changes` (Changes) has the items that changed, as they are now, ten times a second at most.
         *     - `requests` (Requests) has the newest requests to the API, ten times a second at most.
         *     - `clock` (Clock) comes once a second, and when the clock is moved.
         *
         *     After a lost connection the stream begins with `state` again, so nothing is missed. While
         *     somebody reads, due events happen at their time; otherwise, with the next request.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the last 200 requests to the API, with its bodies */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores the seeded world and removes all faults */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves the clock forward; everything due by then happens in order */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The projects as seed data */
        get: operations["exportSeed"];
        /** Starts again from seed data, which a later reset restores */
        put: operations["startFromSeed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The faults and the fates that are left */
        get: operations["listFaults"];
        put?: never;
        /** Injects a fault into some of the next requests */
        post: operations["injectFault"];
        /** Removes all faults and fates */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/fates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides how some of the next operations end */
        post: operations["decideFate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts an operation as the control plane does */
        post: operations["startOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/operations/{operation_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operation_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends a running operation now */
        post: operations["endOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/endpoints/{endpoint_id}/idle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Sets the idle time that suspends a compute */
        put: operations["setIdleTime"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connects to a compute as a program with a connection string does, which wakes it */
        post: operations["connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        /** The state of a connection */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /** Closes a connection and forgets it */
        delete: operations["closeConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/connections/{connection_id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Uses an open connection, which keeps its compute awake */
        post: operations["query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The spec of the API that is served */
        get: operations["getApiSpec"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_emulator/control.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This spec */
        get: operations["getControlSpec"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Format: date-time */
        Timestamp: string;
        Clock: {
            now: components["schemas"]["Timestamp"];
            /** @description Time by which the clock was moved since the last reset */
            advanced_ms: number;
        };
        ClockAdvance: {
            advance_ms: number;
        };
        State: {
            now: components["schemas"]["Timestamp"];
            advanced_ms: number;
            /** @description Of the API */
            base_url: string;
            profile: string | null;
            keys: components["schemas"]["Keys"];
            ids: components["schemas"]["Ids"];
            counts: components["schemas"]["Counts"];
            /** @description Without deleted ones */
            projects: components["schemas"]["Project"][];
            branches: components["schemas"]["Branch"][];
            endpoints: components["schemas"]["Endpoint"][];
            /** @description Newest first */
            operations: components["schemas"]["Operation"][];
            faults: components["schemas"]["Fault"][];
            fates: components["schemas"]["Fate"][];
            /** @description Those that were opened by a control route */
            connections: components["schemas"]["Connection"][];
            revoked_keys: components["schemas"]["RevokedKeys"];
            /** @description The last 200 requests to the API, newest first */
            requests: components["schemas"]["Request"][];
        };
        Counts: {
            projects: number;
            branches: number;
            endpoints: number;
            operations: number;
        };
        /** @description A list is there if something in it changed. Faults, fates, connections and revoked keys come whole. */
        Changes: {
            now: components["schemas"]["Timestamp"];
            counts: components["schemas"]["Counts"];
            projects?: components["schemas"]["Project"][];
            branches?: components["schemas"]["Branch"][];
            endpoints?: components["schemas"]["Endpoint"][];
            operations?: components["schemas"]["Operation"][];
            /** @description Ids of projects, branches, endpoints and operations that are gone */
            deleted: string[];
            faults?: components["schemas"]["Fault"][];
            fates?: components["schemas"]["Fate"][];
            connections?: components["schemas"]["Connection"][];
            revoked_keys?: components["schemas"]["RevokedKeys"];
        };
        Requests: {
            /** @description The newest ones, newest first, 100 at most */
            requests: components["schemas"]["Request"][];
            /** @description Number of others since the last event */
            skipped: number;
        };
        /** @description The API keys of the seeded world */
        Keys: {
            admin: string;
            member: string;
            organization: string;
            project: string;
        };
        /** @description The `keys` that no longer work */
        RevokedKeys: ("admin" | "member" | "organization" | "project")[];
        /** @description The ids of the seeded world; what it lacks is `""` */
        Ids: {
            user_id: string;
            org_id: string;
            project_id: string;
            branch_id: string;
            endpoint_id: string;
            key_ids: {
                [key: string]: number;
            };
        } & {
            [key: string]: string;
        };
        Project: {
            id: string;
            name: string;
            /** @description A user or an organization */
            owner_id: string;
            created_at: string;
        };
        Branch: {
            id: string;
            project_id: string;
            name: string;
            parent_id: string | null;
            default: boolean;
            protected: boolean;
            created_at: string;
        };
        /** @description A compute */
        Endpoint: {
            id: string;
            project_id: string;
            branch_id: string;
            type: string;
            host: string;
            current_state: string;
            /** @description Null when no operation is pending */
            pending_state: string | null;
            disabled: boolean;
            autoscaling_limit_min_cu: number;
            autoscaling_limit_max_cu: number;
            /** @description The idle time that suspends it; null: never */
            idle_ms: number | null;
            /** @description When it is suspended unless it is used; null if nothing suspends it */
            suspend_at: components["schemas"]["Timestamp"] | null;
            /** @description Null unless a database is behind it */
            connection_uri: string | null;
            /** @description The reason that it is down: its last start failed, or its server ended by itself */
            failure: string | null;
        };
        /** @description As the API shows it, with the reason of a failure */
        Operation: {
            id: string;
            project_id: string;
            branch_id: string;
            endpoint_id?: string;
            action: string;
            status: string;
            failures_count: number;
            created_at: string;
            updated_at: string;
            /** @description The reason of a failure */
            error?: string;
        };
        OperationStart: {
            project_id: string;
            action: string;
            /** @description Default: the compute's branch, or the default branch */
            branch_id?: string;
            endpoint_id?: string;
        };
        OperationEnd: {
            /**
             * @default finished
             * @enum {unknown}
             */
            outcome?: "finished" | "failed";
        };
        IdleTime: {
            /** @description null: never */
            idle_ms: number | null;
        };
        ConnectionStart: {
            endpoint_id: string;
        };
        Connection: {
            id: number;
            endpoint_id: string;
            /** @enum {unknown} */
            state: "waiting" | "open" | "closed";
        };
        /** @description A fault for some of the next requests to the API. Its effects combine. */
        Fault: {
            /** @description Only requests with this method. Default: any */
            method?: string;
            /**
             * @description Only requests to this path, without `/api/v2`; a part in braces is any segment:
             *     `/projects/{project_id}/endpoints`. Default: any
             */
            path?: string;
            /**
             * @description Number of requests to hit; null: until the faults are cleared
             * @default 1
             */
            times?: number | null;
            /** @description The share of the selected requests to hit; the seed decides which */
            chance?: number;
            latency_ms?: number;
            status?: number;
            /** @description Sent with `status` */
            retry_after_s?: number;
            /**
             * @description Drops the connection, before the request takes effect or after it did
             * @enum {unknown}
             */
            drop?: "request" | "response";
        };
        /** @description The end of some of the next operations */
        Fate: {
            /** @enum {unknown} */
            outcome: "finished" | "failed" | "never";
            /** @description Only operations with this action. Default: any */
            action?: string;
            /** @description Only operations on this compute. Default: any */
            endpoint_id?: string;
            /**
             * @description Number of operations; null: until the faults are cleared
             * @default 1
             */
            times?: number | null;
        };
        /** @description A request to the API. API keys and passwords are cut. */
        Request: {
            id: number;
            method: string;
            /** @description Path and query */
            target: string;
            /** @description Of the API's spec */
            operation_id: string | null;
            /** @description 0 when the connection was dropped */
            status: number;
            ms: number;
            at: components["schemas"]["Timestamp"];
        };
        /** @description Neither `json` nor `text` is there if the body is larger than 64 KiB */
        Body: {
            bytes: number;
            /** @description Any value */
            json?: unknown;
            text?: string;
        };
        /** @description See "Projects of your own" in the README of the emulator */
        SeedData: {
            projects: Record<string, unknown>[];
        };
    };
    responses: {
        /** @description It serves */
        Health: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    status: "ok";
                    now: components["schemas"]["Timestamp"];
                    base_url: string;
                    profile: string | null;
                    /** @description Whether the other routes are on */
                    control: boolean;
                };
            };
        };
        /** @description The state */
        State: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["State"];
            };
        };
        /** @description The request */
        Request: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    request: components["schemas"]["Request"];
                    sent: components["schemas"]["Body"];
                    received: components["schemas"]["Body"];
                };
            };
        };
        /** @description The clock */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The projects */
        Seed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SeedData"];
            };
        };
        /** @description The keys and ids of the new world */
        Seeded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    keys: components["schemas"]["Keys"];
                    ids: components["schemas"]["Ids"];
                };
            };
        };
        /** @description Those that are left */
        Faults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    faults: components["schemas"]["Fault"][];
                    fates: components["schemas"]["Fate"][];
                };
            };
        };
        /** @description The operation */
        Operation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    operation: components["schemas"]["Operation"];
                };
            };
        };
        /** @description The compute */
        Endpoint: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    endpoint: components["schemas"]["Endpoint"];
                };
            };
        };
        /** @description The connection */
        Connection: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    connection: components["schemas"]["Connection"];
                };
            };
        };
        /** @description An OpenAPI document */
        Spec: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        /** @description The reason */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: string;
                    message: string;
                    /** @description The part at fault, such as `body.idle_ms` */
                    field?: string;
                };
            };
        };
    };
    parameters: {
        EndpointId: string;
        ConnectionId: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Health"];
        };
    };
    getState: {
        parameters: {
            query?: {
                /** @description The most items of each list, 1 to 10,000. `counts` has the totals. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["State"];
            400: components["responses"]["Refusal"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            429: components["responses"]["Refusal"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Request"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockAdvance"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            400: components["responses"]["Refusal"];
        };
    };
    exportSeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Seed"];
            409: components["responses"]["Refusal"];
        };
    };
    startFromSeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeedData"];
            };
        };
        responses: {
            200: components["responses"]["Seeded"];
            400: components["responses"]["Refusal"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Faults"];
        };
    };
    injectFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fault"];
            };
        };
        responses: {
            200: components["responses"]["Faults"];
            400: components["responses"]["Refusal"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Faults"];
        };
    };
    decideFate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fate"];
            };
        };
        responses: {
            200: components["responses"]["Faults"];
            400: components["responses"]["Refusal"];
        };
    };
    startOperation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperationStart"];
            };
        };
        responses: {
            200: components["responses"]["Operation"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    endOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operation_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OperationEnd"];
            };
        };
        responses: {
            200: components["responses"]["Operation"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    setIdleTime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdleTime"];
            };
        };
        responses: {
            200: components["responses"]["Endpoint"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    connect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionStart"];
            };
        };
        responses: {
            200: components["responses"]["Connection"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Connection"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    closeConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Connection"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    query: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Connection"];
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    getApiSpec: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Spec"];
        };
    };
    getControlSpec: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Spec"];
        };
    };
}
