/** A provider of 24 of the documented routes, in real time. */
import { exchangeOf } from "../suite/run/exchange.ts";
import { type Change, type ObservedServer, serve } from "./serve.ts";

const PROJECT = "/projects/{project_id}";

export const SMALL_ROUTES: readonly string[] = [
  "GET /projects",
  `GET ${PROJECT}`,
  `GET ${PROJECT}/endpoints`,
  `POST ${PROJECT}/endpoints`,
  `GET ${PROJECT}/endpoints/{endpoint_id}`,
  `PATCH ${PROJECT}/endpoints/{endpoint_id}`,
  `DELETE ${PROJECT}/endpoints/{endpoint_id}`,
  `POST ${PROJECT}/endpoints/{endpoint_id}/start`,
  `POST ${PROJECT}/endpoints/{endpoint_id}/suspend`,
  `POST ${PROJECT}/endpoints/{endpoint_id}/restart`,
  `GET ${PROJECT}/operations`,
  `GET ${PROJECT}/operations/{operation_id}`,
  `GET ${PROJECT}/branches`,
  `GET ${PROJECT}/branches/{branch_id}`,
  `GET ${PROJECT}/branches/{branch_id}/endpoints`,
  "GET /api_keys",
  "POST /api_keys",
  "DELETE /api_keys/{key_id}",
  "GET /organizations/{org_id}",
  "GET /organizations/{org_id}/api_keys",
  "POST /organizations/{org_id}/api_keys",
  "DELETE /organizations/{org_id}/api_keys/{key_id}",
  "GET /regions",
  "GET /users/me",
];

/** A running provider, with the parts that a test may change. */
export interface SmallProvider extends ObservedServer {
  /** Requests without a key are answered 403, which the document says is 401. */
  isFaulty: boolean;
  /** Requests without a key are answered 401 on every path, even one it does not have. */
  isStrict: boolean;
  /** Routes that it no longer serves. */
  lost: Set<string>;
}

export async function startSmallProvider(): Promise<SmallProvider> {
  const state = { isFaulty: false, isStrict: false, lost: new Set<string>() };
  const change: Change = async (response, request) => {
    const { method, url } = request;
    const { name = "" } = exchangeOf(url, { method }, new URL("/api/v2", url).href).route ?? {};
    const isKeyless = !request.headers.has("authorization");
    if (state.isStrict && isKeyless) return new Response(null, { status: 401 });
    if (!SMALL_ROUTES.includes(name) || state.lost.has(name))
      return Response.json({ message: "no such route" }, { status: 404 });
    return state.isFaulty && isKeyless
      ? Response.json({ message: "forbidden" }, { status: 403 })
      : response;
  };
  return Object.assign(state, await serve(change));
}
