import { expect, type Page, type Request } from "@playwright/test";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { parseHandOff } from "../../lib/domain/submissions/intake/hand-off.ts";
import type { SiteForm } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { firstByDay } from "../support/nightly.ts";
import { type Locale, test } from "../support/site.ts";

/** A word in every value, in place of personal data, to detect leaks. */
const mark = "Zacualpa";
/** Number of links to open per form: each hostile, malformed and foreign value once. HAND_OFF_LINKS opens more. */
const linksPerForm = Number(process.env.HAND_OFF_LINKS ?? 10);

/** Hostile values for the links' fragments. */
const hostile = [
  `<script>window.isRun = true</script>${mark}`,
  `"><img src=x onerror="window.isRun = true">${mark}`,
  `javascript:window.isRun=true//${mark}`,
  `\${window.isRun = true} {{${mark}}}`,
  `\u202e${mark}`,
  `${mark}\u200f`,
  `\u0000${mark}`,
  `${mark}\u{e0041}`,
  mark.repeat(5_000),
  "",
];

/** Fragments that no encoder writes, with malformed escapes or without names. */
const malformed = [`name=%E0%A4%A${mark}`, `%=${mark}`, `name=%ZZ${mark}`, `email=${mark}%`, `=${mark}&&&==`];

const foreign = [
  `__proto__=${mark}&constructor=${mark}&website=${mark}`,
  `channel=ai_agent&userConsent=true&answers=${mark}`,
  `name=${mark}&name=Ana`,
  `step-check=${mark}`,
];

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Makes a link with a mix of valid, malformed, unknown and hostile values, which is the same in every run. */
function makeLink(at: number): { query: string; fragment: string } {
  const answers = questions
    .filter((_, place) => (at + place) % 3)
    .map(({ key, options }, place) => [key, pick([...options, "<b>", "2", ""], at + place)]);
  const text = pick(hostile, at);
  const typed = {
    name: at % 2 ? `${mark} ${at}` : text,
    email: at % 3 ? `${mark}.${at}@example.com` : text,
    company: pick(hostile, at + 3),
    projectDescription: `${text} ${mark} ${"x".repeat(at)}`,
    message: `${pick(hostile, at + 5)} ${mark}\n${"y".repeat(at)}`,
  };
  // Keep the query short, because the server would refuse a request with a query of 16 kB.
  const assistant = pick(["ChatGPT", ...hostile], at).slice(0, 1_000);
  const query = new URLSearchParams([...answers, ["assistant", assistant]]);
  const extra = [...malformed, ...foreign, ""];
  return { query: `?${query}`, fragment: `#${new URLSearchParams(typed)}&${pick(extra, at)}` };
}

/** Reads the values that the form would send, including the answers. */
function readFormValues(page: Page, form: SiteForm): Promise<Record<string, string>> {
  return page.evaluate((id) => {
    const data = new FormData(document.getElementById(id) as HTMLFormElement);
    const given = [...data].filter(([name, value]) => value !== "" && name !== "noticeVersion");
    return Object.fromEntries(given.map(([name, value]) => [name, String(value).replaceAll("\r\n", "\n")]));
  }, form);
}

function isLeakingRequest(request: Request): boolean {
  const text = [request.url().split("#")[0], JSON.stringify(request.headers()), request.postData()].join(" ");
  return request.method() !== "GET" || text.includes(`${mark}.`) || text.includes(`${mark}+`);
}

async function openAllLinks(page: Page, locale: Locale, form: SiteForm): Promise<number> {
  const leaks: string[] = [];
  page.on("request", (request) => isLeakingRequest(request) && leaks.push(`${request.method()} ${request.url()}`));
  await page.addInitScript(() => localStorage.clear());
  const path = getPathname({ href: `/${form}`, locale });
  let filled = 0;
  for (let at = 0; at < linksPerForm; at++) {
    const { query, fragment } = makeLink(at);
    const expected = parseHandOff(form, query, fragment);
    await page.goto(path + query + fragment, { waitUntil: "commit" });
    await page.locator("form[novalidate]").waitFor({ timeout: 10_000 });
    expect(await readFormValues(page, form), `link ${at}`).toEqual(expected?.values ?? {});
    expect(await page.locator("#hand-off").count(), `link ${at}`).toBe(expected ? 1 : 0);
    if (expected?.assistant) await expect(page.locator("#hand-off bdi")).toHaveText(expected.assistant);
    const { href, isRun } = await page.evaluate(() => ({ href: window.location.href, isRun: "isRun" in window }));
    expect({ isRun, isClean: !href.includes(mark) && !href.includes("?") }).toEqual({ isRun: false, isClean: true });
    if (expected) filled++;
  }
  expect(leaks).toEqual([]);
  return filled;
}

/** One language per form is enough, because the accepted values do not depend on the language. */
for (const [form, locale] of firstByDay([
  ["evaluation", "es"],
  ["contact", "en"],
] as const)) {
  test(`fills in only valid values from ${linksPerForm} links to the ${form} form, and runs and sends nothing`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + linksPerForm * 1_000);
    expect(await openAllLinks(page, locale, form)).toBeGreaterThan(linksPerForm / 2);
  });
}
