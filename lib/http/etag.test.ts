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
])("matches the entity tag for If-None-Match %s", (header) => {
  expect(matchesEtag(header, etag)).toBe(true);
  expect(matchesEtag(header, '"abc-_1"')).toBe(true);
});

test.each(["", '""', '"ABC-_1"', '"abc"', "abc-_1", 'w/"abc-_1"', '"x", "y"', ",", '"abc-_1', '"*"'])(
  "does not match the entity tag for If-None-Match %s",
  (header) => {
    expect(matchesEtag(header, etag)).toBe(false);
  },
);

test("matches no entity tag without If-None-Match", () => {
  expect(matchesEtag(null, etag)).toBe(false);
});
