import { expect, test } from "vitest";
import { formatReference, parseReference } from "./submission-ref.ts";

test.each([
  [{ kind: "evaluation", id: 12 }, "E-12"],
  [{ kind: "inquiry", id: 2_147_483_647 }, "Q-2147483647"],
] as const)("%j is told as %s, and read back", (ref, reference) => {
  expect(formatReference(ref)).toBe(reference);
  expect(parseReference(reference)).toEqual(ref);
  expect(parseReference(` ${reference.toLowerCase()} `)).toEqual(ref);
});

test.each(["", "E-", "E12", "X-12", "E-0", "E-2147483648", "E-1.5", "E--1", "12"])("%j is no reference", (text) => {
  expect(parseReference(text)).toBeUndefined();
});
