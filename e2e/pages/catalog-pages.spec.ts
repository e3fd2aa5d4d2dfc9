import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import {
  getCards,
  getCatalogPath,
  getCountLine,
  getEntryPath,
  getSearchBox,
  storeNewEntry,
} from "../support/catalog.ts";
import { nightly } from "../support/nightly.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { escapeRegExp, getLanguageLink, type Locale, locales, test, texts } from "../support/site.ts";
import { hasDemonstrationNotice, indexedPages, ownAddresses } from "../support/site-pages.ts";
import { query, randomWord } from "../support/test.ts";

/** Fills two pages of the list, and puts one entry on a third. */
const entryCount = 49;
const word = randomWord();
const formatTitle = (number: number) => `zz ${word} ${String(number).padStart(2, "0")}`;
const titles = Array.from({ length: entryCount }, (_, at) => formatTitle(at + 1));

test.beforeAll(async () => {
  for (const title of titles) await storeNewEntry({ slug: title.replaceAll(" ", "-"), titleEn: title, titleEs: title });
});
test.afterAll(async () => {
  await query("DELETE FROM catalog_entries WHERE slug LIKE $1", [`zz-${word}-%`]);
});

const getPageNav = (page: Page, locale: Locale) =>
  page.getByRole("navigation", { name: texts[locale]("catalog.pages") });
const withPage = (address: string, number: number) => `${address}${address.includes("?") ? "&" : "?"}page=${number}`;

async function openAdjacentPage(page: Page, locale: Locale, name: "previousPage" | "nextPage"): Promise<void> {
  const step = getPageNav(page, locale).getByRole("link", { name: texts[locale](`catalog.${name}`), exact: true });
  await expect(step).toHaveAttribute("rel", name === "nextPage" ? "next" : "prev");
  await step.click();
}

async function openPageNumber(page: Page, locale: Locale, number: number): Promise<void> {
  const name = texts[locale]("catalog.page", { page: number });
  await getPageNav(page, locale).getByRole("link", { name, exact: true }).click();
}

async function expectCurrentPage(page: Page, locale: Locale, number: number): Promise<void> {
  await expect(getPageNav(page, locale).locator("[aria-current]")).toHaveText([String(number)]);
}

function formatResultCount(locale: Locale, first: number, last: number): string {
  const t = texts[locale];
  const total = t("catalog.countFor", { count: entryCount, search: word });
  return t("catalog.countShown", { total, shown: last - first + 1, first, last });
}

/** Opens the list, which is cached for a second, again until it has this test's entries. */
async function openList(page: Page, locale: Locale): Promise<void> {
  await expect(async () => {
    await page.goto(getCatalogPath(locale));
    await expect(getPageNav(page, locale)).toBeVisible({ timeout: 100 });
  }).toPass();
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("lists the catalog in pages of 24 entries without JavaScript", async ({ page }) => {
    await openList(page, "es");
    await expect(getCards(page)).toHaveCount(24);
    await expectCurrentPage(page, "es", 1);
    await openAdjacentPage(page, "es", "nextPage");
    await expect(page).toHaveURL(withPage(getCatalogPath("es"), 2));
    await expect(getCards(page)).toHaveCount(24);
    await expect(getCountLine(page)).toHaveText(/^\d+ APIs publicadas; se muestran de la 25 a la 48$/);
    await expectCurrentPage(page, "es", 2);
    await openPageNumber(page, "es", 3);
    await expect(page).toHaveURL(withPage(getCatalogPath("es"), 3));
    await openPageNumber(page, "es", 1);
    await expect(page).toHaveURL(getCatalogPath("es"));
  });

  test("keeps the search on each page of results, and repeats no entry", async ({ page }) => {
    const locale = "en";
    const address = getCatalogPath(locale, word);
    await page.goto(address);
    await expect(getCards(page).getByRole("heading")).toHaveText(titles.slice(0, 24));
    await expect(getCountLine(page)).toHaveText(formatResultCount(locale, 1, 24));
    await openAdjacentPage(page, locale, "nextPage");
    await expect(page).toHaveURL(withPage(address, 2));
    await expect(getSearchBox(page)).toHaveValue(word);
    await expect(getCards(page).getByRole("heading")).toHaveText(titles.slice(24, 48));
    await expect(getCards(page).first().locator("mark")).toHaveText(word);
    await expect(getCountLine(page)).toHaveText(formatResultCount(locale, 25, 48));
    await getLanguageLink(page, "es").click();
    await expect(page).toHaveURL(withPage(getCatalogPath("es", word), 2));
    await page.goBack();
    await openPageNumber(page, locale, 3);
    await expect(page).toHaveURL(withPage(address, 3));
    await expect(getCards(page).getByRole("heading")).toHaveText(titles.slice(48));
    await expect(getCountLine(page)).toHaveText(formatResultCount(locale, 49, 49));
    await expect(getPageNav(page, locale).locator("[rel=next]")).toHaveCount(0);
    await openAdjacentPage(page, locale, "previousPage");
    await expect(page).toHaveURL(withPage(address, 2));
    await openAdjacentPage(page, locale, "previousPage");
    await expect(page).toHaveURL(address);
    await expect(getPageNav(page, locale).locator("[rel=prev]")).toHaveCount(0);
  });
});

