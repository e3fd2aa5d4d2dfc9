import { describe, expect, test } from "vitest";
import { listMailDomains } from "../../../domain/mail-address.ts";
import { spamReasons } from "../../../domain/submissions/core/events.ts";
import { dailySubmissionsMax, findSpamReasons, type SpamFacts } from "./judge-spam.ts";

const harmless: SpamFacts = {
  blocked: [],
  isHoneypotFilled: false,
  hasDisposableDomain: false,
  earlierCount: dailySubmissionsMax - 1,
};

describe("findSpamReasons", () => {
  test("finds no reason to treat a harmless submission as spam", () => {
    expect(findSpamReasons(harmless)).toEqual([]);
  });

  test.each([
    ["blocked_address", { blocked: ["address"] }],
    ["blocked_domain", { blocked: ["domain"] }],
    ["blocked_agent", { blocked: ["agent"] }],
    ["honeypot", { isHoneypotFilled: true }],
    ["disposable_domain", { hasDisposableDomain: true }],
    ["many_repeats", { earlierCount: dailySubmissionsMax }],
  ] as [string, Partial<SpamFacts>][])("finds %s as the only reason for spam", (reason, facts) => {
    expect(findSpamReasons({ ...harmless, ...facts })).toEqual([reason]);
  });

  test("lists each reason for spam once", () => {
    const facts = { isHoneypotFilled: true, hasDisposableDomain: true, earlierCount: 1_000 };
    expect(findSpamReasons({ ...facts, blocked: ["agent", "domain", "domain", "address"] })).toEqual([...spamReasons]);
  });
});

test.each([
  ["ana@example.com", ["example.com"]],
  ["Ana@Mail.Casa.EXAMPLE.com", ["mail.casa.example.com", "casa.example.com", "example.com"]],
  ["ana@example.com.", ["example.com"]],
  ["ana@b\u006f\u0308rse.example", ["xn--brse-5qa.example"]],
  ["ana@\u0392\u00d6RSE.example", ["xn--rse-rna316a.example"]],
  ["ana@XN--Brse-5qa.example", ["xn--brse-5qa.example"]],
  ["ana@mail.\uff45xample\uff0ecom", ["mail.example.com", "example.com"]],
  ["ana@\u00f6#b?c/d.example", ["\u00f6#b?c/d.example"]],
  ["ana@example", []],
])("lists the domains of the address %s without the top-level domain", (email, domains) => {
  expect(listMailDomains(email)).toEqual(domains);
});
