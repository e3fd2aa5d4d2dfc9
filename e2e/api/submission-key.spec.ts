import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { privacyNoticeVersion } from "../../lib/domain/submissions/promises.ts";
import { endpoints, evaluateEndpoint } from "../support/submissions.ts";
import { evaluation, query, strictApiError, test } from "../support/test.ts";

const keyed = (key: string) => ({ "idempotency-key": key });

for (const { path, kind, valid, result } of endpoints) {
  const listRows = (key: string) =>
    query<{ id: number }>("SELECT id FROM submissions WHERE kind = $1 AND submission_key = $2", [kind, key]);

  test.describe(`a key sent to ${path}`, () => {
    test("stores one row, and answers the same 201 each time", async ({ client }) => {
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

    test("stores one row of 20 that are sent at once", async ({ client }) => {
      const key = randomUUID();
      const body = valid();
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(path, body, keyed(key))));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await listRows(key)).toEqual([{ id: result.parse(answers[0]?.json).id }]);
    });

    test("spends the limits like any valid submission", async ({ client }) => {
      const key = randomUUID();
      const body = valid();
      const left = [];
      for (let sent = 0; sent < 3; sent++) {
        const { headers } = await client.post(path, body, keyed(key));
        left.push(Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]));
      }
      expect(left).toEqual([29, 28, 27]);
    });

    test("that is none is refused, and stores nothing", async ({ client }) => {
      for (const key of ["short", "x".repeat(65), "with blanks in between", `${randomUUID()}, ${randomUUID()}`]) {
        const requestId = `test-${randomUUID()}`;
        const answer = await client.post(path, valid(), { ...keyed(key), "x-request-id": requestId });
        expect(answer.status).toBe(400);
        expect(answer.json).toEqual({ error: strictApiError.parse(answer.json).error });
        expect(answer.text).toContain("Idempotency-Key");
        expect(await query("SELECT FROM submissions WHERE request_id = $1", [requestId])).toEqual([]);
      }
    });

    test("keeps the version of the privacy notice that was shown, and no other", async ({ client }) => {
      const kept = async (version: string) => {
        const { json } = await client.post(path, valid(), { "privacy-notice-version": version });
        const { id } = result.parse(json);
        const text = "SELECT notice_version AS version FROM submissions WHERE kind = $1 AND id = $2";
        const [row] = await query<{ version: string }>(text, [kind, id]);
        return row?.version;
      };
      expect(await kept(privacyNoticeVersion)).toBe(privacyNoticeVersion);
      expect(await kept("1999-01-01")).toBeNull();
    });
  });
}

test("the same key at both endpoints stores both", async ({ client }) => {
  const key = randomUUID();
  for (const { path, kind, valid, result } of endpoints) {
    const { status, json } = await client.post(path, valid(), keyed(key));
    expect(status).toBe(201);
    const rows = await query("SELECT id FROM submissions WHERE kind = $1 AND submission_key = $2", [kind, key]);
    expect(rows).toEqual([{ id: result.parse(json).id }]);
  }
});

test("a lead sent again has the first verdict; with another language or other answers its key is a 409", async ({
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

test("a 400 names each field at fault in Invalid-Fields, without a value", async ({ client }) => {
  const body = evaluation({ email: "not an address", name: "", answers: [...Array(8).fill(1), null] });
  const { status, headers } = await client.post(evaluateEndpoint.path, body);
  expect(status).toBe(400);
  const faults = headers.get("invalid-fields")?.split(", ").sort();
  expect(faults).toEqual(["after_project=required", "email=pattern", "name=required"]);
});
