import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import errors from "../../messages/error.json" with { type: "json" };
import { setAway } from "../support/database-away.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { locales, test, texts } from "../support/site.ts";
import { createDatabase } from "../support/test.ts";

for (const locale of locales) {
  const t = texts[locale];
  const entry = getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: "no-such-api" } }, locale });

  test(`${locale}: an unknown address is a 404 in its language that leads on, also without script`, async ({
    browser,
    baseURL,
  }) => {
    for (const [address, javaScriptEnabled] of [
      [`/${locale}/no-such-page`, true],
      [`/${locale}/a/b?c=d`, false],
      [entry, false],
    ] as const) {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const response = await page.goto(`${baseURL}${address}`);
      expect(response?.status()).toBe(404);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page).toHaveTitle(`${t("notFound.title")} · Encaje`);
      await expect(page.getByRole("heading", { level: 1, name: t("notFound.title") })).toBeVisible();
      await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute("content", /noindex/);
      for (const [name, href] of [
        [t("notFound.home"), "/"],
        [t("notFound.catalog"), "/catalog"],
        [t("notFound.contact"), "/contact"],
      ] as const) {
        const link = page.getByRole("main").getByRole("link", { name, exact: true });
        await expect(link).toHaveAttribute("href", getPathname({ href, locale }));
      }
      await expect(page).toHaveURL(`${baseURL}${address}`);
      await context.close();
    }
  });

  test(`an address without a language is one of ${locale} for whoever reads it, and then a 404`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const response = await page.goto(`${baseURL}/no-such-page`);
    expect([response?.status(), page.url()]).toEqual([404, `${baseURL}/${locale}/no-such-page`]);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await context.close();
  });
}

test("a page that needs the database says so while it is away, without script too, and is there again after it", async ({
  page,
  startOwn,
  tolerate,
}) => {
  tolerate(/^Failed to load resource/);
  const url = await createDatabase();
  const app = await startOwn({ DATABASE_URL: url });
  const path = getPathname({ href: "/catalog", locale: "en" });
  await setAway(url, true);
  const response = await page.goto(`${app.url}${path}`);
  expect(response?.status()).toBeGreaterThanOrEqual(500);
  const html = (await response?.text()) ?? "";
  expect(html).toContain(`<html lang="en"`);
  expect(html).toContain(errors.en.title);
  await expect(page.getByRole("heading", { level: 1, name: errors.en.title })).toBeVisible();
  await expect(page.getByRole("link", { name: errors.en.home })).toHaveAttribute("href", `/en`);
  await expectAccessible(page);
  await setAway(url, false);
  await expect(async () => {
    await page.getByRole("link", { name: errors.en.retry }).click();
    await expect(page.getByRole("heading", { level: 1, name: texts.en("catalog.title") })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 20_000 });
  await expect(page).toHaveURL(`${app.url}${path}`);
});

test("a script that fails in the browser leaves a page that offers to load it again", async ({ page, tolerate }) => {
  tolerate(/This browser keeps no history/);
  await page.addInitScript(() => {
    const keep = history.replaceState;
    history.replaceState = function (state: unknown, ...rest: [string, string?]) {
      // The form's own entries, and not those of the framework around it.
      const isForms = typeof state === "object" && state !== null && "depth" in state;
      if (isForms) throw new Error("This browser keeps no history");
      return keep.call(this, state, ...rest);
    };
  });
  await page.goto(getPathname({ href: "/evaluation", locale: "es" }));
  const alert = page.getByRole("alert").filter({ hasText: errors.es.title });
  await expect(alert.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(alert.getByRole("link", { name: errors.es.home })).toHaveAttribute("href", `/es`);
  await expectAccessible(page);
});
