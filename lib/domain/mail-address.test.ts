import { expect, test } from "vitest";
import { foldDomain, suggestMailDomain } from "./mail-address.ts";

test.each([
  ["gmial.com", "gmail.com"],
  ["gamil.con", "gmail.com"],
  ["mgail.com", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["GMAIL.COMM", "gmail.com"],
  ["hotmial.com", "hotmail.com"],
  ["hotmal.es", "hotmail.es"],
  ["hormail.con", "hotmail.com"],
  ["otulook.com", "outlook.com"],
  ["outlok.es", "outlook.es"],
  ["yaho.com.mx", "yahoo.com.mx"],
  ["yahooo.com", "yahoo.com"],
  ["iclud.com", "icloud.com"],
  ["live.con.mx", "live.com.mx"],
  ["prodigi.net.mx", "prodigy.net.mx"],
])("for an address at %s, suggests %s", (domain, suggested) => {
  expect(suggestMailDomain(`lucia.mendez@${domain}`)).toBe(suggested);
});

test.each([
  ...["gmail.com", "hotmail.es", "live.com.mx", "yahoo.com.mx", "prodigy.net.mx", "mail.com", "ymail.com", "email.com"],
  ...["grail.com", "cloud.com", "olive.com", "line.com.mx", "life.com.mx", "love.com", "gmail.mx", "hotmail.de", "com"],
  ...["cafevolcan.com.mx", "grupobimbo.com", "yahoo.co.jp", "gmailers.com", "outdoor.com", "hotel.com", "example.com"],
  ...["hotmail.se", "yahoo.se", "hotmail.rs", "yahoo.com.my", "live.com.my", "yazoo.com", "incloud.com"],
  ...["", "gmail", "x".repeat(300)],
])("suggests no correction for an address at %s", (domain) => {
  expect(suggestMailDomain(`lucia@${domain}`)).toBeUndefined();
});

test("suggests nothing for a text without an address", () => {
  expect(suggestMailDomain("gmial.com")).toBeUndefined();
});

test("folds a domain with very many dots before the test runs out of time", () => {
  const domain = `${".".repeat(300_000)}example`;
  expect(foldDomain(`${domain}..`)).toBe(domain);
});
