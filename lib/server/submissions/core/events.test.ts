import { expect, test } from "vitest";
import { isKnownEvent } from "./events.ts";

test("skips timeline events of unknown types, which a newer version may have written", () => {
  const rows = ["seen", "status", "inbound", "a_later_one", "constructor"].map((type) => ({ type }));
  expect(rows.filter(isKnownEvent).map(({ type }) => type)).toEqual(["seen", "status", "inbound"]);
});
