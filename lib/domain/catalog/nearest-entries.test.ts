import { expect, test } from "vitest";
import { readSamples } from "../../../scripts/seed.ts";
import { findNearestEntries, findRelatedEntries } from "./rank.ts";

const entries = [
  { slug: "loyalty-points", titleEn: "Loyalty points", titleEs: "Puntos de lealtad" },
  { slug: "prize-draws", titleEn: "Prize draws", titleEs: "Sorteos" },
  { slug: "prize-shipments", titleEn: "Prize shipment tracking", titleEs: "Seguimiento de envíos de premios" },
];

test.each([
  ["prize-drawz", ["prize-draws", "prize-shipments"]],
  ["prizedraws", ["prize-draws"]],
  ["PRIZE_DRAWS", ["prize-draws", "prize-shipments"]],
  ["sorteos", ["prize-draws"]],
  ["envíos", ["prize-shipments"]],
  ["puntos-de-lealtad", ["loyalty-points"]],
  ["de", []],
  ["no-such-api", []],
  ["", []],
  ["%".repeat(5_000), []],
])("for the unknown slug %s, suggests the entries %j", (slug, expected) => {
  expect(findNearestEntries(slug, entries).map((entry) => entry.slug)).toEqual(expected);
});

test("suggests at most three entries for an unknown slug", () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ slug: `draws-${at}`, titleEn: "Draws", titleEs: "Sorteos" }));
  expect(findNearestEntries("draws", many)).toHaveLength(3);
});

const samples = readSamples();
const find = (text: string, max = 3) => findRelatedEntries(text, samples, max).map(({ slug }) => slug);

test.each([
  ["We want to scan supermarket receipts and validate purchases for a raffle with prize draws.", "receipts-validation"],
  ["Queremos validar tickets y comprobantes de compra de supermercados.", "receipts-validation"],
  ["A points account for shopkeepers: loyalty points that they redeem.", "loyalty-points"],
  ["Sorteos auditados ante notario, con ganadores y suplentes.", "prize-draws"],
])("for the text %j, finds the entry %s first", (text, slug) => expect(find(text)[0]).toBe(slug));

test("finds only entries that share distinctive words, up to the given number", () => {
  expect(find("Hello there, how are things?")).toEqual([]);
  expect(find("We are unsure about our brand and which logo to print")).toEqual([]);
  expect(find("")).toEqual([]);
  expect(find(samples.map(({ descriptionEn }) => descriptionEn).join(" "), 2)).toHaveLength(2);
  expect(findRelatedEntries("loyalty points", samples.slice(0, 1), 3)).toEqual([]);
});
