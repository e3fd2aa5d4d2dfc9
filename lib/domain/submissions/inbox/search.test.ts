import { describe, expect, test } from "vitest";
import { parseSearch, toPhoneQuery, toWordsQuery } from "./search.ts";

test("splits a search at spaces and at-signs into at most ten distinct words", () => {
  expect(parseSearch(" ana@example.com  ana\tRuiz\u00a0café ").words).toEqual(["ana", "example.com", "Ruiz", "café"]);
  expect(parseSearch(Array.from({ length: 30 }, (_, at) => `w${at}`).join(" ")).words).toHaveLength(10);
});

test("ignores search words without a letter or digit", () => {
  expect(parseSearch("- -- ?! ' 🎁 @ :* + # ()")).toEqual({ reference: undefined, words: [], phones: [] });
  expect(parseSearch("名前 - 7").words).toEqual(["名前", "7"]);
});

const listTerms = (word: string) => toWordsQuery([word]).slice(1, -1).split(" | ");

test("matches each search word as a prefix, but a number only as a whole", () => {
  expect(toWordsQuery(["ana", "162"])).toBe(
    "('ana':* | '¿ana':* | '¡ana':* | '«ana':* | '“ana':*) & ('162' | '¿162' | '¡162' | '«162' | '“162')",
  );
  expect(["a\\b", "162nd", "#162", "¿ana"].map((word) => listTerms(word)[0])).toEqual([
    "'a\\\\b':*",
    "'162nd':*",
    "'#162':*",
    "'ana':*",
  ]);
  for (const word of ["it's", "it’s"])
    expect(listTerms(word)).toEqual(expect.arrayContaining(["'it''s':*", "'it’s':*"]));
  expect(toWordsQuery(["+506"])).toBe("('+506':*)");
  expect(toWordsQuery([])).toBe("");
});

describe("the reference number in a search", () => {
  test.each([
    ["162", 162, undefined],
    [" 162 ", 162, undefined],
    ["#162", 162, undefined],
    ["# 162", 162, undefined],
    ["lead 162", 162, "evaluation"],
    ["Lead #162", 162, "evaluation"],
    ["INQUIRY 58", 58, "inquiry"],
    ["Proyecto 168", 168, "evaluation"],
    ["Nueva consulta 58", 58, "inquiry"],
    ["E-162", 162, "evaluation"],
    ["E-12 5512345678", 12, "evaluation"],
    ["q-58", 58, "inquiry"],
    ["Re: su proyecto (referencia E-168)", 168, "evaluation"],
    ["Referencia: Lead 168", 168, "evaluation"],
    ["Reference number 162", 162, undefined],
    ["Número de referencia: 162", 162, undefined],
    ["Número de referencia 162".normalize("NFD"), 162, undefined],
    ["Re: su proyecto (referencia 101)", 101, undefined],
    ["Please confirm: your question (reference 101)", 101, undefined],
    ["New: Inquiry 58, Ana", 58, "inquiry"],
    ["2147483647", 2_147_483_647, undefined],
  ])("reads a reference number from %j", (q, id, kind) => {
    expect(parseSearch(q).reference).toEqual({ id, kind });
  });

  test.each(["0", "2147483648", "99999999999", "162a", "mislead 162", "16 2", "-162", "R#162"])(
    "reads no reference number from %j",
    (q) => {
      expect(parseSearch(q).reference).toBeUndefined();
    },
  );

  test("also searches a number as a word, unless it follows a number sign", () => {
    expect(parseSearch("#162")).toMatchObject({ words: [], phones: [] });
    expect(parseSearch("162").words).toEqual(["162"]);
    expect(parseSearch("lead 162").words).toEqual(["lead", "162"]);
  });
});

describe("the phone number in a search", () => {
  test.each([
    "+506 8888-1234",
    "+50688881234",
    "+506 8888 1234",
    "(506) 8888.1234",
    "+506\u00a08888\u20111234",
    "506/8888/1234",
  ])("reads the digits of the phone number %j", (q) => {
    expect(parseSearch(q)).toMatchObject({ words: [], phones: [{ digits: "50688881234" }] });
  });

  test("reads a phone number among words, and also keeps it as a search word", () => {
    expect(parseSearch("Ana 8888-1234 Ruiz")).toEqual({
      reference: undefined,
      words: ["Ana", "Ruiz"],
      phones: [{ digits: "88881234", words: ["8888-1234"] }],
    });
  });

  test("reads no phone number from a short number or from part of a word", () => {
    for (const q of ["2026", "10 000", "R1234567", "1234567x", "a@1234567"]) expect(parseSearch(q).phones).toEqual([]);
    expect(parseSearch("+506").phones).toEqual([{ digits: "506", words: ["+506"] }]);
  });

  test("searches a phone number by its first digits and by its last seven digits", () => {
    expect(toPhoneQuery("506")).toBe("':506':*");
    expect(toPhoneQuery("50688881234")).toBe("':50688881234':* | ':8881234'");
  });
});
