import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import type { ImportInput } from "../../domain/catalog/editor/import.ts";
import { DeskRecords } from "../submissions/core/desk.fixture.ts";
import { reviewImport } from "./read-document.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

const document = JSON.stringify({ openapi: "3.1.0", info: { title: "A" }, paths: {} });
const inside = "https://127.0.0.1/openapi.json";
const review = (input: Partial<ImportInput>) =>
  reviewImport({ document: "", url: "", target: "", language: "en", ...input }, { operator });

test("prefers a pasted document to a URL", async () => {
  expect(await review({ document, url: inside })).toMatchObject({ document, entry: null });
});

test("shows a YAML document as it would be stored", async () => {
  const yaml =
    "swagger: '2.0'\ninfo:\n  title: A\n  description: |\n    # A\n\n    Sends *parcels*.\n\n    More.\npaths: { b: , /c: { get: nope } }";
  expect(await review({ document: yaml })).toMatchObject({
    document: expect.stringMatching(/^\{.*"openapi":"3\.0/),
    texts: { title: "A", description: "Sends parcels.", endpoints: [] },
    conversions: [{ kind: "yaml" }, { kind: "swagger" }],
    unused: {
      parts: [
        { at: "paths.b", reason: "not_object" },
        { at: "paths./c.get", reason: "not_object" },
      ],
    },
  });
});

test.each<[Partial<ImportInput>, string]>([
  [{ document: " ", url: " " }, "nothing"],
  [{ document: "openapi: 4.1.0" }, "version"],
  [{ document: document.replace("A", "Env\ufffdos") }, "encoding"],
  [{ url: "http://example.com/openapi.json" }, "address"],
  [{ url: inside }, "inside"],
  [{ url: "https://localhost/openapi.json" }, "inside"],
])("refuses to import %j with the fault %s", async (input, fault) => {
  expect(await review(input)).toEqual({ fault });
});

test("refuses an import into a missing entry", async () => {
  await expect(review({ document, target: "no-such-entry" })).rejects.toMatchObject({ kind: "not_found" });
});