const locale = "es";
const t = texts[locale];

test("gives each list page its own title and URL, and forbids indexing pages of results", async ({ page }) => {
  const readLinks = async (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((links: HTMLLinkElement[]) =>
        links.map(({ hreflang, href }) => [hreflang, href.slice(new URL(href).origin.length)]),
      );
  await openList(page, locale);
  await page.goto(withPage(getCatalogPath(locale), 2));
  const pageTitle = t("catalog.pageTitle", { title: t("catalog.title"), page: 2 });
  await expect(page).toHaveTitle(`${pageTitle} · Encaje`);
  expect(await readLinks("link[rel=canonical]")).toEqual([["", withPage(getCatalogPath(locale), 2)]]);
  expect(await readLinks("link[rel=alternate][hreflang]")).toEqual([
    ["en", withPage(getCatalogPath("en"), 2)],
    ["es", withPage(getCatalogPath("es"), 2)],
    ["x-default", withPage(getCatalogPath("en"), 2)],
  ]);
  await page.goto(withPage(getCatalogPath(locale, word), 2));
  const list = t("catalog.searchTitle", { search: word });
  await expect(page).toHaveTitle(`${t("catalog.pageTitle", { title: list, page: 2 })} · Encaje`);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, follow");
  expect(await readLinks("link[rel=canonical]")).toEqual([["", getCatalogPath(locale)]]);
  await expectAccessible(page);
});

test("shows the first page of results for a new search on a later page", async ({ page }) => {
  await page.goto(withPage(getCatalogPath(locale, word), 3));
  await getSearchBox(page).fill(`zz ${word}`);
  await expect(page).toHaveURL(getCatalogPath(locale, `zz ${word}`));
  await expect(getCards(page).getByRole("heading")).toHaveText(titles.slice(0, 24));
  await expectCurrentPage(page, locale, 1);
  await getSearchBox(page).fill(`${word}${word}`);
  await expect(getPageNav(page, locale)).toHaveCount(0);
  await expect(getCards(page)).toHaveCount(24);
});

test(
  "lets search engines index all pages but search results, unless the site is a demonstration",
  nightly,
  async ({ startOwn }) => {
    const { url } = await startOwn({ DATABASE_URL: process.env.E2E_DATABASE_URL ?? "", ...ownAddresses });
    const read = async (address: string) => (await fetch(url + address)).text();
    for (const locale of locales) {
      const second = withPage(getCatalogPath(locale), 2);
      const pages = indexedPages.map((href) => getPathname({ href, locale }));
      for (const address of [...pages, getEntryPath(locale, "prize-draws"), second]) {
        const html = await read(address);
        expect(html).toContain("</h1>");
        expect([address, html.includes('name="robots"')]).toEqual([address, false]);
        expect([address, hasDemonstrationNotice(html, locale)]).toEqual([address, false]);
      }
      expect(await read(second)).toMatch(new RegExp(`rel="canonical" href="https?://[^/"]+${escapeRegExp(second)}"`));
      for (const address of [getCatalogPath(locale, "draws"), withPage(getCatalogPath(locale, word), 2)]) {
        expect(await read(address)).toContain('<meta name="robots" content="noindex, follow"');
      }
    }
  },
);

test("shows a 404 for a list page beyond the last", async ({ request }) => {
  for (const [locale, address] of [
    ["en", withPage(getCatalogPath("en"), 9_999)],
    ["es", withPage(getCatalogPath("es", word), 4)],
  ] as const) {
    const response = await request.get(`${process.env.E2E_URL}${address}`);
    expect([response.status(), response.headers().etag]).toEqual([404, undefined]);
    // Check the HTML as sent, without running its scripts.
    expect(await response.text()).toContain(`>${texts[locale]("notFound.title")}</h1>`);
  }
});
