import { expect, test } from "vitest";
import { toAddressPattern, toMentionPattern } from "./mention-pattern.ts";

test("matches each character of an address literally, percent-encoded and escaped", () => {
  expect(toAddressPattern("a.b@x.org")).toBe(
    "a(?:\\.|%(?:25)*2e|\\\\+u002e)b(?:\\@|%(?:25)*40|\\\\+u0040)x(?:\\.|%(?:25)*2e|\\\\+u002e)org",
  );
});

test("erases addresses in time proportional to the length of the text", () => {
  const text = `${"%25".repeat(5000)}${"ana@x.com ".repeat(20_000)}${"-".repeat(5000)}`;
  const cleaned = text.replace(new RegExp(toMentionPattern("ana@x.com"), "gi"), "[erased]");
  expect(cleaned).toBe(text.replaceAll("ana@x.com", "[erased]"));
});
