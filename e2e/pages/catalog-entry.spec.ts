import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { getCards, getCatalogPath, getEntryPath, getSearchBox, storeNewEntry } from "../support/catalog.ts";
import { test, texts } from "../support/site.ts";
import { randomWord } from "../support/test.ts";

/** Expects whole lines of code on a narrow screen, and URL paths that are broken only before slashes. */
async function expectCodeFits(page: Page): Promise<void> {
  const code = page.locator("#operation-createShipment pre");
  await expect(code.first()).toBeVisible();
  const hidden = await code.evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
  expect(hidden).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const broken = await page.locator("main code, main #endpoints ~ ul a").evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const found: string[] = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        let before: { top: number; text: string } | undefined;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const [at, letter] of [...(node.nodeValue ?? "")].entries()) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { top } = range.getBoundingClientRect();
            if (before && top > before.top + 4 && letter !== "/") found.push(before.text + letter);
            before = { top, text: (before?.text ?? "") + letter };
          }
        }
        return found;
      }),
  );
  expect(broken).toEqual([]);
}

test("shows samples whole on a narrow screen, on every page in the programming language chosen once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${getEntryPath("en", "prize-shipments")}#operation-createShipment`);
  await expectCodeFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const choice = page.locator("#operation-createShipment [data-sample-choice]");
  const sample = (language: string) => page.locator(`#operation-createShipment [data-sample=${language}]`);
  await expect(page.locator("#operation-createShipment")).toBeInViewport();
  await expect(sample("curl")).toBeVisible();
  expect((await sample("curl").boundingBox())?.width).toBeGreaterThanOrEqual(480);
  await choice.selectOption("Python");
  await expect(sample("python")).toContainText("requests.post(");
  await expect(sample("curl")).toBeHidden();
  // Scroll explicitly, because the choice has stopped the page's own scrolling to the operation in the URL.
  await page.locator("#group-shipments").evaluate((section) => section.scrollIntoView());
  await expect(page.locator("nav[data-contents] [aria-current=true]")).toHaveText("Shipments");
  await page.goto("/en/developers/submit-contact");
  await expect(page.locator("[data-sample=python]")).toContainText("requests.post(");
  await expect(page.locator("[data-sample=python]")).toBeVisible();
});

