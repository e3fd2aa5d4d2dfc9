import { expect, type Page } from "@playwright/test";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import {
  buttons,
  expectInquirySent,
  expectVerdict,
  fillEvaluation,
  fillFields,
  listEvaluations,
  listInquiries,
  newInquiry,
  open,
  readStorage,
  test,
} from "../support/site.ts";

const referrer = "https://search.example/results?q=promos";

/** Arrives at the site from another site, like a click on an advertisement. */
async function arriveFromOtherSite(page: Page, query: string, href: Href = "/", referer = referrer): Promise<string> {
  const landingPage = `${getPathname({ href, locale: "en" })}${query}`;
  await page.goto(landingPage, { referer });
  await expect.poll(() => readStorage(page)).toContain("first-touch");
  return landingPage;
}

async function sendInquiry(page: Page): Promise<Record<string, unknown> | undefined> {
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, "en").click();
  await expectInquirySent(page, "en");
  return (await listInquiries(inquiry.email ?? ""))[0];
}

async function openAndSendInquiry(page: Page): Promise<Record<string, unknown> | undefined> {
  await open(page, "en", "/contact");
  return sendInquiry(page);
}

test("sends the first visit's source with either form, and ignores later visits", async ({ page, context }) => {
  const landing_page = await arriveFromOtherSite(page, "?utm_source=news&utm_campaign=q3&gclid=g1&color=red", "/");
  await page.goto("/en/contact?utm_source=later&fbclid=f1", { referer: "https://other.example/" });
  const first = { utm: { utm_source: "news", utm_campaign: "q3", gclid: "g1" }, landing_page, referrer };
  expect(await openAndSendInquiry(page)).toMatchObject(first);
  const next = await context.newPage();
  await open(next, "en", "/evaluation", "?utm_source=third");
  const { email = "" } = await fillEvaluation(next, "en");
  await buttons.send(next, "en").click();
  await expectVerdict(next, "en");
  expect(await listEvaluations(email)).toMatchObject([first]);
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

test("stores and sends no visit's source if the browser sets Global Privacy Control, and deletes a stored one", async ({
  page,
  context,
}) => {
  await arriveFromOtherSite(page, "?utm_source=before");
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true, configurable: true }),
  );
  const next = await context.newPage();
  await next.goto("/en?utm_source=after", { referer: referrer });
  await open(next, "en", "/contact", "?utm_source=after");
  await expect.poll(() => readStorage(next)).not.toContain("first-touch");
  expect(await sendInquiry(next)).toMatchObject({ utm: null, landing_page: null, referrer: null });
  expect(await readStorage(next)).toBe("{}");
});
