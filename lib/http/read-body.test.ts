import { describe, expect, test } from "vitest";
import { AppError } from "../domain/errors.ts";
import { EvaluationInput } from "../domain/submissions/core/schema.ts";
import { boundRows } from "../domain/submissions/core/spec-bounds.fixture.ts";
import { accepted, byAgent, validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { chunkedBody, post } from "./exchange.fixture.ts";
import { readForm, readJson } from "./read-body.ts";

const bytesMax = 256 * 1024;
const chunkBytes = 64 * 1024;

async function catchRefusal(
  request: Request,
  read: (request: Request) => Promise<unknown> = readJson,
): Promise<AppError> {
  const error = await read(request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error("was not refused by us", { cause: error });
}

/** Creates a JSON string of exactly `length` bytes. */
const makeJson = (length: number) => new TextEncoder().encode(`"${"x".repeat(length - 2)}"`);

function* splitIntoChunks(bytes: Uint8Array, size = chunkBytes) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function* makeEndlessChunks() {
  for (;;) yield new Uint8Array(chunkBytes).fill(0x20);
}

describe("the size of a body", () => {
  test("accepts a body of at most 256 KiB, with a declared length or chunked", async () => {
    const [longest, tooLong] = [makeJson(bytesMax), makeJson(bytesMax + 1)];
    const declared = (bytes: Uint8Array) => post(bytes, { headers: { "content-length": String(bytes.length) } });
    const chunked = (bytes: Uint8Array) => post(chunkedBody(splitIntoChunks(bytes)).stream);
    for (const send of [declared, chunked]) {
      expect(await readJson(send(longest))).toBe("x".repeat(bytesMax - 2));
      expect(await catchRefusal(send(tooLong))).toMatchObject({ kind: "too_large", code: undefined });
    }
  });

  test("refuses a large body by its Content-Length, before it is read", async () => {
    for (const length of [bytesMax + 1, 1e12]) {
      const { seen, stream } = chunkedBody(makeEndlessChunks());
      const request = post(stream, { headers: { "content-length": String(length) } });
      expect(await catchRefusal(request)).toMatchObject({ kind: "too_large" });
      expect(seen.pulled).toBe(0);
    }
  });

  test("refuses a large body as soon as too much has arrived", async () => {
    const { seen, stream } = chunkedBody(makeEndlessChunks());
    expect(await catchRefusal(post(stream))).toMatchObject({ kind: "too_large" });
    expect(seen.pulled).toBe(bytesMax / chunkBytes + 1);
    expect(seen.isCancelled).toBe(false);
  });

  test("accepts the largest valid evaluation with every character escaped", async () => {
    const change = Object.fromEntries(
      boundRows.filter(({ form }) => form === "evaluation").map(({ field, max }) => [field, "🚀".repeat(max)]),
    );
    const utm = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`utm_${at}`, "🚀".repeat(500)]));
    const body = byAgent(validEvaluation({ ...change, utm, email: `${"🚀".repeat(250)}@🚀.x` }));
    accepted(EvaluationInput, { ...body, agentName: "🚀".repeat(120) });
    const escaped = JSON.stringify(body).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
    expect(escaped.length).toBeGreaterThan(150_000);
    expect(await readJson(post(escaped))).toEqual(body);
  });
});

describe("the content type", () => {
  test.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    " application/json ; charset=utf-8",
    "application/problem+json",
    "application/vnd.api+json; charset=utf-8",
    "",
  ])("accepts the content type %j", async (type) => {
    expect(await readJson(post({ a: 1 }, { headers: { "content-type": type } }))).toEqual({ a: 1 });
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "image/svg+xml",
    "application/a/b+json",
    "json",
  ])("refuses the content type %j before it reads the body", async (type) => {
    const { seen, stream } = chunkedBody(makeEndlessChunks());
    const error = await catchRefusal(post(stream, { headers: { "content-type": type } }));
    expect(error).toMatchObject({ kind: "unsupported_media_type", code: undefined });
    expect(seen.pulled).toBe(0);
  });

  test("refuses every content encoding except identity", async () => {
    for (const encoding of ["gzip", "br", "deflate", "GZIP", "gzip, identity", "zstd"]) {
      const { seen, stream } = chunkedBody(makeEndlessChunks());
      const error = await catchRefusal(post(stream, { headers: { "content-encoding": encoding } }));
      expect(error).toMatchObject({ kind: "unsupported_media_type" });
      expect(seen.pulled).toBe(0);
    }
    expect(await readJson(post({ a: 1 }, { headers: { "content-encoding": "Identity" } }))).toEqual({ a: 1 });
  });
});

