import { expect, test } from "vitest";
import { formatReference, parseReference } from "./submission-ref.ts";

test.each([
  [{ kind: "evaluation", id: 12 }, "E-12"],
  [{ kind: "inquiry", id: 2_147_483_647 }, "Q-2147483647"],
] as const)("formats %j as %s and parses it back", (ref, reference) => {
  expect(formatReference(ref)).toBe(reference);
  expect(parseReference(reference)).toEqual(ref);
  expect(parseReference(` ${reference.toLowerCase()} `)).toEqual(ref);
});

test.each(["", "E-", "E12", "X-12", "E-0", "E-2147483648", "E-1.5", "E--1", "12"])(
  "rejects %j as a reference",
  (text) => {
    expect(parseReference(text)).toBeUndefined();
  },
);
