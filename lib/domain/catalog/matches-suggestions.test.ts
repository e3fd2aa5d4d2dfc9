import { expect, test } from "vitest";
import { similarWords } from "./matches-suggestions.ts";

const texts = ["Prize shipment tracking", "Seguimiento de envíos de premios", "Validación de tickets (QR)"];

test.each([
  ["shipmnt", ["shipment"]],
  ["shipmetn", ["shipment"]],
  ["trackign", ["tracking"]],
  ["premois", ["premios"]],
  ["tiket", []],
  ["tikets", ["tickets"]],
  ["valdiacion", ["validacion"]],
  ["prze", ["prize"]],
  ["qr", []],
  ["shipment", []],
  ["zzzzzzzz", []],
])("%j perhaps meant %j", (word, meant) => {
  expect(similarWords(word, texts)).toEqual(meant);
});

test("there are few suggestions, the nearest first", () => {
  expect(similarWords("receipts", ["receipt receptis recepits recei9ts"], 2)).toHaveLength(2);
  expect(similarWords("points", ["joints pints ponts"], 3)).toHaveLength(3);
});

test("a long word and a large vocabulary take no long time", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `word${at} `.repeat(30));
  expect(similarWords("a".repeat(100_000), many)).toEqual([]);
  expect(similarWords("wrod", many)).toEqual(["word"]);
});
