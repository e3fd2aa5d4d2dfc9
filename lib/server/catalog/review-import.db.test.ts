import { beforeAll, expect, test } from "vitest";
import type { ImportInput } from "../../domain/catalog/editor/import.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { reviewImport } from "./review-import.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

const document = JSON.stringify({ openapi: "3.1.0", info: { title: "A" }, paths: {} });
const inside = "https://127.0.0.1/openapi.json";
const review = (input: Partial<ImportInput>) =>
  reviewImport({ document: "", url: "", target: "", language: "en", ...input }, { operator });

test("a pasted document wins over an address", async () => {
  expect(await review({ document, url: inside })).toEqual({ document, entry: null });
});

test.each<[Partial<ImportInput>, string]>([
  [{ document: " ", url: " " }, "nothing"],
  [{ document: "openapi: 3.1.0" }, "yaml"],
  [{ url: "http://example.com/openapi.json" }, "address"],
  [{ url: inside }, "inside"],
  [{ url: "https://localhost/openapi.json" }, "inside"],
])("%j cannot be imported: %s", async (input, fault) => {
  expect(await review(input)).toEqual({ fault });
});

test("an import into an entry that does not exist is refused", async () => {
  await expect(review({ document, target: "no-such-entry" })).rejects.toMatchObject({ kind: "not_found" });
});
