import { expect } from "@playwright/test";
import { rawRequest } from "../support/raw.ts";
import { contactEndpoint, listStoredSubmissions, newRequestId } from "../support/submissions.ts";
import { inquiry, strictApiError, test } from "../support/test.ts";

const { path } = contactEndpoint;
const bytesMax = 256 * 1024;

/** Posts chunks of a body with a new request id, without a Content-Length unless `headers` has one. */
async function postBody(body: Buffer[], headers: Record<string, string> = {}) {
  const requestId = newRequestId();
  const sent = { "content-type": "application/json", "x-request-id": requestId, ...headers };
  const answer = await rawRequest(path, { method: "POST", headers: sent, body });
  return { answer, rows: await listStoredSubmissions(requestId), requestId };
}

/** Sends a valid inquiry, padded with white space to exactly `length` bytes, with a Content-Length and in chunks. */
async function postPaddedInquiry(length: number, chunkBytes: number) {
  const json = Buffer.from(JSON.stringify(inquiry()));
  const body = Buffer.concat([json, Buffer.alloc(length - json.length, " ")]);
  const chunks = Array.from({ length: Math.ceil(length / chunkBytes) }, (_, at) =>
    body.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  return [await postBody([body], { "content-length": String(length) }), await postBody(chunks)];
}

test("rejects a body over 256 KiB with a 413, with a Content-Length or in chunks", async () => {
  for (const { answer, rows, requestId } of await postPaddedInquiry(bytesMax + 1, 64 * 1024)) {
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 413 });
    expect(strictApiError.parse(answer.json).code).toBeUndefined();
    expect(answer.headers["x-request-id"]).toBe(requestId);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(rows).toEqual([]);
  }
});

test("accepts a body of 256 KiB, with a Content-Length or in chunks", async () => {
  for (const { answer, rows } of await postPaddedInquiry(bytesMax, 1_000)) {
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
    expect(rows).toHaveLength(1);
  }
});

test("rejects a large body by its Content-Length, before the client sends it", async () => {
  // The rest of the body is never sent, so no other request may follow on this connection.
  const headers = { "content-length": String(10 * 1024 ** 3), connection: "close" };
  expect((await postBody([Buffer.from("{")], headers)).answer.status).toBe(413);
});
