import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isoDay, isoTime, text } from "./schema-kit.ts";
import { codePointLength, isStorable } from "./text-bounds.ts";

/** Generates any sequence of UTF-16 units, including lone surrogates. */
const units = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe002 })), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));

test("counts the code points of any text, and a lone surrogate as one", () => {
  fc.assert(
    fc.property(units, (value) => {
      expect(codePointLength(value)).toBe([...value].length);
    }),
  );
  expect(codePointLength("a😀é👩‍🚀")).toBe(6);
});

test("accepts exactly the texts without a NUL or a lone surrogate as storable", () => {
  fc.assert(
    fc.property(units, (value) => {
      const survives = new TextDecoder().decode(new TextEncoder().encode(value)) === value.replace(/^\ufeff/, "");
      expect(isStorable(value)).toBe(survives && !value.includes("\0"));
    }),
  );
});

describe("a text field", () => {
  test("rejects exactly the texts that are out of bounds, blank or not storable", () => {
    const bounds = fc.record({ min: fc.integer({ min: 0, max: 6 }), extra: fc.integer({ min: 0, max: 6 }) });
    const value = fc.oneof(units, fc.string({ unit: fc.constantFrom(" ", "\n", "x", "😀"), maxLength: 14 }));
    fc.assert(
      fc.property(bounds, value, ({ min, extra }, sent) => {
        const max = min + extra;
        const length = [...sent].length;
        const isLegal =
          sent.isWellFormed() && !sent.includes("\0") && length >= min && length <= max && !(min && !sent.trim());
        const parsed = text({ min, max }).safeParse(sent);
        expect(parsed.success).toBe(isLegal);
        expect(parsed.data).toBe(isLegal ? sent.trim() : undefined);
      }),
      { numRuns: 500 },
    );
  });

  test("checks the length before the pattern, which is slow on long input", () => {
    const looked: string[] = [];
    const regex = /x/;
    regex.test = (value) => looked.push(value) > 0;
    const field = text({ min: 1, max: 3, pattern: { regex, phrase: "with an x" } });
    for (const value of ["", "xxxx", "  ", "\0", "x"]) field.safeParse(value);
    expect(looked).toEqual(["x"]);
  });
});

describe("the schemas of days and times", () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
  const month = fc.oneof(fc.constantFrom("02", "00", "12", "13"), digits(2));
  const day = fc.oneof(fc.constantFrom("00", "01", "28", "29", "30", "31", "32"), digits(2));
  const date = fc.tuple(fc.oneof(fc.constantFrom("1900", "2000", "2024", "2026", "0000"), digits(4)), month, day);
  const days = fc.oneof(
    date.map((parts) => parts.join("-")),
    fc.string(),
  );
  const minute = fc.oneof(fc.constantFrom("59", "60"), digits(2));
  const clock = fc
    .tuple(fc.oneof(fc.constantFrom("23", "24"), digits(2)), minute, minute)
    .map((parts) => parts.join(":"));
  const end = fc.oneof(
    fc.constantFrom("Z", ".5Z", ".123456Z", ".Z", "", "z", "+00:00", "-23:59", "+24:00", "+0000", "Z\n"),
    fc.string(),
  );
  const times = fc.tuple(days, fc.constantFrom("T", " ", "t"), clock, end).map((parts) => parts.join(""));

  test.each([
    ["day", isoDay(), z.iso.date(), days],
    ["time", isoTime(), z.iso.datetime({ offset: true }), times],
  ] as const)("accepts the same values as zod, with the same messages, for a %s", (_, ours, theirs, values) => {
    const messages = (schema: typeof ours | typeof theirs, sent: unknown) =>
      schema.safeParse(sent).error?.issues.map((issue) => issue.message);
    fc.assert(
      fc.property(values, (value) => {
        expect(messages(ours, value)).toEqual(messages(theirs, value));
      }),
      { numRuns: 5_000 },
    );
    for (const other of [1, null]) expect(messages(ours, other)).toEqual(messages(theirs, other));
  });

  test.each([1900, 2000, 2023, 2024])("accepts every day of the year %d", (year) => {
    for (let time = Date.UTC(year); time < Date.UTC(year + 1); time += 86_400_000) {
      const value = new Date(time).toISOString().slice(0, 10);
      if (!isoDay().safeParse(value).success) expect(value).toBe("a day");
    }
  });

  test.each(["2024-02-29T23:59:59.12Z", "2024-03-01T01:59:59.120+02:00", "2024-02-29T23:59:59.120000Z"])(
    "reads %s as the same time, on a leap day",
    (value) => expect(isoTime().parse(value)).toBe("2024-02-29T23:59:59.120Z"),
  );
});
