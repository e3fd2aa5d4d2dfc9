import { expect, type Page } from "@playwright/test";
import { privacyNoticeVersion } from "../../lib/domain/submissions/core/promises.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { prizeDraws, storeNewEntry } from "../support/catalog.ts";
import { expectValues } from "../support/form-values.ts";
import { nightly } from "../support/nightly.ts";
import {
  buttons,
  escapeRegExp,
  expectErrors,
  expectInquirySent,
  expectNoError,
  fillFields,
  getLanguageLink,
  listInquiries,
  newInquiry,
  open,
  readStorage,
  replyTimes,
  test,
  texts,
  waitForScript,
} from "../support/site.ts";

async function expectReferenceNumber(page: Page, id: unknown): Promise<void> {
  await expect(page.getByRole("main").getByText(`Q-${id}`, { exact: true })).toBeVisible();
}

const locale = "es";
const t = texts[locale];

test("applies a suggested email address by keyboard, and restores it but no deleted text after a reload", async ({
  page,
}) => {
  await open(page, locale, "/contact");
  const address = page.locator("#email");
  await address.fill("lucia@gmial.com");
  await page.keyboard.press("Tab");
  const suggestion = page.getByRole("button", { name: t("form.didYouMean", { domain: "gmail.com" }) });
  await expect(suggestion).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(suggestion).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(address).toHaveValue("lucia@gmail.com");
  await expect(address).toBeFocused();
  await expect(suggestion).toHaveCount(0);
  await page.locator("#message").pressSequentially("Hola");
  for (let times = 0; times < 4; times += 1) await page.keyboard.press("Backspace");
  await page.reload();
  await waitForScript(page);
  await expect(address).toHaveValue("lucia@gmail.com");
  await expect(page.locator("#message")).toHaveValue("");
});

test("stores a question with its topic and the visit's source", async ({ page }) => {
  const query = "?topic=prize-draws&msclkid=m1&utm_medium=cpc";
  const landing_page = `/en/contact${query}`;
  await page.goto(landing_page);
  await waitForScript(page);
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await getLanguageLink(page, locale).click();
  await waitForScript(page);
  await expect(page).toHaveURL(getPathname({ href: "/contact", locale }) + query);
  await expectValues(page, inquiry);
  await expect(page.locator("form p").filter({ hasText: prizeDraws[locale] })).toBeVisible();
  await expect(page.getByText(t("contact.intro", { replyTime: replyTimes[locale] }))).toBeVisible();
  await buttons.sendInquiry(page, locale).click();
  await expectInquirySent(page, locale);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("contact.sentTitle"));
  await expect(page).toHaveTitle(new RegExp(`^${t("contact.sentTitle")} · `));
  await expect(page.getByRole("status")).toContainText(t("contact.sentText", { replyTime: replyTimes[locale] }));
  await expect(page.getByRole("definition").getByText(prizeDraws[locale], { exact: true })).toBeVisible();
  const rows = await listInquiries(inquiry.email ?? "");
  expect(rows).toEqual([
    expect.objectContaining({
      name: inquiry.name,
      text: inquiry.message,
      topic: "prize-draws",
      utm: { utm_medium: "cpc", msclkid: "m1" },
      landing_page,
      referrer: null,
      language: locale,
      channel: "web",
      honeypot_filled: null,
      source_page: getPathname({ href: "/contact", locale }),
      notice_version: privacyNoticeVersion,
      submission_key: expect.stringMatching(/^[\w-]{16,64}$/),
    }),
  ]);
  await expectReferenceNumber(page, rows[0]?.id);
  await page.reload();
  await expectReferenceNumber(page, rows[0]?.id);
  await getLanguageLink(page, "en").click();
  await expectInquirySent(page, "en");
  await expectReferenceNumber(page, rows[0]?.id);
  expect(await readStorage(page)).not.toContain(inquiry.email);
  await page.getByRole("link", { name: texts.en("contact.another") }).click();
  await waitForScript(page);
  await expect(page.getByText(`Q-${rows[0]?.id}`)).toBeVisible();
  for (const name of Object.keys(inquiry)) await expect(page.locator(`#${name}`)).toHaveValue("");
});

