import { expect, test } from "vitest";
import { matchesEtag } from "./etag.ts";

const etag = 'W/"abc-_1"';

test.each([
  'W/"abc-_1"',
  '"abc-_1"',
  ' W/"abc-_1" ',
  '"x", W/"abc-_1"',
  'W/"abc-_1","x"',
  '"x" , "y" ,"abc-_1"',
  "*",
  " * ",
])("If-None-Match %s matches", (header) => {
  expect(matchesEtag(header, etag)).toBe(true);
  expect(matchesEtag(header, '"abc-_1"')).toBe(true);
});

test.each(["", '""', '"ABC-_1"', '"abc"', "abc-_1", 'w/"abc-_1"', '"x", "y"', ",", '"abc-_1', '"*"'])(
  "If-None-Match %s does not match",
  (header) => {
    expect(matchesEtag(header, etag)).toBe(false);
  },
);

test("a missing header matches nothing", () => {
  expect(matchesEtag(null, etag)).toBe(false);
});
