import { describe, expect, test } from "vitest";
import { entriesPerPage, findListPage, listPageNumbers, readPageNumber } from "./search.ts";

describe("readPageNumber", () => {
  test.each([
    ["1", 1],
    ["2", 2],
    ["9999", 9999],
    [["3", "4"], 3],
  ])("reads the page parameter %j as page %j", (value, expected) => {
    expect(readPageNumber(value)).toBe(expected);
  });

  test.each([[undefined], [""], ["0"], ["+2"], ["02"], ["2e1"], ["2\n"], ["٢"], ["10000"], [[]], [["x", "2"]]])(
    "reads the invalid page parameter %j as page 1",
    (value) => {
      expect(readPageNumber(value)).toBe(1);
    },
  );
});

describe("findListPage", () => {
  test.each([
    [1, 0, { pageCount: 1, start: 0, end: 0 }],
    [1, 1, { pageCount: 1, start: 0, end: 1 }],
    [1, 24, { pageCount: 1, start: 0, end: 24 }],
    [1, 25, { pageCount: 2, start: 0, end: 24 }],
    [2, 25, { pageCount: 2, start: 24, end: 25 }],
    [3, 49, { pageCount: 3, start: 48, end: 49 }],
    [42, 1_000, { pageCount: 42, start: 984, end: 1_000 }],
    [2, 0, null],
    [2, 24, null],
    [3, 48, null],
    [4, 49, null],
  ])("finds page %j in a list of %j entries, if the list has that page", (number, entryCount, expected) => {
    expect(findListPage(number, entryCount)).toEqual(expected && { number, ...expected });
  });
});

describe("listPageNumbers", () => {
  test.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 4, [1, 2, 3, 4]],
    [1, 5, [1, 2, null, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [1, 42, [1, 2, null, 42]],
    [4, 42, [1, 2, 3, 4, 5, null, 42]],
    [39, 42, [1, null, 38, 39, 40, 41, 42]],
  ])("lists the page numbers shown on page %j of %j", (number, pageCount, expected) => {
    const page = findListPage(number, pageCount * entriesPerPage);
    expect(page && listPageNumbers(page)).toEqual(expected);
  });
});
