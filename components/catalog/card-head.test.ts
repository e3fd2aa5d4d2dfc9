import { expect, test } from "vitest";
import { pictograms } from "#components/ui/drawings.ts";
import { findGroupName, findPictogram, sortByGroup } from "./card-head.tsx";

test.each([
  ["receipt", "receipts-validation", "Receipt validation", "Validación de tickets"],
  ["draw", "prize-draws", "Prize draws", "Sorteos"],
  ["shipment", "prize-shipments", "Prize shipment tracking", "Seguimiento de envíos de premios"],
  ["prize", "x", "Digital gifts", "Premios digitales"],
  ["message", "x", "Sending", "Mensajería por WhatsApp"],
  ["points", "loyalty-points", "Loyalty points", "Puntos de lealtad"],
  ["permit", "draw-permits", "Draw permits", "Permisos de sorteos"],
  ["data", "draw-reports", "Draw reports", "Reportes de sorteos"],
  [null, "point-of-sale-connector", "Point of sale connector", "Conector de puntos de venta"],
  [null, "shipyards", "Shipyards", "Astilleros"],
  [null, "update", "Update", "Actualización"],
] as const)("finds the pictogram %s for the entry %s", (pictogram, slug, titleEn, titleEs) => {
  expect(findPictogram({ slug, titleEn, titleEs })).toBe(pictogram);
});

const makeEntry = (slug: string) => ({ slug, titleEn: "", titleEs: "" });

test.each([
  ["join", "receipts-validation"],
  ["reward", "prize-draws"],
  ["record", "campaign-export"],
  ["more", "zones"],
] as const)("the group %s contains the entry %s", (group, slug) => {
  expect(findGroupName(makeEntry(slug))).toBe(group);
});

test("assigns every pictogram to a group", () => {
  expect(Object.keys(pictograms).map((slug) => findGroupName(makeEntry(slug)))).not.toContain("more");
});

test("sorts entries by group and keeps their order within a group", () => {
  const slugs = ["zones", "campaign-export", "prize-draws", "areas", "loyalty", "whatsapp"];
  expect(sortByGroup(slugs.map(makeEntry)).map(({ slug }) => slug)).toEqual([
    "whatsapp",
    "prize-draws",
    "loyalty",
    "campaign-export",
    "zones",
    "areas",
  ]);
});
