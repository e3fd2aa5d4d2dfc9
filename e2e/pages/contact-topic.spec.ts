import { expect, type Page } from "@playwright/test";
import { prizeDraws, storeNewEntry } from "../support/catalog.ts";
import { storeEntry } from "../support/entries.ts";
import { expectValues } from "../support/form-values.ts";
import { nightly } from "../support/nightly.ts";
import {
  buttons,
  expectInquirySent,
  fillFields,
  getLanguageLink,
  type Locale,
  listInquiries,
  newInquiry,
  open,
  replyTimes,
  test,
  texts,
  waitForScript,
} from "../support/site.ts";
import { randomWord } from "../support/test.ts";

const getTopicNote = (page: Page, locale: Locale, title: string) =>
  page.locator("form p").filter({ hasText: `${texts[locale]("contact.topic")} ${title}` });
const getRemoveLink = (page: Page, locale: Locale) =>
  page.getByRole("link", { name: texts[locale]("contact.removeTopic") });

test("removes a topic from the contact form and the URL, and sends the question without it", async ({ page }) => {
  await open(page, "en", "/contact", "?topic=prize-draws&utm_source=x");
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await getRemoveLink(page, "en").click();
  await expect(getTopicNote(page, "en", prizeDraws.en)).toHaveCount(0);
  await expect(page.getByText(texts.en("contact.intro", { replyTime: replyTimes.en }))).toBeVisible();
  await expect(page.locator("#name")).toBeFocused();
  expect(new URL(page.url()).search).toBe("?utm_source=x");
  await page.reload();
  await waitForScript(page);
  await expect(getTopicNote(page, "en", prizeDraws.en)).toHaveCount(0);
  await expect(page.locator("#message")).toHaveValue(inquiry.message ?? "");
  await buttons.sendInquiry(page, "en").click();
  await expectInquirySent(page, "en");
  expect(await listInquiries(inquiry.email ?? "")).toMatchObject([{ topic: null }]);
});

test("keeps the topic and the input when the language changes", async ({ page }) => {
  await open(page, "en", "/contact", "?topic=prize-draws");
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await getLanguageLink(page, "es").click();
  await waitForScript(page);
  await expect(page).toHaveURL(/\?topic=prize-draws$/);
  await expectValues(page, inquiry);
  const other = "es";
  await buttons.sendInquiry(page, other).click();
  await expectInquirySent(page, other);
  expect(await listInquiries(inquiry.email ?? "")).toMatchObject([{ language: other, topic: "prize-draws" }]);
});

test("neither shows nor sends a topic that is not a published API", async ({ page }) => {
  const unpublished = await storeNewEntry({ published: false });
  for (const topic of ["prize-draws", "Prize", "%00", "x".repeat(41), unpublished.slug]) {
    const html = await (await page.request.get(`/en/contact?topic=${topic}`)).text();
    const isShown = html.includes(`>${texts.en("contact.removeTopic")}<`);
    expect([topic, isShown]).toEqual([topic, topic === "prize-draws"]);
  }
  await open(page, "en", "/contact", "?topic=su-cuenta-sera-cerrada");
  await expect(page.getByText(texts.en("contact.intro", { replyTime: replyTimes.en }))).toBeVisible();
  await expect(getRemoveLink(page, "en")).toHaveCount(0);
  expect(await page.content()).not.toContain("cerrada");
  const inquiry = newInquiry();
  await fillFields(page, inquiry);
  await buttons.sendInquiry(page, "en").click();
  await expectInquirySent(page, "en");
  expect(await listInquiries(inquiry.email ?? "")).toMatchObject([{ topic: null }]);
});

test(
  "shows the current title of the first of two topics, until its entry is unpublished",
  nightly,
  async ({ page }) => {
    const [before, after] = [randomWord(), randomWord()];
    const entry = await storeNewEntry({ slug: `topic-${randomWord()}`, titleEn: before });
    const openTopic = () => page.goto(`/en/contact?topic=${entry.slug}&topic=prize-draws`);
    await openTopic();
    await expect(getTopicNote(page, "en", before)).toBeVisible();
    await storeEntry({ ...entry, titleEn: after });
    await expect(async () => {
      await openTopic();
      await expect(getTopicNote(page, "en", after)).toBeVisible({ timeout: 1 });
    }).toPass();
    await storeEntry({ ...entry, published: false });
    await expect(async () => {
      await openTopic();
      await expect(getRemoveLink(page, "en")).toHaveCount(0, { timeout: 1 });
    }).toPass();
  },
);
