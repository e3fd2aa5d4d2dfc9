import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getOnlyOperation, makeDocument } from "#lib/domain/catalog/reference/reference.fixture.ts";
import { writeSample } from "./samples.tsx";

const servers = [{ url: "https://api.example.com/v1/" }];
const json = (example: unknown) => ({ requestBody: { content: { "application/json": { example } } } });

const write = (document: Record<string, unknown>, language: Parameters<typeof writeSample>[1] = "curl") => {
  const { call } = getOnlyOperation(document);
  return call ? writeSample(call, language) : "";
};

const credentials = {
  servers,
  security: [{ Token: [] }],
  components: { securitySchemes: { Token: { type: "http", scheme: "Bearer" } } },
};

describe.each([
  ["js", "'Authorization'?: 'Bearer YOUR_KEY'", "name: 'Lucía'"],
  ["python", '"Authorization": "Bearer YOUR_KEY"', '"name": "Lucía"'],
  ["php", "'Authorization' => 'Bearer YOUR_KEY'", "'name' => 'Lucía'"],
  ["go", '"Authorization", "Bearer YOUR_KEY"', '"name": "Lucía"'],
  ["csharp", '"Bearer", "YOUR_KEY"', '"name": "Lucía"'],
  ["java", '"Authorization", "Bearer YOUR_KEY"', '\\"name\\": \\"Lucía\\"'],
] as const)("the sample in %s", (language, header, body) => {
  test("writes the document's URL, credentials and body into the sample", () => {
    const sample = write(makeDocument(json({ name: "Lucía" }), credentials), language);
    expect(sample).toContain("https://api.example.com/v1/things");
    expect(sample).toContain(header.replace("'Authorization'?", "Authorization"));
    expect(sample).toContain(body);
  });

  test("breaks the body of the sample into short lines", () => {
    const value = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`name${at}`, "x".repeat(20)]));
    const lines = write(makeDocument(json(value), { servers }), language).split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(120);
  });
});

