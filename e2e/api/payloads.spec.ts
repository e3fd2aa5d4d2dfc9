import { expect } from "@playwright/test";
import { type RawAnswer, rawRequest } from "../support/raw.ts";
import { contactTable, evaluationTable } from "../support/spec-table.ts";
import { endpoints, evaluateEndpoint, listRows, newRequestId } from "../support/submissions.ts";
import { strictApiError, test } from "../support/test.ts";

const bytesMax = 256 * 1024;

type Payload = { body?: string | Buffer; chunks?: Buffer[]; headers?: Record<string, string> };

/** Sends raw bytes with a new request id. `chunks` are sent without a Content-Length. */
async function send(path: string, { body = "", chunks, headers }: Payload) {
  const requestId = newRequestId();
  const bytes = Buffer.from(body);
  const length: Record<string, string> = chunks ? {} : { "content-length": String(bytes.length) };
  const answer = await rawRequest(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": requestId, ...length, ...headers },
    body: chunks ?? [bytes],
  });
  return { answer, rows: await listRows(requestId), requestId };
}

type Sent = { answer: RawAnswer; rows: unknown[]; requestId: string };

function expectRefusal({ answer, rows, requestId }: Sent, status: number): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  const { error, code } = strictApiError.parse(answer.json);
  expect(error).not.toBe("");
  if (status !== 400) expect(code).toBeUndefined();
  expect(answer.headers["x-request-id"]).toBe(requestId);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(rows).toEqual([]);
}

function splitIntoChunks(bytes: Buffer, size = 64 * 1024): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** Returns a valid body, padded with white space to exactly `length` bytes. */
function padBody(length: number, value: object): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  return Buffer.concat([json, Buffer.alloc(length - json.length, " ")]);
}

