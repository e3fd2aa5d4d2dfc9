import { expect, test } from "vitest";
import { formatReceiptCookie, formatReceiptQuery } from "./receipt.ts";

const receipt = "E-12.review.mi8x2k.abc_-1";

test("sets the receipt cookie for seven days, and makes it Secure only on HTTPS", () => {
  expect(formatReceiptCookie("evaluation", receipt, false)).toBe(
    `evaluation-receipt=${receipt}; Path=/; Max-Age=604800; SameSite=Lax`,
  );
  expect(formatReceiptCookie("contact", receipt, true)).toBe(
    `contact-receipt=${receipt}; Path=/; Max-Age=604800; SameSite=Lax; Secure`,
  );
});

test("adds a receipt to a URL without escaping it", () => {
  expect(formatReceiptQuery(receipt)).toBe(`?receipt=${receipt}`);
});
