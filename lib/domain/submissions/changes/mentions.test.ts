import { expect, test } from "vitest";
import { findMentioned, findMentions } from "./mentions.ts";

const operators = ["Ana", "Ana Ruiz", "José Núñez", "Zoë", "Rene\u0301"].map((name, at) => ({ id: `${at}`, name }));
const namesIn = (text: string) => findMentioned(text, operators).map(({ name }) => name);

test.each([
  ["@Ana Ruiz, ¿lo ve usted?", ["Ana Ruiz"]],
  ["¿@ana? y (@JOSÉ NÚÑEZ).", ["Ana", "José Núñez"]],
  ["@Ana\n@Ana Ruiz @Zoë", ["Ana", "Ana Ruiz", "Zoë"]],
  ["@Jose\u0301 Nu\u0301n\u0303ez: ¿lo ve?", ["José Núñez"]],
  ["@Jose Nuñez, @Zoe\u0301", []],
  ["@René, @rene\u0301", ["Rene\u0301"]],
  ["@Anabel, @Ana_x, Ana, @ Ana, ana@example.com", []],
  ["@Ana Ruizs", ["Ana"]],
])("finds in the note %j the mentions %j", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test("finds the positions of mentions in a note", () => {
  const text = "Hola @Ana Ruiz: @Zoë, @Zoe\u0308";
  const found = findMentions(text, operators).map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual(["@Ana Ruiz", "@Zoë", "@Zoe\u0308"]);
});
