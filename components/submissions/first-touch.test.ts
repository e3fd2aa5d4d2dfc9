import { afterEach, expect, test, vi } from "vitest";
import { dayMilliseconds } from "../../lib/domain/durations.ts";
import { visitKeys } from "../../lib/domain/submissions/intake/privacy-notice.ts";
import { readFirstTouch } from "./first-touch.tsx";

afterEach(() => vi.unstubAllGlobals());

const touch = { utm: { utm_source: "news" }, landingPage: "/en?utm_source=news", referrer: "https://example.org/" };
const page = "https://example.com/en?utm_source=news";

test.each([
  ["a URL and its referrer", { visit: [page, touch.referrer] }, touch],
  ["what 0.3.0 has read from a URL", { touch }, touch],
  ["a visit of 91 days ago", { touch, at: Date.now() - 91 * dayMilliseconds }, {}],
  ["no URL", { visit: ["-"] }, {}],
])("reads how the first visit began from %s", (_what, stored, expected) => {
  const text = JSON.stringify({ at: Date.now(), ...stored });
  vi.stubGlobal("localStorage", { getItem: (key: string) => (key === visitKeys.visit ? text : null) });
  vi.stubGlobal("navigator", {});
  expect(readFirstTouch()).toEqual(expected);
});
