import { expect, test } from "vitest";
import { type Receipt, readReceipt, writeReceipt } from "./receipts.ts";

Object.assign(process.env, { AUTH_SECRET: "a secret of thirty-two characters or more" });

const sentAt = new Date("2026-11-21T08:00:00.123Z");
const days = (count: number, milliseconds = 0) => new Date(sentAt.getTime() + count * 86_400_000 + milliseconds);
const evaluation: Receipt = { kind: "evaluation", id: 12, route: "review", sentAt };
const inquiry: Receipt = { kind: "inquiry", id: 2_147_483_647, route: null, sentAt };

test.each([evaluation, inquiry])("writes a receipt of kind $kind that is read back unchanged", (receipt) => {
  const text = writeReceipt(receipt);
  expect(text).toMatch(/^[\w.-]+$/);
  expect(readReceipt(receipt.kind, sentAt, text)).toEqual(receipt);
  expect(readReceipt(receipt.kind === "inquiry" ? "evaluation" : "inquiry", sentAt, text)).toBeNull();
});

test("rejects forged and changed receipts", () => {
  const text = writeReceipt(evaluation);
  const read = (given: unknown) => readReceipt("evaluation", sentAt, given);
  for (let at = 0; at < text.length; at++) {
    const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    expect(read(changed), changed).toBeNull();
  }
  const others = [text.replace("E-12", "E-13"), text.replace("review", "qualified"), `${text}A`, text.slice(0, -1)];
  for (const other of [...others, "E-12.review.mi8x2k", "", "...", undefined, [text, text], { id: 12 }]) {
    expect(read(other)).toBeNull();
  }
});

test("accepts a receipt for seven days", () => {
  const text = writeReceipt(evaluation);
  expect(readReceipt("evaluation", days(7), text)).toEqual(evaluation);
  expect(readReceipt("evaluation", days(7, 1), text)).toBeNull();
});

test("uses the newest of several receipts, and ignores invalid ones", () => {
  const later = { ...evaluation, id: 13, sentAt: days(1) };
  const [first, second] = [writeReceipt(evaluation), writeReceipt(later)];
  expect(readReceipt("evaluation", days(2), first, second, "x")).toEqual(later);
  expect(readReceipt("evaluation", days(2), second, undefined, first)).toEqual(later);
});
