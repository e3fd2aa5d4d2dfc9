import { expect, test } from "vitest";
import { findPictogram } from "./find-pictogram.ts";

test.each([
  ["receipt", "receipts-validation", "Receipt validation", "Validación de tickets"],
  ["draw", "prize-draws", "Prize draws", "Sorteos"],
  ["shipment", "prize-shipments", "Prize shipment tracking", "Seguimiento de envíos de premios"],
  ["prize", "x", "Digital gifts", "Premios digitales"],
  ["message", "x", "Sending", "Mensajería por WhatsApp"],
  [null, "update", "Update", "Actualización"],
] as const)("draws %s for %s", (pictogram, slug, titleEn, titleEs) => {
  expect(findPictogram({ slug, titleEn, titleEs })).toBe(pictogram);
});
