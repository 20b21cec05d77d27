import { describe, expectTypeOf, test } from "vitest";
import type {
  EndpointDeletedResponse,
  EndpointState,
  Operation,
  paths,
  Undocumented,
  UndocumentedRequest,
} from "../src/index.ts";

describe("the generated types", () => {
  test("accept an unknown value of an open enum and keep the observed ones", () => {
    expectTypeOf<"anything">().toExtend<EndpointState>();
    expectTypeOf<"active">().toExtend<Extract<EndpointState, "init" | "idle" | "active">>();
    expectTypeOf<string>().not.toExtend<"init" | "idle" | "active">();
  });

  test("close the enum whose values the document lists as payloads have them", () => {
    expectTypeOf<Operation["status"]>().toEqualTypeOf<
      "scheduling" | "running" | "finished" | "failed"
    >();
  });

  test("make a response that is not shown unknown, and bytes a Blob", () => {
    type Download =
      paths["/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download"]["get"];

    expectTypeOf<Undocumented>().toBeUnknown();
    expectTypeOf<
      Download["responses"]["2XX"]["content"]["application/octet-stream"]
    >().toEqualTypeOf<Blob>();
  });

  test("take any value as a body that is not shown", () => {
    expectTypeOf<UndocumentedRequest>().toBeUnknown();
  });

  test("give a deleted compute no operations", () => {
    expectTypeOf<EndpointDeletedResponse["operations"]>().toEqualTypeOf<[]>();
  });
});
