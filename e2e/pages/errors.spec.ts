import { expect } from "@playwright/test";
import { errorTexts as errors } from "../../lib/i18n/error-texts.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { setUnreachable } from "../support/database-away.ts";
import { inOneLanguage, nightly } from "../support/nightly.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { test, texts } from "../support/site.ts";
import { createDatabase } from "../support/test.ts";

for (const locale of inOneLanguage("en")) {
  const t = texts[locale];
  const entry = getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: "no-such-api" } }, locale });

  test(`${locale}: shows a 404 page with links in the language of an unknown path, with and without script`, async ({
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

  test(`redirects an unknown path to its ${locale} path by the browser's language, and shows a 404 there`, async ({
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

for (const locale of inOneLanguage("es")) {
  const t = texts[locale];

  test(
    `${locale}: shows a 503 page instead of pages that need the database during its outage, and recovers`,
    nightly,
    async ({ browser, page: scripted, startOwn, tolerate }) => {
      tolerate(/^Failed to load resource/);
      const url = await createDatabase();
      // An app that has once read the catalog shows it during an outage.
      const app = await startOwn({ DATABASE_URL: url });
      const list = `${app.url}${getPathname({ href: "/catalog", locale })}`;
      const entry = getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } }, locale });
      const consent = getPathname({ href: "/consent", locale });
      const answer = `${app.url}${consent}?token=${"a".repeat(43)}`;
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await setUnreachable(url, true);
      for (const address of [list, `${list}?search=draw`, app.url + entry, answer]) {
        const response = await page.goto(address);
        expect([address, response?.status(), response?.headers()["retry-after"]]).toEqual([address, 503, "5"]);
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await expect(page.getByRole("heading", { level: 1, name: t("unavailable.title") })).toBeVisible();
        const mail = page.getByRole("main").getByRole("link", { name: "hello@example.com" });
        await expect(mail).toHaveAttribute("href", "mailto:hello@example.com");
        await expect(page.getByRole("link", { name: errors[locale].home })).toHaveAttribute("href", `/${locale}`);
      }
      await page.goto(list);
      await setUnreachable(url, false);
      await expect(async () => {
        await page.getByRole("link", { name: errors[locale].retry }).click();
        await expect(page.getByRole("heading", { level: 1, name: t("catalog.title") })).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 20_000 });
      await expect(page).toHaveURL(list);
      await context.close();

      // In the next outage, the app shows the list that it has read before, but cannot search.
      await setUnreachable(url, true);
      await expect(async () => expect((await fetch(`${list}?search=draw`)).status).toBe(503)).toPass();
      expect((await fetch(list)).status).toBe(200);
      await scripted.goto(answer);
      await expect(scripted.getByRole("heading", { level: 1, name: t("unavailable.title") })).toBeVisible();
      await expectAccessible(scripted);
    },
  );
}

test("shows an error page with a link home when the script of a form fails", async ({ page, tolerate }) => {
  tolerate(/This browser keeps no history/);
  await page.addInitScript(() => {
    const keep = history.replaceState;
    history.replaceState = function (state: unknown, ...rest: [string, string?]) {
      // Fail only the form's own history entries, not the framework's.
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
