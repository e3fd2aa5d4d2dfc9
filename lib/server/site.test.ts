import { expect, test } from "vitest";
import { site } from "./site.ts";

test("the files of content/ are right", () => {
  expect(Object.keys(site().company)).toEqual(["en", "es"]);
});
