import { expect, test } from "vitest";
import { MailHeaders, readAuthentication, readMailboxAddress } from "./received-mail.ts";

const readFor = (address: string, ...values: string[]) =>
  readAuthentication(new MailHeaders(values.map((value) => ({ key: "authentication-results", value }))), {
    address,
    server: "mx.example.com",
  });
const read = (...values: string[]) => readFor("ana@x.example", ...values);

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
])("reads the Authentication-Results field %s as %s", (value, expected) => {
  expect(read(value)).toBe(expected);
});

test.each([
  [
    "a quoted address",
    'spf=pass smtp.mailfrom="x dmarc=pass y"@evil.example; dmarc=fail header.from=x.example',
    "fail",
  ],
  ["a quoted address with a semicolon", 'spf=pass smtp.mailfrom="x; dmarc=pass; "@evil.example; dmarc=none', "none"],
  [
    "a quoted address with an escaped quotation mark",
    String.raw`spf=pass smtp.mailfrom="x\"; dmarc=pass; "@evil.example; dmarc=fail`,
    "fail",
  ],
  ["a comment", "spf=pass (from x; dmarc=pass; y) smtp.mailfrom=evil.example; dmarc=fail", "fail"],
  ["a comment within a comment", "spf=pass (a (b) ; dmarc=pass ;) smtp.mailfrom=evil.example", "none"],
  ["the middle of another result", "spf=pass smtp.mailfrom=x dmarc=pass; dmarc=fail", "fail"],
  ["only one of two DMARC results", "dmarc=pass; dmarc=temperror", "none"],
])("does not take dmarc=pass in %s as a confirmation of the sender", (_name, rest, expected) => {
  expect(read(`mx.example.com; ${rest}`)).toBe(expected);
});

test.each([
  ["ana@x.example", "header.from=X.Example", "pass"],
  ["ana@x.example", "header.from=ana@x.example", "pass"],
  ["ana@x.example", "(p=none) header.from=x.example policy.dmarc=none", "pass"],
  ["ana@b\u00fccher.example", "header.from=xn--bcher-kva.example", "pass"],
  ["ana@x.example", "header.from=evil.example", "none"],
  ["ana@x.example", "header.from=sub.x.example", "none"],
  ["ana@x.example", "header.from=evil.example header.from=x.example", "none"],
  ["ana@x.example", "(header.from=x.example)", "none"],
  ["ana@x.example", "smtp.mailfrom=x.example", "none"],
  ["", "header.from=", "none"],
])("confirms the sender %s only if DMARC passed for the sender's own domain: %s", (address, properties, expected) => {
  expect(readFor(address, `mx.example.com; dmarc=pass ${properties}`)).toBe(expected);
});

test.each([
  ["ana@x.example", "ana@x.example"],
  ["<ana@x.example>", "ana@x.example"],
  ["Ana Ruiz <ana@x.example>", "ana@x.example"],
  ['"Ruiz, Ana <a@b>" <ana@x.example>', "ana@x.example"],
  ["ana@x.example (Ana, of X)", "ana@x.example"],
  ["Ana (a@b.example) <ana@x.example> (X)", "ana@x.example"],
  ["a@b.example <ana@x.example>", ""],
  ["<a@b.example> <ana@x.example>", ""],
  ["<ana@x.example> a@b.example", ""],
  ["ana@x.example .evil.example", ""],
  ["ana@x.example, a@b.example", ""],
  ["Team: ana@x.example;", ""],
  ['"Ana <ana@x.example>', ""],
  ['<ana@x.example> "Ana', ""],
  [String.raw`ana@x.exampl\ee`, ""],
  ["Ana", ""],
])("reads the field %s as the single mailbox %j", (field, expected) => {
  expect(readMailboxAddress(field)).toBe(expected);
});

test("reads only the first Authentication-Results field of our own server", () => {
  expect(
    read("other.example; dmarc=pass", "mx.example.com; dmarc=fail", "mx.example.com; dmarc=pass header.from=x.example"),
  ).toBe("fail");
});
