import { describe, expect, test } from "vitest";
import { blockReasonMax, listSenderBlocks, NewBlock, toSenderBlock } from "./block-list.ts";

const read = (type: string, value: string) => NewBlock.safeParse({ type, value }).data?.value;

describe("a new block", () => {
  test.each([
    ["address", " Ana@Example.COM ", "ana@example.com"],
    ["domain", "Example.com", "example.com"],
    ["domain", "@mail.example.com.", "mail.example.com"],
    ["domain", "bo\u0308rse.example", "b\u00f6rse.example"],
    ["agent", " ChatGPT ", "chatgpt"],
  ])("of a %s is stored in small letters: %j", (type, typed, stored) => {
    expect(read(type, typed)).toBe(stored);
  });

  test.each([
    ["address", "example.com"],
    ["address", "ana@example"],
    ["domain", "com"],
    ["domain", "ana@example.com"],
    ["domain", "exa mple.com"],
    ["domain", "https://example.com"],
    ["domain", "gmail.com"],
    ["domain", "Outlook.com"],
    ["domain", `${"a".repeat(250)}.com`],
    ["agent", "x"],
    ["agent", "x".repeat(121)],
    ["person", "Ana"],
  ])("is no %s: %j", (type, value) => {
    expect(read(type, value)).toBeUndefined();
  });

  test("may give a reason, of no more than its bound", () => {
    const parse = (reason: unknown) => NewBlock.safeParse({ type: "agent", value: "Bot", reason });
    expect(parse(" ").data).toEqual({ type: "agent", value: "bot" });
    expect(parse("x".repeat(blockReasonMax)).success).toBe(true);
    expect(parse("x".repeat(blockReasonMax + 1)).success).toBe(false);
  });
});

test("a sender falls under its address, its domain, those above, and its assistant's name", () => {
  expect(listSenderBlocks({ email: "Ana@a.Example.com", agentName: "Some Bot" })).toEqual([
    { type: "address", value: "ana@a.example.com" },
    { type: "domain", value: "a.example.com" },
    { type: "domain", value: "example.com" },
    { type: "agent", value: "some bot" },
  ]);
  expect(listSenderBlocks({ email: "ana@example.com", agentName: null })).toHaveLength(2);
});

test("with a submission one blocks its address or its own domain, and no domain that many people share", () => {
  expect(toSenderBlock("address", "Ana@a.Example.com")).toEqual({ type: "address", value: "ana@a.example.com" });
  expect(toSenderBlock("domain", "Ana@a.Example.com")).toEqual({ type: "domain", value: "a.example.com" });
  expect(toSenderBlock("domain", "ana@GMAIL.com")).toBeUndefined();
});
