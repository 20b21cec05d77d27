/** Who is asked, by the names that `--peers` takes. */
import { dredd } from "./dredd.ts";
import { jestOpenapi } from "./jest-openapi.ts";
import { openapiBackend } from "./openapi-backend.ts";
import type { Peer } from "./peer.ts";
import { portman } from "./portman.ts";
import { prismProxy } from "./prism-proxy.ts";
import { respect } from "./respect.ts";
import { stepCi } from "./step-ci.ts";
import { suite, suiteInReach } from "./suite.ts";

export const peers: Record<string, Peer> = {
  suite,
  "suite-http": suiteInReach,
  respect,
  "step-ci": stepCi,
  portman,
  dredd,
  "openapi-backend": openapiBackend,
  "jest-openapi": jestOpenapi,
  prism: prismProxy,
};