test.describe("an entry in es only", () => {
  const locale = "es";
  const t = texts[locale];

  test("marks search words on an entry's page, and removes the marks on request", async ({ page }) => {
    await page.goto(`${getEntryPath(locale, "prize-shipments")}?search=envio`);
    const note = page.getByRole("link", { name: t("catalog.withoutMarks") }).locator("../..");
    await expect(note).toContainText(t("catalog.marksFor", { search: "envio" }));
    await expect(note).toContainText(t("catalog.matchIn"));
    await expect(page.getByRole("heading", { level: 1 }).locator("mark")).toHaveText("envío");
    await note.getByRole("link", { name: t("catalog.places.services") }).click();
    await expect(page.getByRole("heading", { level: 2, name: t("catalog.reference") })).toBeInViewport();
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /prize-shipments$/);
    await page.getByRole("link", { name: t("catalog.withoutMarks") }).click();
    await expect(page).toHaveURL(getEntryPath(locale, "prize-shipments"));
    await expect(page.locator("mark")).toHaveCount(0);
  });

  test("marks an English reference's texts as English on a Spanish page, but not its matches", async ({ page }) => {
    await page.goto(`${getEntryPath("es", "prize-draws")}?search=regulator#operation-createDraw`);
    // Only the entry's English text has this word.
    await expect(page.getByText(t("catalog.notMarked", { search: "regulator" }))).toBeVisible();
    await expect(page.getByRole("link", { name: t("catalog.withoutMarks") })).toHaveCount(0);
    await expect(page.getByText(t("catalog.spec.foreign"))).toBeVisible();
    const operation = page.locator("details[open]");
    const texts = await operation.locator('[lang="en"]').allTextContents();
    expect(texts.length).toBeGreaterThan(3);
    expect(texts).toContain("Create a draw");
    for (const label of [t("catalog.spec.parameters"), t("catalog.spec.responses"), t("catalog.spec.required")]) {
      expect(texts).not.toContain(label);
    }
    await expect(page.getByText("Create a draw", { exact: true })).toHaveAttribute("lang", "en");
    await page.goto(getEntryPath("en", "prize-draws"));
    await expect(page.locator("main [lang]")).toHaveCount(0);
    const pattern = page.locator("details code").filter({ hasText: /^\^drw_/ });
    await expect(pattern.first(), "a pattern as code").toBeAttached();
  });

  test("shows the same not-found page for an unknown and an unpublished entry", async ({ request }) => {
    const hidden = await storeNewEntry({ slug: randomWord(), published: false });
    const contents: string[] = [];
    for (const slug of [hidden.slug, randomWord(), "a%20b", "%2e%2e%2fx"]) {
      const response = await request.get(getEntryPath(locale, slug));
      expect(response.status()).toBe(404);
      contents.push(/<main.*<\/main>/s.exec(await response.text())?.[0] ?? slug);
      expect((await request.get(`${getEntryPath(locale, slug)}/spec.json`)).status()).toBe(404);
    }
    expect(contents[0]).toContain(t("notFound.title"));
    expect(new Set(contents).size).toBe(1);
  });

  test("offers a search and published entries with similar slugs on the page of an unknown entry", async ({
    page,
    tolerate,
  }) => {
    tolerate(/404/);
    const word = randomWord();
    const shown = await storeNewEntry({ slug: `${word}-shown`, titleEs: `${word} visible` });
    await storeNewEntry({ slug: `${word}-hidden`, titleEs: `${word} oculta`, published: false });
    await expect(async () => {
      await page.goto(getEntryPath(locale, `${word}-other`));
      const near = page.getByRole("region", { name: t("notFound.near") });
      await expect(near.getByRole("link")).toHaveText([shown.titleEs], { timeout: 100 });
    }).toPass();
    const html = await (await page.request.get(page.url())).text();
    expect(html, "without its scripts").toContain(shown.titleEs);
    await getSearchBox(page).fill(word);
    await page.getByRole("button", { name: t("catalog.searchButton") }).click();
    await expect(page).toHaveURL(getCatalogPath(locale, word));
    await expect(getCards(page)).toHaveCount(1);
  });

  test("redirects a slug in capital letters to the entry, and keeps the query", async ({ request }) => {
    const read = (slug: string, query = "") => request.get(getEntryPath(locale, slug) + query, { maxRedirects: 0 });
    const response = await read("PRIZE-Draws", "?search=sorteo");
    const location = `${getEntryPath(locale, "prize-draws")}?search=sorteo`;
    expect([response.status(), response.headers().location]).toEqual([308, location]);
    const hidden = await storeNewEntry({ published: false });
    expect((await read(hidden.slug.toUpperCase())).status()).toBe(404);
  });
});

test("links from an entry to its download, its documentation and the contact form", async ({ page }) => {
  const entry = await storeNewEntry({
    docsUrl: "https://docs.example.com/x",
    swaggerUrl: "https://swagger.example.com/y",
  });
  const path = getEntryPath("en", entry.slug);
  await page.goto(path);
  await expect(page.getByRole("link", { name: texts.en("catalog.download") })).toHaveAttribute(
    "href",
    `${path}/spec.json`,
  );
  const contact = getPathname({ href: "/contact", locale: "en" });
  const ask = page.getByRole("link", { name: texts.en("catalog.ask") });
  await expect(ask.first()).toHaveAttribute("href", `${contact}?topic=${entry.slug}`);
  for (const [name, href] of [
    ["Documentation", entry.docsUrl],
    ["Swagger", entry.swaggerUrl],
  ] as const) {
    const link = page.getByRole("main").getByRole("link", { name: new RegExp(`^${name}`) });
    await expect(link).toHaveAttribute("href", href ?? "");
    await expect(link).toHaveAttribute("rel", "noreferrer");
  }
});

test("links from an entry to the contact form without a topic if the slug is not a valid topic", async ({ page }) => {
  const entry = await storeNewEntry({ slug: `Ñandú ${randomWord()}` });
  await page.goto(getEntryPath("en", entry.slug));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.titleEn);
  await expect(page.getByRole("link", { name: "Ask about this API" }).first()).toHaveAttribute("href", "/en/contact");
  await page.goto(getCatalogPath("en", entry.slug));
  await getCards(page).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.titleEn);
});
