import { describe, expect, test } from "vitest";
import { blockReasonMax, listSenderKeys, NewBlock, toBlockKey, toSenderBlock } from "./block-list.ts";

const read = (type: string, value: string) => NewBlock.safeParse({ type, value }).data?.value;

describe("a new block", () => {
  test.each([
    ["address", " Ana@Example.COM ", "ana@example.com"],
    ["domain", "Example.com", "example.com"],
    ["domain", "@mail.example.com.", "mail.example.com"],
    ["domain", "bo\u0308rse.example", "b\u00f6rse.example"],
    ["agent", " ChatGPT ", "chatgpt"],
  ])("stores a blocked %s in lower case: %j", (type, typed, stored) => {
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
    ["domain", "\uff47mail.com"],
    ["domain", "com.mx"],
    ["domain", `${"a".repeat(250)}.com`],
    ["agent", "x"],
    ["agent", "x".repeat(121)],
    ["person", "Ana"],
  ])("rejects an invalid block of the type %s: %j", (type, value) => {
    expect(read(type, value)).toBeUndefined();
  });

  test("accepts a reason up to its maximum length", () => {
    const parse = (reason: unknown) => NewBlock.safeParse({ type: "agent", value: "Bot", reason });
    expect(parse(" ").data).toEqual({ type: "agent", value: "bot" });
    expect(parse("x".repeat(blockReasonMax)).success).toBe(true);
    expect(parse("x".repeat(blockReasonMax + 1)).success).toBe(false);
  });
});

test("matches a sender by address, domain, parent domains and assistant's name", () => {
  expect(listSenderKeys({ email: "Ana@a.Example.com", agentName: "Some Bot" })).toEqual([
    "address ana@a.example.com",
    "domain a.example.com",
    "domain example.com",
    "agent somebot",
  ]);
  expect(listSenderKeys({ email: "ana@example.com", agentName: null })).toHaveLength(2);
});

describe("the match of blocks and senders", () => {
  test.each([
    ["address", "ana@example.com", "Ana+offers@Example.com"],
    ["address", "ana+one@example.com", "ana+two@example.com"],
    ["address", "ana@example.com", "ana@example.com."],
    ["address", "ana@b\u00f6rse.example", "ana@xn--brse-5qa.example"],
    ["domain", "b\u00f6rse.example", "ana@mail.XN--BRSE-5QA.example"],
    ["domain", "xn--brse-5qa.example", "ana@bo\u0308rse.example."],
  ] as const)("matches the blocked %s %s with the sender %s", (type, value, email) => {
    expect(listSenderKeys({ email, agentName: null })).toContain(toBlockKey({ type, value }));
  });

  test.each(["some bot", "Some  Bot ", "SomeBot", "So\u200bme\u00a0Bot", "\uff33ome Bot"])(
    "matches the blocked agent Some Bot with the spelling %j",
    (agentName) => {
      const keys = listSenderKeys({ email: "ana@example.com", agentName });
      expect(keys).toContain(toBlockKey({ type: "agent", value: "Some Bot" }));
    },
  );

  test.each([
    ["address", "ana@example.com", "+ana@example.com"],
    ["address", "+a@example.com", "+b@example.com"],
    ["address", "ana@example.com", "ana@mail.example.com"],
    ["domain", "example.com", "ana@example.com.test"],
    ["domain", "example.com", "ana@ex\u0430mple.com"],
  ] as const)("does not match the blocked %s %s with the sender %s", (type, value, email) => {
    expect(listSenderKeys({ email, agentName: null })).not.toContain(toBlockKey({ type, value }));
  });
});

test("offers to block a sender's domain unless many people share it", () => {
  expect(toSenderBlock("address", "Ana@a.Example.com")).toEqual({ type: "address", value: "ana@a.example.com" });
  expect(toSenderBlock("domain", "Ana@a.Example.com")).toEqual({ type: "domain", value: "a.example.com" });
  expect(toSenderBlock("domain", "ana@GMAIL.com")).toBeUndefined();
  expect(toSenderBlock("domain", "ana@gmail.com.")).toBeUndefined();
  expect(toSenderBlock("domain", "ana@B\u00f6rse.example.")).toEqual({ type: "domain", value: "b\u00f6rse.example" });
});
