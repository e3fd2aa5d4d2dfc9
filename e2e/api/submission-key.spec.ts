import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { endpoints, evaluateEndpoint } from "../support/submissions.ts";
import { evaluation, query, strictApiError, test } from "../support/test.ts";

const keyed = (key: string) => ({ "idempotency-key": key });

for (const { path, kind, valid, result } of endpoints) {
  const listRows = (key: string) =>
    query<{ id: number }>("SELECT id FROM submissions WHERE kind = $1 AND submission_key = $2", [kind, key]);

  test.describe(`a key sent to ${path}`, () => {
    test("stores one row for a repeated Idempotency-Key, and returns the same 201 each time", async ({ client }) => {
      const key = randomUUID();
      const body = valid();
      const first = await client.post(path, body, keyed(key));
      expect(first.status).toBe(201);
      for (const again of [key, `"${key}"`]) {
        const { status, text } = await client.post(path, body, keyed(again));
        expect({ status, text }).toEqual({ status: 201, text: first.text });
      }
      expect(await listRows(key)).toEqual([{ id: result.parse(first.json).id }]);
    });

    test("treats an idempotency key in the query like one in the header", async ({ client }) => {
      const key = randomUUID();
      const body = valid();
      const first = await client.post(path, body, keyed(key));
      const again = await client.post(`${path}?idempotencyKey=${key}`, body);
      expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
      expect(await listRows(key)).toEqual([{ id: result.parse(first.json).id }]);
    });

    test("counts each repeat of a submission with the same key against the rate limit", async ({ client }) => {
      const key = randomUUID();
      const body = valid();
      const left = [];
      for (let sent = 0; sent < 3; sent++) {
        const { headers } = await client.post(path, body, keyed(key));
        left.push(Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]));
      }
      expect(left).toEqual([29, 28, 27]);
    });
  });
}

test("returns the first verdict for a repeated lead, and a 409 if its key is sent with other content", async ({
  client,
}) => {
  const key = randomUUID();
  const body = evaluation({ answers: Array(9).fill(2), language: "es" });
  const first = await client.post(evaluateEndpoint.path, body, keyed(key));
  expect(first.json).toMatchObject({ route: "qualified", schedulingUrl: expect.stringMatching(/^https:/) });
  const again = await client.post(evaluateEndpoint.path, body, keyed(key));
  expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
  for (const change of [{ language: "en" }, { answers: Array(9).fill(0) }]) {
    const other = await client.post(evaluateEndpoint.path, { ...body, ...change }, keyed(key));
    expect(other.status).toBe(409);
    expect(strictApiError.parse(other.json).error).toContain("Idempotency-Key");
  }
});
