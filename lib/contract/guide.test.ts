import { expect, test } from "vitest";
import { errorStatuses, stableCodes } from "../domain/errors.ts";
import { guideErrors } from "./guide.ts";

test("the API guide explains every error that a caller can fix", () => {
  const codes = guideErrors.flatMap(({ code }) => code ?? []);
  expect(codes.sort()).toEqual([...stableCodes].sort());
  const names = new Set<string>(guideErrors.map(({ name }) => name));
  expect(Object.keys(errorStatuses).filter((kind) => !names.has(kind))).toEqual([
    "unauthorized",
    "forbidden",
    "internal",
  ]);
});
