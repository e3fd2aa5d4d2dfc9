import { expect, test } from "vitest";
import { findLanguage } from "./reference.ts";

test.each([
  ["en", ["Create a draw", "Prepares the draw of a campaign and answers with its identifier."]],
  ["es", ["Crear un sorteo", "Prepara el sorteo de una campaña y responde con su identificador."]],
  ["en", ["The folio of the Secretaría de Gobernación, which is the authority for draws in Mexico."]],
] as const)("recognizes the language %s in the texts %j", (language, texts) => {
  expect(findLanguage(texts)).toBe(language);
});

test.each([
  ["no texts", []],
  ["only names", ["drawId", "GET /v1/draws", "POST"]],
  ["a few words", ["List the draws"]],
  ["both languages", ["The draw of the campaign, for which it is.", "El sorteo de la campaña, para el que es."]],
  ["a third language", ["Создаёт розыгрыш и возвращает его идентификатор."]],
])("recognizes no language in %s", (_, texts) => {
  expect(findLanguage(texts)).toBeNull();
});