describe("the encoding of a body", () => {
  test("reads UTF-8 with or without a byte order mark", async () => {
    const bytes = new TextEncoder().encode('{"name":"Zoë 🚀"}');
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]);
    for (const sent of [bytes, marked]) {
      expect(await readJson(post(sent))).toEqual({ name: "Zoë 🚀" });
      expect(await readJson(post(chunkedBody(splitIntoChunks(sent, 1)).stream))).toEqual({ name: "Zoë 🚀" });
    }
  });

  test("refuses a body that is not UTF-8", async () => {
    const makeQuoted = (...bytes: number[]) => new Uint8Array([0x22, ...bytes, 0x22]);
    const bad = [
      makeQuoted(0xff),
      makeQuoted(0xc3),
      makeQuoted(0xc0, 0x80),
      makeQuoted(0xed, 0xa0, 0x80),
      makeQuoted(0xf8, 0x88, 0x80),
    ];
    const utf16 = new Uint8Array(Buffer.from('\ufeff{"a":1}', "utf16le"));
    for (const bytes of [...bad, utf16]) {
      const error = await catchRefusal(post(bytes));
      expect(error).toMatchObject({ kind: "invalid_input", code: undefined });
      expect(error.message).toContain("UTF-8");
    }
  });

  test("refuses a body that is not JSON, without quoting it", async () => {
    const notJson = ["", " ", "{", "{'secret':1}", '{"secret":1,}', "secret", "undefined", "NaN", "{}{}", "[1", '"\n"'];
    for (const body of notJson) {
      const error = await catchRefusal(post(body));
      expect(error).toMatchObject({ kind: "invalid_input", code: undefined });
      expect(error.message).toBe("The body must be valid JSON.");
    }
  });

  test("reads a body nested to any depth without a crash", async () => {
    const depth = 100_000;
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const body = `${open.repeat(depth)}${open === "[" ? "" : "1"}`;
      expect(await catchRefusal(post(body.slice(0, bytesMax)))).toMatchObject({ kind: "invalid_input" });
      const closed = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      expect(typeof (await readJson(post(closed)))).toBe("object");
    }
    const brackets = "[".repeat(depth) + "]".repeat(depth);
    await readJson(post(brackets)).catch((error: unknown) => expect(error).toMatchObject({ kind: "invalid_input" }));
  });
});

const type = { "content-type": "application/x-www-form-urlencoded" };
const form = (body: unknown, headers: Record<string, string> = {}) => post(body, { headers: { ...type, ...headers } });

describe("the fields of a form", () => {
  test("keeps the first value of a repeated form field", async () => {
    const body = "name=Zo%C3%AB+%F0%9F%9A%80&empty=&name=second&__proto__=a&constructor=b&=c&flag";
    const values = await readForm(form(body));
    expect(Object.entries(values)).toEqual([
      ["name", "Zoë 🚀"],
      ["empty", ""],
      ["__proto__", "a"],
      ["constructor", "b"],
      ["", "c"],
      ["flag", ""],
    ]);
    expect(await readForm(form(""))).toEqual({});
  });

  test("converts line endings in a form to LF, so that each counts as one character", async () => {
    const { message } = await readForm(form("message=a%0D%0Ab%0Ac%0Dd%0D%0A%0D%0Ae"));
    expect(message).toBe("a\nb\nc\nd\n\ne");
  });

  test("replaces invalid bytes in a form with replacement characters", async () => {
    expect(await readForm(form("name=%FF%ED%A0%80%&b=%ZZ"))).toEqual({ name: "\ufffd\ufffd\ufffd\ufffd%", b: "%ZZ" });
  });
});

describe("the body of a form", () => {
  test.each([
    "application/x-www-form-urlencoded",
    "APPLICATION/X-WWW-FORM-URLENCODED",
    "application/x-www-form-urlencoded; charset=UTF-8",
  ])("accepts a form with the content type %s", async (declared) => {
    expect(await readForm(form("a=b", { "content-type": declared }))).toEqual({ a: "b" });
  });

  test.each(["", "text/plain", "application/json", "multipart/form-data; boundary=x", "x-www-form-urlencoded"])(
    "refuses a form with the content type %j before it reads the body",
    async (declared) => {
      const { seen, stream } = chunkedBody([new TextEncoder().encode("a=b")]);
      const error = await catchRefusal(form(stream, { "content-type": declared }), readForm);
      expect(error.kind).toBe("unsupported_media_type");
      expect(seen.pulled).toBe(0);
    },
  );
});