test("shows errors from the service at their fields, and can retry", async ({ page, tolerate }) => {
  tolerate(/status of (400|429|503)/);
  const answers: [status: number, headers: Record<string, string>][] = [
    [400, { "Invalid-Fields": "message=too_short, email=pattern" }],
    [400, {}],
    [429, { "Retry-After": "600" }],
    [503, {}],
  ];
  await page.route("**/api/leads/contact", (route) => {
    const [status, headers] = answers.shift() ?? [];
    return status ? route.fulfill({ status, headers, json: { error: "No." } }) : route.continue();
  });
  await open(page, "es", "/contact");
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, "es").click();
  await expect(page.locator("#error-summary")).toBeFocused();
  await expectErrors(page, "es", [
    ["email", texts.es("errors.pattern", { label: texts.es("fields.labels.email") })],
    ["message", texts.es("errors.too_short", { label: texts.es("fields.labels.message"), min: 10 })],
  ]);
  await fillFields(page, { email: "other@example.com", message: "Another question." });
  await fillFields(page, inquiry);
  await expectNoError(page);
  await buttons.sendInquiry(page, "es").click();
  const alert = page.getByRole("alert");
  await expect(alert.getByText(texts.es("errors.refused", { email: "hello@example.com" }))).toBeVisible();
  await buttons.sendInquiry(page, "es").click();
  await expect(alert.getByText(texts.es("errors.rate_limited", { minutes: 10 }))).toBeVisible();
  await buttons.retry(page, "es").click();
  await expect(alert.getByText(texts.es("errors.unavailable"))).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expectValues(page, inquiry);
  await buttons.retry(page, "es").click();
  await expectInquirySent(page, "es");
  expect(await listInquiries(inquiry.email ?? "")).toHaveLength(1);
});

test("stores a question once when it is retried after a network failure and a reload", async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await open(page, "en", "/contact");
  await expect(page.getByText(texts.en("form.draftKept"))).toBeVisible();
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await context.setOffline(true);
  await buttons.sendInquiry(page, "en").click();
  await expect(page.getByRole("alert").getByText(texts.en("errors.no_answer"))).toBeVisible();
  await context.setOffline(false);
  await page.route("**/api/leads/contact", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buttons.retry(page, "en").click();
  await expect.poll(async () => (await listInquiries(inquiry.email ?? "")).length).toBe(1);
  await expect(buttons.retry(page, "en")).toBeVisible();
  await page.unroute("**/api/leads/contact");
  await page.reload();
  await waitForScript(page);
  await expectValues(page, inquiry);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.locator("form").evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expectInquirySent(page, "en");
  expect(sent).toHaveLength(1);
  const rows = await listInquiries(inquiry.email ?? "");
  expect(rows).toHaveLength(1);
  await expectReferenceNumber(page, rows[0]?.id);
});

test("shows a question's length limits, and its length while the person types", nightly, async ({ page }) => {
  await open(page, "es", "/contact");
  const message = page.locator("#message");
  await expect(message).toHaveAccessibleDescription(
    new RegExp(escapeRegExp(texts.es("form.bounds", { min: 10, max: 4000 }))),
  );
  await message.pressSequentially("Hola");
  const count = (length: number) =>
    page.getByText(texts.es("form.count", { count: length, max: 4000 }), { exact: true });
  await expect(count(4).filter({ visible: true }).first()).toBeVisible();
  // Screen readers announce the length once the person stops typing.
  await expect(page.locator("form p[aria-live=polite]")).toHaveText(texts.es("form.count", { count: 4, max: 4000 }));
  await message.fill("🌋".repeat(4001));
  await expect(count(4001).first()).toHaveClass(/text-danger/);
  await message.fill("");
  await expect(count(0)).toHaveCount(0);
});

test("shows no topic that is not a published API", async ({ request }) => {
  const unpublished = await storeNewEntry({ published: false });
  const published = ["prize-draws", "prize-draws&topic=Prize"];
  for (const topic of [...published, "Prize", "%00", "x".repeat(41), unpublished.slug]) {
    const html = await (await request.get(`/en/contact?topic=${topic}`)).text();
    const isShown = html.includes(`>${texts.en("contact.removeTopic")}<`);
    expect([topic, isShown]).toEqual([topic, published.includes(topic)]);
  }
  const html = await (await request.get("/en/contact?topic=su-cuenta-sera-cerrada")).text();
  expect(html).not.toContain("cerrada");
});
