import { expect, test } from "vitest";
import { parseUserAgent, SecondFactorInput } from "./sign-in.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const agents: [userAgent: string, browser: string | undefined, system: string | undefined][] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge",
    "Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  ["curl/8.5.0", undefined, undefined],
  ["", undefined, undefined],
];

test("names browser and operating system from the user agent", () => {
  expect(agents.map(([userAgent]) => parseUserAgent(userAgent))).toEqual(
    agents.map(([, browser, system]) => ({ browser, system })),
  );
});

test.each([
  ["123 456", "123456"],
  ["aB3dE-fG7hI", "aB3dE-fG7hI"],
  [" aB3dE fG7hI ", "aB3dE-fG7hI"],
  ["12345678-90", undefined],
  ["12345", undefined],
])("reads the code %s of a second factor as %s", (typed, code) => {
  expect(SecondFactorInput.safeParse({ code: typed }).data?.code).toBe(code);
});
