import { expect } from "@playwright/test";
import type { App } from "../../tools/processes.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { contactEndpoint, type Endpoint, endpoints, evaluateEndpoint } from "../support/submissions.ts";
import { type Client, createClient, createDatabase, test } from "../support/test.ts";

async function submit(client: Client, { path, valid, result }: Endpoint): Promise<number> {
  const answer = await client.post(path, valid());
  expect(answer.status).toBe(201);
  return result.parse(answer.json).id;
}

test.describe("the ids", () => {
  for (const endpoint of endpoints) {
    test(`gives each new ${endpoint.kind} a positive integer id above all earlier ones`, async ({ client }) => {
      const ids: number[] = [];
      for (let count = 0; count < 5; count++) ids.push(await submit(client, endpoint));
      expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    });
  }

  test.describe("on an empty database", () => {
    let app: App;
    test.beforeAll(async () => {
      app = await startBuiltApp({ DATABASE_URL: await createDatabase(), TRUSTED_PROXY_HOPS: "1" });
    });
    test.afterAll(() => app.stop());

    test("numbers evaluations and inquiries separately, from 1", async () => {
      const client = createClient(app.url);
      for (const id of [1, 2, 3]) {
        expect(await submit(client, evaluateEndpoint)).toBe(id);
        expect(await submit(client, contactEndpoint)).toBe(id);
      }
    });
  });
});
