import { type BrowserContext, expect, type Page } from "@playwright/test";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import {
  buttons,
  expectInquirySent,
  expectVerdict,
  fill,
  fillEvaluation,
  listEvaluations,
  listInquiries,
  newInquiry,
  open,
  readStorage,
  test,
} from "../support/site.ts";

const day = 24 * 60 * 60 * 1000;
const referrer = "https://search.example/results?q=promos";

/** Arrives at the site from another site, like a click on an advertisement. */
async function arrive(page: Page, query: string, href: Href = "/", referer = referrer): Promise<string> {
  const landingPage = `${getPathname({ href, locale: "en" })}${query}`;
  await page.goto(landingPage, { referer });
  await expect.poll(() => readStorage(page)).toContain("first-touch");
  return landingPage;
}

async function sendInquiry(page: Page): Promise<Record<string, unknown> | undefined> {
  const inquiry = newInquiry();
  await fill(page, inquiry);
  await buttons.sendInquiry(page, "en").click();
  await expectInquirySent(page, "en");
  return (await listInquiries(inquiry.email ?? ""))[0];
}

async function openAndSendInquiry(page: Page): Promise<Record<string, unknown> | undefined> {
  await open(page, "en", "/contact");
  return sendInquiry(page);
}

async function newTab(context: BrowserContext): Promise<Page> {
  return context.newPage();
}

test("sends the first visit's source with either form, and ignores later visits", async ({ page, context }) => {
  const landing_page = await arrive(page, "?utm_source=news&utm_campaign=q3&gclid=g1&color=red", "/");
  await page.goto("/en/contact?utm_source=later&fbclid=f1", { referer: "https://other.example/" });
  const first = { utm: { utm_source: "news", utm_campaign: "q3", gclid: "g1" }, landing_page, referrer };
  expect(await openAndSendInquiry(page)).toMatchObject(first);
  const next = await newTab(context);
  await open(next, "en", "/evaluation", "?utm_source=third");
  const { email = "" } = await fillEvaluation(next, "en");
  await buttons.send(next, "en").click();
  await expectVerdict(next, "en");
  expect(await listEvaluations(email)).toMatchObject([first]);
});

test("also records a first visit to a page without React", async ({ page }) => {
  const landing_page = await arrive(page, "?utm_source=docs", "/developers");
  await page.goto("/en?utm_source=later");
  expect(await openAndSendInquiry(page)).toMatchObject({ utm: { utm_source: "docs" }, landing_page, referrer });
});

test("sends the source of a first visit that begins on the form itself and has no referrer", async ({ page }) => {
  await open(page, "en", "/contact", "?topic=prize-draws&msclkid=m1&utm_medium=cpc");
  expect(await sendInquiry(page)).toMatchObject({
    utm: { utm_medium: "cpc", msclkid: "m1" },
    landing_page: "/en/contact?topic=prize-draws&msclkid=m1&utm_medium=cpc",
    referrer: null,
    topic: "prize-draws",
  });
});

test("keeps a visit's first page as the landing page, and never sends our own pages as the referrer", async ({
  page,
}) => {
  await page.goto("/en");
  await expect.poll(() => readStorage(page)).toContain("first-touch");
  await page.getByRole("navigation").first().getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/en/contact");
  expect(await openAndSendInquiry(page)).toMatchObject({ utm: null, landing_page: "/en", referrer: null });
});

test("cuts a first visit's long or numerous values to the limits, so that they can be sent", async ({ page }) => {
  const many = Array.from({ length: 13 }, (_, at) => `utm_${at}=${at === 0 ? "x".repeat(501) : at}`).join("&");
  await arrive(page, `?gclid=g1&${many}&pad=${"y".repeat(2048)}`, "/", `https://search.example/${"z".repeat(2100)}`);
  const row = await openAndSendInquiry(page);
  const utm = row?.utm as Record<string, string>;
  expect(Object.keys(utm)).toHaveLength(12);
  expect(utm.utm_0).toBe("x".repeat(500));
  expect(String(row?.landing_page)).toHaveLength(2048);
  expect(String(row?.referrer).length).toBeLessThanOrEqual(2048);
});

test("keeps the source of the first visit for 90 days, then replaces it with the next visit's", async ({
  page,
  context,
}) => {
  await arrive(page, "?utm_source=old");
  await context.clock.setFixedTime(Date.now() + 90 * day - 60_000);
  expect(await openAndSendInquiry(page)).toMatchObject({ utm: { utm_source: "old" } });
  // Leave the page first, because its script would read the changed clock, too.
  await page.goto("/api/healthz");
  await context.clock.setFixedTime(Date.now() + 90 * day + 60_000);
  await page.goto("/en?utm_source=new");
  await expect.poll(() => readStorage(page)).toContain("new");
  expect(await openAndSendInquiry(page)).toMatchObject({
    utm: { utm_source: "new" },
    landing_page: "/en?utm_source=new",
  });
});

for (const [signal, property, value] of [
  ["Global Privacy Control", "globalPrivacyControl", true],
  ["Do Not Track", "doNotTrack", "1"],
] as const) {
  test(`stores and sends no visit's source if the browser sets ${signal}, and deletes a stored one`, async ({
    page,
    context,
  }) => {
    await arrive(page, "?utm_source=before");
    await context.addInitScript(
      ([name, given]) => Object.defineProperty(Navigator.prototype, name, { get: () => given, configurable: true }),
      [property, value] as const,
    );
    const next = await newTab(context);
    await next.goto("/en?utm_source=after", { referer: referrer });
    await open(next, "en", "/contact", "?utm_source=after");
    await expect.poll(() => readStorage(next)).not.toContain("first-touch");
    expect(await sendInquiry(next)).toMatchObject({ utm: null, landing_page: null, referrer: null });
    expect(await readStorage(next)).toBe("{}");
  });
}
