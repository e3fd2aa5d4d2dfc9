import { expect, test } from "vitest";
import { formatReceiptCookie, formatReceiptQuery } from "./receipt.ts";

const receipt = "E-12.review.mi8x2k.abc_-1";

test("keeps a receipt for the whole site and seven days, and only on secure pages if there are any", () => {
  expect(formatReceiptCookie("evaluation", receipt, false)).toBe(
    `evaluation-receipt=${receipt}; Path=/; Max-Age=604800; SameSite=Lax`,
  );
  expect(formatReceiptCookie("contact", receipt, true)).toBe(
    `contact-receipt=${receipt}; Path=/; Max-Age=604800; SameSite=Lax; Secure`,
  );
});

test("writes a receipt into a URL unescaped", () => {
  expect(formatReceiptQuery(receipt)).toBe(`?receipt=${receipt}`);
});
