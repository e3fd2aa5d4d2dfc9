/** The order matters: each browser also names those it descends from. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a person calls the device that a User-Agent header speaks of, as far as it is known. */
export function deviceOf(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const nameIn = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
