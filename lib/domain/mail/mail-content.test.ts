import { expect, test } from "vitest";
import { toSafeUrl } from "./mail-content.ts";

test.each([
  ["https://encaje.example/a?b=c&d", "https://encaje.example/a?b=c&d"],
  ["http://localhost:3000/consent/x", "http://localhost:3000/consent/x"],
  ["mailto:hello@example.com", "mailto:hello@example.com"],
  ["tel:+525512345678", "tel:+525512345678"],
  ['https://x.example/"><script>', "https://x.example/%22%3E%3Cscript%3E"],
])("accepts %j as a link", (url, link) => {
  expect(toSafeUrl(url)).toBe(link);
});

test.each([
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "sms:123",
  "/a",
  "",
])("rejects %j as a link", (url) => {
  expect(toSafeUrl(url)).toBeNull();
});
