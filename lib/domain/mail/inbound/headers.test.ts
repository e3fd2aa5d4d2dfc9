import { expect, test } from "vitest";
import { MailHeaders, readAuthentication } from "./headers.ts";

const read = (...values: string[]) =>
  readAuthentication(
    new MailHeaders(values.map((value) => ({ key: "authentication-results", value }))),
    "mx.example.com",
  );

test.each([
  ["mx.example.com; dmarc=pass header.from=x.example", "pass"],
  [
    "mx.example.com;\r\n spf=pass smtp.mailfrom=x.example; DMARC = pass (p=none dis=none) header.from=x.example",
    "pass",
  ],
  ["mx.example.com; dkim=pass; dmarc=fail (p=reject) header.from=x.example", "fail"],
  ["mx.example.com; dmarc=none", "none"],
  ["mx.example.com; spf=pass", "none"],
  ["mx.example.com; none", "none"],
  ["evil.example; dmarc=pass", "none"],
])("%s: %s", (value, expected) => {
  expect(read(value)).toBe(expected);
});

test.each([
  [
    "a quoted address",
    'spf=pass smtp.mailfrom="x dmarc=pass y"@evil.example; dmarc=fail header.from=x.example',
    "fail",
  ],
  ["a quoted address with a semicolon", 'spf=pass smtp.mailfrom="x; dmarc=pass; "@evil.example; dmarc=none', "none"],
  ["a quoted sign", String.raw`spf=pass smtp.mailfrom="x\"; dmarc=pass; "@evil.example; dmarc=fail`, "fail"],
  ["a comment", "spf=pass (from x; dmarc=pass; y) smtp.mailfrom=evil.example; dmarc=fail", "fail"],
  ["a comment within a comment", "spf=pass (a (b) ; dmarc=pass ;) smtp.mailfrom=evil.example", "none"],
  ["the middle of a part", "spf=pass smtp.mailfrom=x dmarc=pass; dmarc=fail", "fail"],
  ["one of two results", "dmarc=pass; dmarc=temperror", "none"],
])("%s cannot say that the sender is confirmed", (_name, rest, expected) => {
  expect(read(`mx.example.com; ${rest}`)).toBe(expected);
});

test("the first field of our own server counts", () => {
  expect(read("other.example; dmarc=pass", "mx.example.com; dmarc=fail", "mx.example.com; dmarc=pass")).toBe("fail");
});