for (const { path, valid } of endpoints) {
  test.describe(`the size of a body to ${path}`, () => {
    for (const length of [bytesMax + 1, 300 * 1024, 5 * 1024 * 1024]) {
      // Next closes the connection at once, so a client that is still sending may not receive the response.
      const tag = length > 1024 ** 2 ? "@own-server" : [];
      test(`rejects a body with a Content-Length of ${length} with a 413`, { tag }, async () => {
        expectRefusal(await send(path, { body: padBody(length, valid()) }), 413);
      });

      test(`rejects a body of ${length} bytes in chunks with a 413`, { tag }, async () => {
        expectRefusal(await send(path, { chunks: splitIntoChunks(padBody(length, valid())) }), 413);
      });
    }

    test("accepts a body of 256 KiB, with a Content-Length or in chunks", async () => {
      const body = padBody(bytesMax, valid());
      for (const payload of [{ body }, { chunks: splitIntoChunks(body, 1_000) }]) {
        const { answer, rows } = await send(path, payload);
        expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
        expect(rows).toHaveLength(1);
      }
    });

    test("rejects a large body by its Content-Length, before the client sends it", async () => {
      // The rest of the body is never sent, so no other request may follow on this connection.
      const headers = { "content-length": String(10 * 1024 ** 3), connection: "close" };
      const { status } = await rawRequest(path, { method: "POST", headers, body: [Buffer.from("{")] });
      expect(status).toBe(413);
    });

    test("accepts the largest valid body, even if every character is escaped", async () => {
      const table = path === evaluateEndpoint.path ? evaluationTable : contactTable;
      const longest = Object.fromEntries(
        Object.entries(table).flatMap(([name, { schema }]) =>
          schema.type === "string" && Number(schema.maxLength) > 100 && !schema.pattern
            ? [[name, "🌋".repeat(Number(schema.maxLength))]]
            : [],
        ),
      );
      const utm = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}`, "🌋".repeat(500)]));
      const email = `${"🌋".repeat(250)}@a.b`;
      const escaped = JSON.stringify(valid({ ...longest, utm, email })).replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
      );
      expect(escaped.length).toBeGreaterThan(150_000);
      const { answer, rows } = await send(path, { body: escaped });
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
      expect(rows).toHaveLength(1);
    });
  });

  test.describe(`the content type of a body to ${path}`, () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "text/json",
      "application/xml",
      "json",
      "*/*",
    ]) {
      test(`rejects the content type ${type} with a 415`, async () => {
        const body = JSON.stringify(valid());
        expectRefusal(await send(path, { body, headers: { "content-type": type } }), 415);
      });
    }

    for (const type of ["application/json", "Application/JSON; charset=UTF-8", "application/vnd.api+json"]) {
      test(`accepts the content type ${type}`, async () => {
        const { answer } = await send(path, { body: JSON.stringify(valid()), headers: { "content-type": type } });
        expect(answer.status).toBe(201);
      });
    }

    test("treats a body without a content type as JSON", async () => {
      const requestId = newRequestId();
      const body = [Buffer.from(JSON.stringify(valid()))];
      const answer = await rawRequest(path, { method: "POST", headers: { "x-request-id": requestId }, body });
      expect(answer.status).toBe(201);
      expect(await listRows(requestId)).toHaveLength(1);
    });

    test("rejects a body that has a Content-Encoding with a 415", async () => {
      const headers = { "content-encoding": "gzip" };
      expectRefusal(await send(path, { body: JSON.stringify(valid()), headers }), 415);
    });
  });

  test.describe(`a body to ${path} that is not a JSON object`, () => {
    for (const [description, body] of [
      ["an empty body", ""],
      ["white space", " \n"],
      ["half an object", '{"name":'],
      ["two objects", "{}{}"],
      ["a trailing comma", '{"name":"Ana",}'],
      ["single quotes", "{'name':'Ana'}"],
      ["an array", "[]"],
      ["an array of objects", "[{}]"],
      ["a string", '"name"'],
      ["a number", "1"],
      ["true", "true"],
      ["null", "null"],
      ["NaN", "NaN"],
    ] as const) {
      test(`rejects a body to ${path} with a 400 without an error code: ${description}`, async () => {
        const sent = await send(path, { body });
        expectRefusal(sent, 400);
        expect(sent.answer.json).toEqual({ error: expect.any(String) });
      });
    }

    for (const [description, bytes] of [
      ["a lone continuation byte", [0x80]],
      ["an overlong form", [0xc0, 0xaf]],
      ["an encoded surrogate", [0xed, 0xa0, 0x80]],
      ["a cut sequence", [0xf0, 0x9f, 0x98]],
    ] as const) {
      test(`rejects invalid UTF-8 in the name with a 400: ${description}`, async () => {
        const [before = "", after = ""] = JSON.stringify(valid({ name: "Ana|Solís" })).split("|");
        const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
        expectRefusal(await send(path, { body }), 400);
      });
    }
  });

  test.describe(`deep nesting in a body to ${path}`, () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

    for (const [name, value] of [
      ["name", deep(100_000)],
      ["answers", deep(100_000)],
      ["utm", deepObject(40_000)],
      ["answersByKey", deepObject(40_000)],
    ] as const) {
      test(`rejects deeply nested ${name} with a 400 unless the endpoint ignores it`, async () => {
        const body = `${JSON.stringify(valid({ [name]: undefined })).slice(0, -1)},${JSON.stringify(name)}:${value}}`;
        const sent = await send(path, { body });
        // The contact endpoint ignores answers.
        if (name.startsWith("answers") && path !== evaluateEndpoint.path) expect(sent.answer.status).toBe(201);
        else expectRefusal(sent, 400);
      });
    }

    for (const value of [deep(100_000), deepObject(40_000)]) {
      test(`ignores a deeply nested unknown property (${value.slice(0, 5)}…)`, async () => {
        const { answer, rows } = await send(path, {
          body: `${JSON.stringify(valid()).slice(0, -1)},"unknown":${value}}`,
        });
        expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
        expect(rows).toHaveLength(1);
      });
    }
  });
}
