import { expect, test } from "vitest";
import { FORMATS } from "../../suite/reports/formats.ts";
import { everything, failure, report, rule } from "./build.ts";

const formats = Object.entries(FORMATS);

test("writes the report as JSON, without lone surrogates", () => {
  const found = report({ rules: [rule("key", [failure({ message: "ä\u001b 😀 \ud800" })])] });

  const text = FORMATS.json(found);

  const message = "ä\u001b 😀 \uFFFD";
  expect(JSON.parse(text)).toEqual(report({ rules: [rule("key", [failure({ message })])] }));
});

test.each(formats)("%s renders the same run the same way", (_, render) => {
  expect(render(everything())).toBe(render(everything()));
});

test.each(formats)("%s does not change the run", (_, render) => {
  const found = everything();

  render(found);

  expect(found).toEqual(everything());
});

test.each(formats)("%s keeps $API_KEY a name, whatever the environment says", (_, render) => {
  const secret = "napi_of_nobody_0123456789";
  process.env.CONTRACT_API_KEY = secret;
  process.env.API_KEY = secret;

  const text = render(everything());

  delete process.env.CONTRACT_API_KEY;
  delete process.env.API_KEY;
  expect(text).not.toContain(secret);
  expect(text).toContain("Bearer $API_KEY");
});

test.each(formats)("%s shows a run without rules, routes or targets", (_, render) => {
  const empty = { ...everything(), rules: [], routes: [], statements: [], targets: [] };

  expect(render(empty).length).toBeGreaterThan(0);
});
