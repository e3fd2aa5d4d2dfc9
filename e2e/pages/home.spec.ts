import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { nightly } from "../support/nightly.ts";
import { queryAt } from "../support/processes.ts";
import { open, test, texts } from "../support/site.ts";
import { createDatabase, readSlugs } from "../support/test.ts";

const locale = "es";
const t = texts[locale];

test("links to the evaluation and the contact form on a phone's first screen, above the drawing", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, locale, "/");
  await expect(page.getByRole("heading", { level: 1, name: t("home.headline") })).toBeVisible();
  const evaluate = page.getByRole("main").getByRole("link", { name: t("home.evaluate") });
  const ask = page.getByRole("main").getByRole("link", { name: t("home.ask") });
  for (const [link, href] of [
    [evaluate, getPathname({ href: "/evaluation", locale })],
    [ask, getPathname({ href: "/contact", locale })],
  ] as const) {
    await expect(link).toHaveCount(2);
    await expect(link.first()).toBeInViewport({ ratio: 1 });
    for (const each of await link.all()) await expect(each).toHaveAttribute("href", href);
  }
  // Part of the drawing is visible, too: its loose piece, and half of its first row.
  await expect(page.locator("main svg path.fill-accent").first()).toBeInViewport({ ratio: 1 });
  await expect(page.locator("main svg text").first()).toBeInViewport({ ratio: 1 });
  await evaluate.first().click();
  await expect(page.getByRole("heading", { level: 1, name: t("evaluation.title") })).toBeVisible();
});

test("shows four published APIs with links to their pages, and links to the whole catalog", async ({
  page,
  client,
}) => {
  await open(page, locale, "/");
  const glimpse = page.getByRole("region", { name: t("home.glimpse.title") });
  const shown = glimpse.getByRole("listitem").getByRole("link");
  await expect(shown).toHaveCount(4);
  const { json } = await client.get("/api/catalog");
  const published = readSlugs(json).map((slug) => getPathname({ href: toEntryHref(slug), locale }));
  for (const link of await shown.all()) expect(published).toContain(await link.getAttribute("href"));
  await shown.first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  const all = glimpse.locator(`a[href="${getPathname({ href: "/catalog", locale })}"]`);
  await expect(all).toHaveCount(1);
  await all.click();
  await expect(page.getByRole("heading", { level: 1, name: t("catalog.title") })).toBeVisible();
});

test("marks the current page in the menu", async ({ page }) => {
  await open(page, locale, "/");
  const menu = page.getByRole("navigation", { name: t("site.menu") });
  await expect(menu.locator("[aria-current]")).toHaveCount(0);
  for (const [name, href] of [
    [t("site.evaluation"), "/evaluation"],
    [t("site.navCatalog"), "/catalog"],
    [t("site.navContact"), "/contact"],
  ] as const) {
    await menu.getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**${getPathname({ href, locale })}`);
    await expect(menu.locator("[aria-current=page]")).toHaveText(name);
  }
});

test(
  "serves the home page during a database outage, from the cache or without catalog entries",
  nightly,
  async ({ page, startOwn }) => {
    const url = await createDatabase();
    const email = "proyectos@promocionesdelistmocentroamericano.example";
    const app = await startOwn({ DATABASE_URL: url, CONTACT_EMAIL: email });
    const glimpse = page.getByRole("region", { name: texts.en("home.glimpse.title") });
    await page.goto(`${app.url}/en`);
    await expect(glimpse.getByRole("listitem").getByRole("link")).toHaveText([
      "Loyalty points",
      "Nightly campaign export",
      "Prize draws",
      "Prize shipment tracking",
    ]);
    const facts: unknown = JSON.parse((await page.locator('[type="application/ld+json"]').textContent()) ?? "");
    expect(facts).toMatchObject({
      "@graph": [
        { "@type": "Organization", name: "Encaje", email },
        { "@type": "WebSite", inLanguage: ["en", "es"] },
      ],
    });
    expect(await (await fetch(`${app.url}/sitemap.xml`)).text()).toContain("/es/catalogo/prize-draws<");

    const longest = "incomparable".repeat(10);
    await queryAt(url, `UPDATE catalog_entries SET title_en = '${longest}' WHERE slug = 'prize-draws'`);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect(async () => {
      await page.goto(`${app.url}/en`);
      expect(await glimpse.getByRole("link", { name: longest }).count()).toBe(1);
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 640, height: 700 });
    const address = page.getByRole("contentinfo").getByRole("link", { name: email });
    expect(await address.evaluate((link) => link.scrollWidth > (link.closest("div")?.clientWidth ?? 0))).toBe(false);

    await queryAt(process.env.ADMIN_DATABASE_URL ?? "", `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
    // Retry, because the app caches data for a second.
    await expect(async () => {
      expect((await fetch(`${app.url}/api/catalog`)).status).toBe(503);
    }).toPass();
    expect((await page.goto(`${app.url}/es`))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: texts.es("home.headline") })).toBeVisible();
    await expect(page.getByRole("heading", { name: texts.es("home.next.title") })).toBeVisible();
    await expect(page.getByRole("region", { name: texts.es("home.glimpse.title") })).toHaveCount(0);
    await page.goto(`${app.url}/en`);
    await expect(glimpse.getByRole("link", { name: longest })).toBeVisible();
    await expect(async () => {
      const sitemap = await fetch(`${app.url}/sitemap.xml`);
      const addresses = (await sitemap.text()).match(/<loc>/g);
      expect([sitemap.status, addresses?.length]).toEqual([200, 38]);
    }).toPass();
  },
);

function toEntryHref(slug: string) {
  return { pathname: "/catalog/[slug]", params: { slug } } as const;
}

test("prefetches a page when the visitor hovers over its link", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Preload.enable");
  const asked = new Map<string, string>();
  browser.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => asked.set(prefetchUrl, status));
  await page.goto("/en");
  const link = page.getByRole("banner").getByRole("link", { name: "Contact" });
  await link.hover();
  await expect.poll(() => asked.get(new URL("/en/contact", page.url()).href)).toBe("Ready");
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test("moves the drawing's loose piece into place on scrolling, but not with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await open(page, "es", "/");
    const angle = () =>
      page
        .locator("main svg g:has(> path.fill-accent)")
        .first()
        .evaluate((piece) => Number.parseFloat(getComputedStyle(piece).rotate));
    const before = await angle();
    expect(before).toBeGreaterThan(0);
    await page.evaluate(() => window.scrollTo({ top: 500, behavior: "instant" }));
    await expect.poll(angle).toBe(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(angle).toBe(before);
  });
});
