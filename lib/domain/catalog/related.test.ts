import { expect, test } from "vitest";
import { readSamples } from "../../../scripts/seed.ts";
import { findRelated } from "./related.ts";

const samples = readSamples();
const find = (text: string, max = 3) => findRelated(text, samples, max).map(({ slug }) => slug);

test.each([
  ["We want to scan supermarket receipts and validate purchases for a raffle with prize draws.", "receipts-validation"],
  ["Queremos validar tickets y comprobantes de compra de supermercados.", "receipts-validation"],
  ["A points account for shopkeepers: loyalty points that they redeem.", "loyalty-points"],
  ["Sorteos auditados ante notario, con ganadores y suplentes.", "prize-draws"],
])("for the text %j, finds the entry %s first", (text, slug) => expect(find(text)[0]).toBe(slug));

test("finds only entries that share distinctive words, and at most the given number", () => {
  expect(find("Hello there, how are things?")).toEqual([]);
  expect(find("")).toEqual([]);
  expect(find(samples.map(({ descriptionEn }) => descriptionEn).join(" "), 2)).toHaveLength(2);
  expect(findRelated("loyalty points", samples.slice(0, 1), 3)).toEqual([]);
});
