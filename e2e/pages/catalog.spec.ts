import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import {
  getCards,
  getCatalogPath,
  getCountLine,
  getEntryPath,
  getSearchBox,
  getTitle,
  prizeDraws,
  shipments,
  storeNewEntry,
} from "../support/catalog.ts";
import { getLanguageLink, getOtherLocale, test, texts } from "../support/site.ts";
import { randomWord } from "../support/test.ts";

test("shows the catalog in groups of cards, and search results without groups", async ({ page }) => {
  const group = (name: "join" | "reward" | "more") =>
    page.getByRole("region", { name: texts.es(`catalog.groups.${name}.title`) });
  const title = `0 ${randomWord()}`;
  const entry = await storeNewEntry({ titleEn: title, titleEs: title });
  const card = group("more").getByRole("article").filter({ hasText: title });
  // Retry, because the list is cached for a second.
  await expect(async () => {
    await page.goto(getCatalogPath("es"));
    await expect(card).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await expect(group("join").getByRole("heading", { level: 3 })).toHaveText([/^Validación/, /^Mensajería/]);
  await expect(group("reward").getByRole("heading", { level: 3, name: prizeDraws.es })).toBeVisible();
  await expect(card).toContainText(entry.descriptionEs);
  await expect(card.getByRole("listitem")).toHaveText(entry.useCasesEs);
  await expect(card).toContainText(texts.es("catalog.endpointCount", { count: 1 }));
  await card.getByRole("link").click();
  await expect(page).toHaveURL(getEntryPath("es", entry.slug));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.goto(getCatalogPath("es", "env"));
  for (const name of ["join", "reward", "more"] as const) await expect(group(name)).toHaveCount(0);
  await expect(getCards(page).getByRole("heading", { level: 2 })).toHaveCount(await getCards(page).count());
});

test.describe("the catalog in en only", () => {
  const locale = "en";
  const t = texts[locale];

  test("quotes the matching text in the other language, and does not search for it again", async ({ page }) => {
    await page.goto("/en/catalog?search=x&search=envio");
    await expect(getSearchBox(page)).toHaveValue("envio");
    const card = getCards(page).filter({ hasText: shipments[locale] });
    await expect(card).toContainText(t("catalog.matchInOther"));
    await expect(card.locator("[lang=es] mark")).toHaveText("envío");
    await page.waitForLoadState("networkidle");
    expect(new URL(page.url()).search).toBe("?search=x&search=envio");
  });

  test("keeps the search over a reload, Back and a change of language", async ({ page }) => {
    const one = randomWord();
    const entry = await storeNewEntry({ titleEn: `One ${one}`, titleEs: `Una ${one}` });
    await page.goto(getCatalogPath(locale));
    await getSearchBox(page).fill(one);
    await expect(page).toHaveURL(getCatalogPath(locale, one));
    await page.reload();
    await expect(getCards(page)).toHaveCount(1);
    await expect(getSearchBox(page)).toHaveValue(one);
    await getCards(page).getByRole("link").click();
    await expect(page).toHaveURL(`${getEntryPath(locale, entry.slug)}?search=${one}`);
    await page.goBack();
    await expect(page).toHaveURL(getCatalogPath(locale, one));
    await expect(getSearchBox(page)).toHaveValue(one);
    await expect(getCards(page)).toHaveCount(1);
    const other = getOtherLocale(locale);
    await getLanguageLink(page, other).click();
    await expect(page).toHaveURL(getCatalogPath(other, one));
    await expect(getCards(page).getByRole("heading")).toHaveText(getTitle(entry, other));
  });

  test("offers other searches and the contact form if a search finds nothing", async ({ page }) => {
    const [one, none] = [randomWord(), randomWord()];
    await storeNewEntry({ titleEn: one, titleEs: one });
    await page.goto(getCatalogPath(locale));
    await getSearchBox(page).fill(`${one} ${none}`);
    await expect(getCards(page)).toHaveCount(1);
    await expect(page.getByRole("main")).toContainText(t("catalog.nearLeftOut", { words: `“${none}”` }));
    const search = `${one} ${none} ${none}b ${none}c`;
    await getSearchBox(page).fill(search);
    await expect(getCountLine(page)).toHaveText(t("catalog.countFor", { count: 0, search }));
    await expect(getCards(page).first()).toBeVisible();
    await expect(page.locator("mark")).toHaveCount(0);
    const contact = page.getByRole("main").getByRole("link", { name: "Ask us" });
    await expect(contact).toHaveAttribute("href", getPathname({ href: "/contact", locale }));
    await page.getByRole("link", { name: t("catalog.wordCount", { word: one, count: 1 }) }).click();
    await expect(getCards(page)).toHaveCount(1);
    await page.getByRole("link", { name: t("catalog.showAll") }).click();
    await expect(page).toHaveURL(getCatalogPath(locale));
    await page.goto(getCatalogPath(locale, "prize shipmnt"));
    await expect(getCards(page)).toHaveCount(1);
    await expect(page.getByRole("link", { name: "prize shipment", exact: true })).toBeVisible();
  });
});

test.describe("the catalog in es only", () => {
  const locale = "es";
  const t = texts[locale];

  test("searches while the person types, without moving the focus", async ({ page }) => {
    const one = randomWord();
    for (const titleEn of ["A", "B"])
      await storeNewEntry({ titleEn: `${titleEn} ${one} X`, titleEs: `${titleEn} ${one} X` });
    await page.goto(getCatalogPath(locale));
    const before = await page.evaluate(() => window.history.length);
    await expect(async () => {
      await page.keyboard.press("/");
      await expect(getSearchBox(page)).toBeFocused({ timeout: 200 });
    }).toPass();
    await getSearchBox(page).fill("");
    await getSearchBox(page).pressSequentially(one, { delay: 15 });
    await expect(page).toHaveURL(getCatalogPath(locale, one));
    await expect(getCountLine(page)).toHaveText(t("catalog.countFor", { count: 2, search: one }));
    await expect(getCards(page)).toHaveCount(2);
    await expect(getCards(page).first().locator("mark")).toHaveText(one);
    await expect(getCards(page).first()).toContainText(`${t("catalog.matchIn")} ${t("catalog.places.title")}`);
    await expect(getSearchBox(page)).toBeFocused();
    await expect(getSearchBox(page)).toHaveValue(one);
    await page.keyboard.press("Space");
    await page.keyboard.type("A");
    await expect(page).toHaveURL(getCatalogPath(locale, `${one} A`));
    await expect(getCards(page)).toHaveCount(2);
    await getSearchBox(page).fill("");
    await expect(page).toHaveURL(getCatalogPath(locale));
    await expect(getCountLine(page)).toHaveText(/^[\d,]+ APIs publi/);
    expect(await page.evaluate(() => window.history.length)).toBe(before);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("searches the catalog and opens entries and operations without JavaScript", async ({ page }) => {
      await page.goto(getCatalogPath(locale));
      await getSearchBox(page).fill("envío");
      await page.getByRole("button", { name: t("catalog.searchButton") }).click();
      await expect(page).toHaveURL(getCatalogPath(locale, "envío"));
      await expect(getSearchBox(page)).toHaveValue("envío");
      const card = getCards(page).filter({ hasText: shipments[locale] });
      await card.getByRole("link").click();
      await expect(page.locator("mark").first()).toBeVisible();
      await expect(page.getByRole("main")).toContainText(t("catalog.spec.version", { version: "1.2.3" }));
      await expect(page.locator("details:has(h4)")).toHaveCount(4);
      await expect(page.getByText("saveProofOfDelivery", { exact: true })).toHaveCount(1);
      await page.getByText("createShipment", { exact: true }).click();
      await expect(page.locator("#operation-createShipment")).toBeVisible();
      await expect(page.getByText("Idempotency-Key", { exact: true })).toBeVisible();
      await expect(page.getByText("out_of_coverage")).toBeVisible();
      await expect(page.getByRole("button", { name: t("catalog.copy") })).toHaveCount(0);
    });
  });
});

test("keeps the results of a newer search when those of an older search arrive late", async ({ page }) => {
  const [one, two] = [randomWord(), randomWord()];
  for (const titleEn of [one, two]) await storeNewEntry({ titleEn });
  const released = Promise.withResolvers<void>();
  await page.route(`**/en/catalog?search=${one}`, async (route) => {
    await released.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto("/en/catalog");
  const asked = page.waitForRequest(`**/en/catalog?search=${one}`);
  await getSearchBox(page).fill(one);
  await asked;
  await getSearchBox(page).fill(two);
  await expect(getCards(page).getByRole("heading")).toHaveText([two]);
  released.resolve();
  await page.waitForLoadState("networkidle");
  await expect(getCards(page).getByRole("heading")).toHaveText([two]);
  await expect(getSearchBox(page)).toHaveValue(two);
  await expect(page).toHaveURL(getCatalogPath("en", two));
});

test("opens the page of a search on Enter if the network failed while the person typed", async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/);
  const one = randomWord();
  await storeNewEntry({ titleEn: one });
  await page.route(`**/en/catalog?search=${one}`, (route) =>
    route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
  );
  await page.goto("/en/catalog");
  const failed = page.waitForEvent("requestfailed");
  await getSearchBox(page).fill(one);
  await failed;
  await getSearchBox(page).press("Enter");
  await expect(getCards(page).getByRole("heading")).toHaveText([one]);
  await expect(page).toHaveURL(getCatalogPath("en", one));
});

test("searches for text that was typed before the script loaded", async ({ page }) => {
  const one = randomWord();
  await storeNewEntry({ titleEn: one });
  await page.addInitScript((text) => {
    const type = () => {
      const box = document.querySelector<HTMLInputElement>("#search");
      if (box && !box.value) box.value = text;
    };
    new MutationObserver(type).observe(document, { childList: true, subtree: true });
  }, one);
  await page.goto("/en/catalog");
  await expect(getCards(page)).toHaveCount(1);
  await expect(getSearchBox(page)).toHaveValue(one);
});
