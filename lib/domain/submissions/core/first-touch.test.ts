import { describe, expect, test } from "vitest";
import { toFirstTouch } from "./first-touch.ts";
import { ContactInput, contactFields } from "./schema.ts";
import { accepted, validContact } from "./valid-input.fixture.ts";

const origin = "https://encaje.example";
const readUtm = (query: string) => toFirstTouch(new URL(`/en?${query}`, origin), "").utm;
const readReferrer = (referrer: string) => toFirstTouch(new URL("/en", origin), referrer).referrer;
const makeParameters = (count: number, prefix = "utm_") =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}=${at}`).join("&");

describe("the stored parameters of a first visit", () => {
  test("keeps only utm_* parameters and click ids of advertising networks", () => {
    const query = "utm_source=a&q=b&gclid=c&email=juana@example.com&UTM_MEDIUM=d&fbclid=e&li_fat_id=f&utm=g";
    expect(readUtm(query)).toEqual({ utm_source: "a", gclid: "c", fbclid: "e", li_fat_id: "f" });
    expect(readUtm("q=1")).toBeUndefined();
    expect(readUtm("")).toBeUndefined();
  });

  test.each(["gclid", "gbraid", "wbraid", "fbclid", "msclkid", "ttclid", "li_fat_id", "twclid"])(
    "keeps the click id %s",
    (name) => {
      expect(readUtm(`${name}=x`)).toEqual({ [name]: "x" });
    },
  );

  test("keeps at most 12 parameters, utm_* before click ids", () => {
    expect(Object.keys(readUtm(makeParameters(12)) ?? {})).toHaveLength(12);
    expect(Object.keys(readUtm(makeParameters(13)) ?? {})).toEqual(Array.from({ length: 12 }, (_, at) => `utm_${at}`));
    const kept = Object.keys(readUtm(`gclid=1&fbclid=2&${makeParameters(11)}`) ?? {});
    expect(kept).toEqual([...Array.from({ length: 11 }, (_, at) => `utm_${at}`), "gclid"]);
  });

  test("uses the first non-empty value of a repeated parameter", () => {
    expect(readUtm("utm_source=a&utm_source=b")).toEqual({ utm_source: "a" });
    expect(readUtm(`utm_a=&utm_b=%20&utm_c=%00&${makeParameters(12)}`)).toEqual(readUtm(makeParameters(12)));
  });

  test("cuts parameters to 500 code points without splitting a character", () => {
    for (const [text, cut] of [
      ["x".repeat(500), "x".repeat(500)],
      ["x".repeat(501), "x".repeat(500)],
      ["🌋".repeat(500), "🌋".repeat(500)],
      ["🌋".repeat(501), "🌋".repeat(500)],
      [`${"x".repeat(499)}🌋🌋`, `${"x".repeat(499)}🌋`],
    ] as const) {
      expect(readUtm(`utm_source=${encodeURIComponent(text)}`)).toEqual({ utm_source: cut });
    }
  });

  test("removes NULs and halves of surrogate pairs from parameters", () => {
    expect(readUtm("utm_%00a=b%00c&utm_d=%ED%A0%80")).toEqual({
      utm_a: "bc",
      utm_d: expect.not.stringMatching("\ud800"),
    });
    const url = new URL("/en", origin);
    url.searchParams.set("utm_\ud800", "\udfff");
    expect(
      Object.entries(toFirstTouch(url, "").utm ?? {})
        .flat()
        .join("")
        .isWellFormed(),
    ).toBe(true);
  });

  test("keeps parameters named like prototype properties", () => {
    expect(readUtm("__proto__=x&constructor=y")).toBeUndefined();
    const utm = readUtm("utm___proto__=a&utm_constructor=b&__proto__=c") ?? {};
    expect(Object.entries(utm)).toEqual([
      ["utm___proto__", "a"],
      ["utm_constructor", "b"],
    ]);
    expect(Object.getPrototypeOf(utm)).toBe(Object.prototype);
  });
});

describe("the landing page", () => {
  const readLanding = (address: string) => toFirstTouch(new URL(address, origin), "").landingPage;

  test("keeps only path and query of the landing page", () => {
    expect(readLanding("/en/catalog?search=a&utm_source=b#top")).toBe("/en/catalog?search=a&utm_source=b");
    expect(readLanding("/")).toBe("/");
  });

  test("cuts the landing page to 2048 characters", () => {
    for (const length of [2047, 2048, 2049, 20_000]) {
      const address = `/${"x".repeat(length - 1)}`;
      expect(readLanding(address)).toBe(address.slice(0, 2048));
    }
  });
});

describe("the referrer", () => {
  test("keeps a referrer only if it is from another site", () => {
    expect(readReferrer("https://search.example/?q=a")).toBe("https://search.example/?q=a");
    expect(readReferrer("android-app://com.example.mail/")).toBe("android-app://com.example.mail/");
    expect(readReferrer("https://encaje.example.evil.example/")).toBe("https://encaje.example.evil.example/");
    expect(readReferrer("http://encaje.example/")).toBe("http://encaje.example/");
    expect(readReferrer("not an address")).toBe("not an address");
    for (const own of ["", `${origin}/`, `${origin}/es?x=1`, "https://ENCAJE.example:443/"]) {
      expect(readReferrer(own)).toBeUndefined();
    }
  });

  test("cuts a referrer to 2048 code points, all of which can be stored", () => {
    expect(readReferrer("x".repeat(2048))).toBe("x".repeat(2048));
    expect(readReferrer("x".repeat(2049))).toBe("x".repeat(2048));
    expect(readReferrer("🌋".repeat(2049))).toBe("🌋".repeat(2048));
    expect(readReferrer("a\0b\ud800c\udfff")).toBe("ab\ufffdc\ufffd");
  });
});

test("turns any URL and referrer into a first touch that the input schema accepts", () => {
  const hostile = [
    makeParameters(40),
    `utm_source=${"🌋".repeat(3000)}&gclid=${"%00".repeat(700)}x`,
    "utm_source=%FF%FE&utm___proto__=%ED%BF%BF",
    `utm_${"n".repeat(3000)}=1&utm_%00=2`,
    "utm_a=%20%20a%20",
  ];
  for (const query of hostile) {
    const touch = toFirstTouch(new URL(`/en?${query}`, origin), `https://x.example/${"🌋".repeat(5000)}\ud800`);
    expect(accepted(ContactInput, validContact(touch))).toMatchObject({ landingPage: touch.landingPage });
    expect(contactFields.utm.safeParse(touch.utm).data).toEqual(touch.utm);
  }
});

test("removes the receipt and a link's secret token from the landing page", () => {
  const readLandingPage = (search: string) =>
    toFirstTouch(new URL(`https://site.example/en/contact/sent${search}`), "").landingPage;
  expect(readLandingPage("?receipt=E-7.review.a.b")).toBe("/en/contact/sent");
  expect(readLandingPage("?utm_source=a%20b&receipt=7&x=1")).toBe("/en/contact/sent?utm_source=a+b&x=1");
  expect(readLandingPage("?token=secret")).toBe("/en/contact/sent");
  expect(readLandingPage("?token=secret&utm_source=a&receipt=7&token=other")).toBe("/en/contact/sent?utm_source=a");
  expect(readLandingPage("?utm_source=a%20b&x=1")).toBe("/en/contact/sent?utm_source=a%20b&x=1");
});
