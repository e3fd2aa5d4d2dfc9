import { expect, test } from "vitest";
import { findMentioned, findMentions } from "./mentions.ts";

const operators = ["Ana", "Ana Ruiz", "José Núñez", "Zoë"].map((name, at) => ({ id: `${at}`, name }));
const namesIn = (text: string) => findMentioned(text, operators).map(({ name }) => name);

test.each([
  ["@Ana Ruiz, ¿lo ve usted?", ["Ana Ruiz"]],
  ["¿@ana? y (@JOSÉ NÚÑEZ).", ["Ana", "José Núñez"]],
  ["@Ana\n@Ana Ruiz @Zoë", ["Ana", "Ana Ruiz", "Zoë"]],
  ["@Jose\u0301 Nu\u0301n\u0303ez", []],
  ["@Anabel, @Ana_x, Ana, @ Ana, ana@example.com", []],
  ["@Ana Ruizs", ["Ana"]],
])("a note %j mentions %j", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test("finds the places of mentions", () => {
  const text = "Hola @Ana Ruiz: @Zoë";
  expect(findMentions(text, operators).map(({ start, end }) => text.slice(start, end))).toEqual(["@Ana Ruiz", "@Zoë"]);
});
