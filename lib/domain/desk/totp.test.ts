import { expect, test } from "vitest";
import { encodeBase32, totpUri } from "./totp.ts";

test("base32 is that of RFC 4648, without padding", () => {
  const vectors = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(encodeBase32);
  expect(vectors).toEqual(["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]);
});

test("a name with spaces and signs comes through the app's address whole", () => {
  const uri = new URL(totpUri({ issuer: "Café & Co: x", account: "a+b@example.com", secret: "MZXW6" }));
  expect(decodeURIComponent(uri.pathname)).toBe("/Café & Co: x:a+b@example.com");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: "MZXW6",
    issuer: "Café & Co: x",
    digits: "6",
    period: "30",
  });
});
