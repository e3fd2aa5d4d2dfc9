import { describe, expect, test } from "vitest";
import { compare, formatChanges, makeApi, text } from "./compare.fixture.ts";
import { versions } from "./versions.fixture.ts";

test("reads a body that Swagger 2 states for a path as the body of its operations", () => {
  const make = (type: string) => {
    const item = { parameters: [{ name: "pet", in: "body", schema: { type } }], post: { responses: {} } };
    return { swagger: "2.0", info: { title: "A", version: "1" }, paths: { "/a": item } };
  };
  expect(formatChanges(compare(make("string"), make("integer")))).toEqual(["type-changed breaking body"]);
});

describe("a Swagger 2 document and what converters make of it", () => {
  const swagger = (rest: object) => {
    const post = { responses: { 200: { description: "A", schema: text } } };
    return { swagger: 2.0, info: { title: "A", version: "1" }, paths: { "/a": { post } }, ...rest };
  };
  const answer = (content: object) => ({ responses: { 200: { description: "A", content } } });
  const converted = (type: string, ...urls: string[]) =>
    makeApi(answer({ [type]: { schema: text } }), { servers: urls.map((url) => ({ url })) });
  const hosted = { host: "a.example", basePath: "/v1" };

  test.each<[rest: object, url: string[]]>([
    [{}, []],
    [{}, ["/"]],
    [hosted, ["//a.example/v1"]],
    [hosted, ["http://a.example/v1"]],
    [hosted, ["https://a.example/v1"]],
  ])("finds no other change: %j %j", (rest, urls) => {
    const [before, after] = [swagger(rest), converted("application/json", ...urls)];
    expect(formatChanges(compare(before, after))).toEqual(["version-changed other"]);
    expect(formatChanges(compare(after, before))).toEqual(["version-changed other"]);
  });

  test("reads operations without media types as returning any", () => {
    const lines = formatChanges(compare(swagger({}), converted("*/*")));
    expect(lines).toEqual(["version-changed other", "media-type-covered other 200.body application/json"]);
    expect(compare(converted("*/*"), swagger({})).level).toBe("other");
  });
});

describe("one API in several versions of the format", () => {
  const names = Object.keys(versions);
  test.each(names.flatMap((one) => names.map((other) => [one, other])))(
    "finds no breaking change between %s and %s",
    (one, other) => {
      const lines = formatChanges(compare(versions[one], versions[other])).filter(
        (line) => !line.startsWith("path-parameter-renamed"),
      );
      expect(lines).toEqual(one === other ? [] : ["version-changed other"]);
    },
  );
});
