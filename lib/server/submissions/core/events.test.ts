import { expect, test } from "vitest";
import { isKnownEvent } from "./events.ts";

test("what a newer version writes into the timeline is left out", () => {
  const rows = ["seen", "status", "inbound", "a_later_one", "constructor"].map((type) => ({ type }));
  expect(rows.filter(isKnownEvent).map(({ type }) => type)).toEqual(["seen", "status", "inbound"]);
});
