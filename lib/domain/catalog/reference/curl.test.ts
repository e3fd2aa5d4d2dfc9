import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getOnlyOperation, makeDocument } from "./reference.fixture.ts";

const servers = [{ url: "https://api.example.com/v1/" }];
const json = (example: unknown) => ({ requestBody: { content: { "application/json": { example } } } });

describe("the curl command of an operation", () => {
  test("writes a curl command with URL, credentials, headers and body from the document", () => {
    const { curl } = getOnlyOperation(
      makeDocument(
        {
          parameters: [
            { name: "X-Trace", in: "header", required: true, example: "abc" },
            { name: "country", in: "query", required: true, schema: { enum: ["GT", "HN"] } },
            { name: "page", in: "query", schema: { default: 1 } },
          ],
          ...json({ name: "Lucía" }),
        },
        {
          servers,
          security: [{ Token: [] }],
          components: { securitySchemes: { Token: { type: "http", scheme: "Bearer" } } },
        },
      ),
    );
    expect(curl.split("\n")).toEqual([
      "curl -X POST 'https://api.example.com/v1/things?country=GT' \\",
      "  -H 'Authorization: Bearer YOUR_TOKEN' \\",
      "  -H 'X-Trace: abc' \\",
      "  -H 'Content-Type: application/json' \\",
      "  --data '{",
      '  "name": "Lucía"',
      "}'",
    ]);
  });

  test("writes {name} into the curl command for a parameter without an example", () => {
    const item = { get: { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] } };
    const spec = { openapi: "3.1.0", servers, paths: { "/a/{id}/b": item } };
    expect(getOnlyOperation(spec).curl).toBe("curl 'https://api.example.com/v1/a/{id}/b'");
  });

  test("writes no curl command without an absolute server URL", () => {
    for (const url of ["/v1", "", "javascript:alert(1)", "ftp://x.example", "https:///x"]) {
      expect(getOnlyOperation(makeDocument({}, { servers: [{ url }] })).curl).toBe("");
    }
  });

  test("writes text bodies into the curl command, but no form data, files or shortened bodies", () => {
    const writeCurl = (mediaType: string, example: unknown) =>
      getOnlyOperation(makeDocument({ requestBody: { content: { [mediaType]: { example } } } }, { servers })).curl;
    expect(writeCurl("text/csv", "a;b\n1;2")).toContain("--data 'a;b\n1;2'");
    expect(writeCurl("multipart/form-data", { file: "x" })).not.toContain("--data");
    expect(writeCurl("application/json", "x".repeat(10_000))).not.toContain("--data");
  });

  test("writes a single shell command, whatever the document contains", () => {
    const hostile = fc.oneof(
      fc.constantFrom("'; echo gone; '", "$(echo gone)", "`echo gone`", "\\", "'\\''", "a\nb", "{id}", '"', "-o x"),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, value, path) => {
        const spec = {
          openapi: "3.1.0",
          servers: [{ url: `https://api.example.com/${path}` }],
          paths: {
            [`/${path}`]: {
              post: {
                parameters: [{ name, in: "header", required: true, example: value }],
                ...json({ [name]: value }),
              },
            },
          },
        };
        const { curl } = getOnlyOperation(spec);
        // The script replaces curl with a function that prints its arguments.
        const script = `curl() { printf '%s\\037' "$@"; }\n${curl}`;
        const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\u001f").slice(0, -1);
        expect(words.slice(0, 2)).toEqual(["-X", "POST"]);
        expect(words.at(-2)).toBe("--data");
        expect(JSON.parse(words.at(-1) ?? "")).toEqual({ [name]: value });
      }),
      { numRuns: 40 },
    );
  });
});