describe("samples that the plugins get wrong", () => {
  const post = (mediaType: string, example: unknown, more: object = {}) =>
    makeDocument({ requestBody: { content: { [mediaType]: { example } } }, ...more }, { servers });

  test("puts the joined lines of a Java body in parentheses before it converts them to bytes", () => {
    expect(write(post("application/json", { a: 1 }), "java")).toMatch(/^body\.write\(\("(.|\n)*"\)\.getBytes/m);
  });

  test("sends the body unchanged in Python and JavaScript samples", () => {
    expect(write(post("application/xml", "<a b='c'/>"), "python")).toContain(`},\n    data="<a b='c'/>".encode()\n)`);
    expect(write(post("application/vnd.api+json", { a: true }), "python")).toContain('json={\n      "a": True');
    expect(write(post("application/json", "it's"), "js")).toContain(`body: '"it\\'s"'`);
  });

  test("makes curl request only the headers for HEAD", () => {
    const spec = { openapi: "3.1.0", servers, paths: { "/a": { head: {} } } };
    expect(write(spec)).toBe("curl https://api.example.com/v1/a \\\n  --head");
  });

  test("escapes quotes in headers and addresses", () => {
    const header = { parameters: [{ name: "If-Match", in: "header", required: true, example: '"v1"' }] };
    expect(write(post("text/plain", "a", header), "csharp")).toContain('"If-Match", "\\"v1\\""');
    const spec = { openapi: "3.1.0", servers, paths: { "/Big Items('{id}')": { get: {} } } };
    expect(write(spec, "php")).toContain("'https://api.example.com/v1/Big%20Items(%27{id}%27)'");
  });
});

describe("the curl command of an operation", () => {
  test("writes a curl command with URL, credentials, headers and body from the document", () => {
    const curl = write(
      makeDocument(
        {
          parameters: [
            { name: "X-Trace", in: "header", required: true, example: "abc" },
            { name: "country", in: "query", required: true, schema: { $ref: "#/components/schemas/Country" } },
            { name: "version", in: "query", required: true, schema: { const: 2 } },
            { name: "page", in: "query", schema: { default: 1 } },
          ],
          ...json({ name: "Lucía" }),
        },
        {
          servers,
          security: [{ Token: [] }],
          components: {
            schemas: { Country: { enum: ["GT", "HN"] } },
            securitySchemes: { Token: { type: "http", scheme: "Bearer" } },
          },
        },
      ),
    );
    expect(curl.split("\n")).toEqual([
      "curl 'https://api.example.com/v1/things?country=GT&version=2' \\",
      "  --request POST \\",
      "  --header 'Authorization: Bearer YOUR_KEY' \\",
      "  --header 'X-Trace: abc' \\",
      "  --header 'Content-Type: application/json' \\",
      "  --data '{",
      '  "name": "Lucía"',
      "}'",
    ]);
  });

  test("sends a header only once when the document also lists it as a parameter", () => {
    const parameters = ["authorization", "Content-Type"].map((name) => ({ name, in: "header", required: true }));
    const headers = write(makeDocument({ parameters, ...json({}) }, credentials)).match(/--header '.*?'/g);
    expect(headers).toEqual(["--header 'Authorization: Bearer YOUR_KEY'", "--header 'Content-Type: application/json'"]);
  });

  test("sends API keys in the place that the document specifies", () => {
    const writeKey = (place: string) =>
      write(
        makeDocument(
          {},
          {
            servers,
            security: [{ Key: [] }],
            components: { securitySchemes: { Key: { type: "apiKey", in: place, name: "key" } } },
          },
        ),
      );
    expect(writeKey("query")).toContain("things?key=YOUR_KEY");
    expect(writeKey("cookie")).toContain("'Cookie: key=YOUR_KEY'");
    expect(writeKey("header")).toContain("'key: YOUR_KEY'");
  });

  test("writes {name} into the curl command for a parameter without an example", () => {
    const item = { get: { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] } };
    const spec = { openapi: "3.1.0", servers, paths: { "/a/{id}/b": item } };
    expect(write(spec)).toBe("curl 'https://api.example.com/v1/a/{id}/b'");
  });

  test("calls the server of the operation or its path", () => {
    const own = { servers: [{ url: "https://files.example.com" }] };
    expect(write(makeDocument(own, { servers }))).toContain("https://files.example.com/things");
    expect(write({ openapi: "3.1.0", servers, paths: { "/a": { ...own, get: {} } } })).toContain("https://files.");
  });

  test("writes no curl command without an absolute server URL", () => {
    for (const url of ["/v1", "", "javascript:alert(1)", "ftp://x.example", "https:///x"]) {
      expect(write(makeDocument({}, { servers: [{ url }] }))).toBe("");
    }
  });

  test("writes only complete text bodies into the curl command", () => {
    const writeCurl = (mediaType: string, example: unknown) =>
      write(makeDocument({ requestBody: { content: { [mediaType]: { example } } } }, { servers }));
    expect(writeCurl("text/csv", "a;b\n1;2")).toContain("--data 'a;b\n1;2'");
    expect(writeCurl("multipart/form-data", { file: "x" })).not.toContain("--data");
    expect(writeCurl("application/json", "x".repeat(10_000))).not.toContain("--data");
  });

  test("writes a single shell command for any document", () => {
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
        const curl = write(spec);
        // The script replaces curl with a function that prints its arguments.
        const script = `curl() { printf '%s\\037' "$@"; }\n${curl}`;
        const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\u001f").slice(0, -1);
        expect(words.slice(1, 3).join(" ")).toContain("--request");
        expect(words.at(-2)).toBe("--data");
        expect(JSON.parse(words.at(-1) ?? "")).toEqual({ [name]: value });
      }),
      { numRuns: 15 },
    );
  });
});
