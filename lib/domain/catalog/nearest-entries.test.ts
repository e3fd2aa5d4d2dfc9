import { expect, test } from "vitest";
import { findNearestEntries } from "./nearest-entries.ts";

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
