import { expect, test } from "vitest";
import { mentionPattern } from "./mention-pattern.ts";

test("every sign of the address stands for itself alone, or for its form in an address of the web", () => {
  expect(mentionPattern("a.b+c@x.org")).toMatch(
    /a\\\.b\(\?:\\\+\|\\%2B\)c\(\?:\\@\|\\%40\)x\\\.org\(\?!-\*\[\[:alnum:\]\]\)$/,
  );
});
