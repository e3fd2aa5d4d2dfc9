import { expect, type Page } from "@playwright/test";
import {
  buttons,
  expectInquirySent,
  expectVerdict,
  fillFields,
  listEvaluations,
  listInquiries,
  newInquiry,
  open,
  openCheckStep,
  readStorage,
  test,
} from "../support/site.ts";

const referrer = "https://search.example/results?q=promos";

/** Arrives at the site from another site, like a click on an advertisement. */
async function arriveFromOtherSite(page: Page, landingPage: string): Promise<void> {
  await page.goto(landingPage, { referer: referrer });
  await expect.poll(() => readStorage(page)).toContain("first-touch");
}

async function openAndSendInquiry(page: Page, query = ""): Promise<Record<string, unknown> | undefined> {
  await open(page, "en", "/contact", query);
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, "en").click();
  await expectInquirySent(page, "en");
  return (await listInquiries(inquiry.email ?? ""))[0];
}

test("sends the first visit's source with either form, and ignores later visits", async ({ page, context }) => {
  const landing_page = "/en?utm_source=news&utm_campaign=q3&gclid=g1&color=red";
  await arriveFromOtherSite(page, landing_page);
  await page.goto("/en/contact?utm_source=later&fbclid=f1", { referer: "https://other.example/" });
  const first = { utm: { utm_source: "news", utm_campaign: "q3", gclid: "g1" }, landing_page, referrer };
  expect(await openAndSendInquiry(page)).toMatchObject(first);
  const next = await context.newPage();
  const { email = "" } = await openCheckStep(next, "en");
  await buttons.send(next, "en").click();
  await expectVerdict(next, "en");
  expect(await listEvaluations(email)).toMatchObject([first]);
});

test("stores no visit's source if the browser sets Global Privacy Control", async ({ page, context }) => {
  await arriveFromOtherSite(page, "/en?utm_source=before");
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true, configurable: true }),
  );
  const next = await context.newPage();
  await next.goto("/en?utm_source=after", { referer: referrer });
  await expect.poll(() => readStorage(next)).not.toContain("first-touch");
  expect(await openAndSendInquiry(next, "?utm_source=after")).toMatchObject({
    utm: null,
    landing_page: null,
    referrer: null,
  });
  expect(await readStorage(next)).toBe("{}");
});
