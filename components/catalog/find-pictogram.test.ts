import { expect, test } from "vitest";
import { findPictogram } from "./find-pictogram.ts";

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
] as const)("finds the pictogram %s for %s", (pictogram, slug, titleEn, titleEs) => {
  expect(findPictogram({ slug, titleEn, titleEs })).toBe(pictogram);
});
