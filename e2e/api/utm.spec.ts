import { expect } from "@playwright/test";
import { endpoints } from "../support/submissions.ts";
import { query, test } from "../support/test.ts";

/** Names with a meaning in JavaScript, in the database client or in SQL. */
const oddNames = [
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "toJSON",
  "then",
  "length",
  "$type",
  "value",
  "0",
  "",
  "' OR 1=1 --",
];

for (const { path, kind, valid, result } of endpoints) {
  test.describe(`utm of the kind ${kind}`, () => {
    test("stores utm properties of any name, such as __proto__", async ({ client }) => {
      const utm = Object.fromEntries(oddNames.map((name, at) => [name, `kept ${at}`]));
      const { id } = result.parse((await client.post(path, valid({ utm }))).json);
      const [row] = await query<{ utm: object }>("SELECT utm FROM submissions WHERE kind = $1 AND id = $2", [kind, id]);
      expect(Object.entries(row?.utm ?? {}).sort()).toEqual(Object.entries(utm).sort());
    });

    test("stores twelve utm properties of 500 code points each, with trimmed values", async ({ client }) => {
      const utm = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`utm_${at}`, "🌋".repeat(500)]));
      const answer = await client.post(path, valid({ utm: { ...utm, utm_0: "  trimmed\n" } }));
      expect(answer.status).toBe(201);
      const { id } = result.parse(answer.json);
      const [row] = await query("SELECT utm FROM submissions WHERE kind = $1 AND id = $2", [kind, id]);
      expect(row).toEqual({ utm: { ...utm, utm_0: "trimmed" } });
    });

    test("stores an empty utm object as an empty object", async ({ client }) => {
      const { id } = result.parse((await client.post(path, valid({ utm: {} }))).json);
      expect(await query("SELECT utm FROM submissions WHERE kind = $1 AND id = $2", [kind, id])).toEqual([{ utm: {} }]);
    });
  });
}
