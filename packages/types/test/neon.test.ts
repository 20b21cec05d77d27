/** The types of the document with the profile neon, beside those without it. */
import { describe, expectTypeOf, test } from "vitest";
import type * as documented from "../src/index.ts";
import type * as neon from "../src/neon.ts";

/** The body of a success, whatever its status; never if there is none. */
type Success<Op> = Op extends { responses: infer Responses }
  ? Body<Responses[Extract<keyof Responses, "2XX" | 200 | 201 | 202>]>
  : never;
type Body<Response> = Response extends { content: infer Content } ? Content[keyof Content] : never;

type Kind<Type> = [Type] extends [never]
  ? "no body"
  : unknown extends Type
    ? "unknown"
    : [Type] extends [Blob]
      ? "bytes"
      : documented.UndocumentedMutation extends Type
        ? "any object"
        : "shape";

/** The operations with a success of that kind. */
type Of<Operations, Wanted> = {
  [Id in keyof Operations]: Kind<Success<Operations[Id]>> extends Wanted ? Id : never;
}[keyof Operations];

describe("the types of the profile neon", () => {
  test("have the operations of the document", () => {
    expectTypeOf<keyof neon.operations>().toEqualTypeOf<keyof documented.operations>();
    expectTypeOf<keyof neon.paths>().toEqualTypeOf<keyof documented.paths>();
  });

  test("leave no response unknown", () => {
    expectTypeOf<Of<neon.operations, "unknown">>().toBeNever();
  });

  test("have no body for the nineteen operations that answer none", () => {
    expectTypeOf<Of<neon.operations, "no body">>().toEqualTypeOf<
      | "acceptProjectTransferRequest"
      | "setProjectVpcEndpoint"
      | "deleteProjectVpcEndpoint"
      | "disableBranchAuth"
      | "addBranchAuthDomain"
      | "deleteBranchAuthDomain"
      | "deleteBranchAuthUser"
      | "deleteBranchAuthOauthProvider"
      | "addLegacyAuthDomain"
      | "deleteLegacyAuthDomain"
      | "deleteLegacyAuthUser"
      | "deleteLegacyAuthOauthProvider"
      | "deleteLegacyAuthIntegration"
      | "assignOrganizationVpcEndpoint"
      | "deleteOrganizationVpcEndpoint"
      | "deleteBucket"
      | "deleteObject"
      | "revokeCredential"
      | "deleteFunction"
    >();
  });

  test("have bytes for the download alone", () => {
    expectTypeOf<Of<neon.operations, "bytes">>().toEqualTypeOf<"downloadObject">();
  });

  test("have a body for errors", () => {
    expectTypeOf<
      neon.operations["listRegions"]["responses"]["default"]["content"]["application/json"]
    >().toEqualTypeOf<neon.GeneralError>();
  });

  test("require no field of a request for its default", () => {
    expectTypeOf<{ name: string }>().toExtend<neon.BucketCreateRequest>();
  });

  test("have one type for what both show", () => {
    type Created = Success<neon.operations["createProject"]>;

    expectTypeOf<Created["operations"]>().toEqualTypeOf<neon.Operation[]>();
    expectTypeOf<Created["endpoints"]>().toEqualTypeOf<neon.Endpoint[]>();
    expectTypeOf<neon.Operation["total_duration_ms"]>().toEqualTypeOf<number | undefined>();
  });
});

describe("the types without a profile", () => {
  test("show the eight responses that the document shows", () => {
    expectTypeOf<Of<documented.operations, "shape">>().toEqualTypeOf<
      | "createEndpoint"
      | "createOrganizationApiKey"
      | "deleteEndpoint"
      | "getOperation"
      | "listOperations"
      | "listProjectEndpoints"
      | "listProjects"
      | "updateEndpoint"
    >();
  });
});
