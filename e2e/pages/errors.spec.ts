import { expect } from "@playwright/test";
import { toChangesHref } from "../../components/catalog/paths.ts";
import { errorTexts as errors } from "../../lib/i18n/error-texts.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { setUnreachable } from "../support/database-away.ts";
import { nightly } from "../support/nightly.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { test, texts } from "../support/site.ts";
import { createDatabase } from "../support/test.ts";

test("shows a 404 page with links in the language of an unknown path, with and without script", async ({
  browser,
  baseURL,
}) => {
  const t = texts.en;
  for (const [address, javaScriptEnabled] of [
    ["/en/no-such-page", true],
    ["/en/catalog/no-such-api", false],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const response = await page.goto(`${baseURL}${address}`);
    expect(response?.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page).toHaveTitle(`${t("notFound.title")} · Encaje`);
    await expect(page.getByRole("heading", { level: 1, name: t("notFound.title") })).toBeVisible();
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute("content", /noindex/);
    for (const [name, href] of [
      [t("notFound.home"), "/"],
      [t("notFound.catalog"), "/catalog"],
      [t("notFound.contact"), "/contact"],
    ] as const) {
      const link = page.getByRole("main").getByRole("link", { name, exact: true });
      await expect(link).toHaveAttribute("href", getPathname({ href, locale: "en" }));
    }
    await expect(page).toHaveURL(`${baseURL}${address}`);
    await context.close();
  }
});

test(
  "shows a 503 page with a retry link instead of a page that needs the failed database",
  nightly,
  async ({ page, startOwn, tolerate }) => {
    tolerate(/^Failed to load resource/);
    const url = await createDatabase();
    const app = await startOwn({ DATABASE_URL: url });
    const list = `${app.url}${getPathname({ href: "/catalog", locale: "es" })}`;
    await setUnreachable(url, true);
    await page.goto(list);
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(page.getByRole("heading", { level: 1, name: texts.es("unavailable.title") })).toBeVisible();
    const mail = page.getByRole("main").getByRole("link", { name: "hello@example.com" });
    await expect(mail).toHaveAttribute("href", "mailto:hello@example.com");
    await expect(page.getByRole("link", { name: errors.es.home })).toHaveAttribute("href", "/es");
    await expectAccessible(page);
    await setUnreachable(url, false);
    await expect(async () => {
      await page.getByRole("link", { name: errors.es.retry }).click();
      const title = texts.es("catalog.title");
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    await expect(page).toHaveURL(list);
    // In the next outage, the app shows the list that it has read before, but cannot search.
    await setUnreachable(url, true);
    await expect(async () => expect((await fetch(`${list}?search=draw`)).status).toBe(503)).toPass();
    expect((await fetch(list)).status).toBe(200);
  },
);

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

test("keeps a refusal, confirmation or comparison when the language changes", async ({ request }) => {
  for (const [href, query] of [
    ["/evaluation/refused", "?fields=email%3Dpattern"],
    ["/contact/refused", "?problem=rate_limited&minutes=8"],
    ["/consent/refused", "?problem=rate_limited&minutes=8"],
    ["/changes/subscription", "?sent=1"],
    [toChangesHref("receipts-validation"), "?from=1&to=1"],
  ] as const) {
    const response = await request.get(getPathname({ href, locale: "en" }) + query);
    const other = getPathname({ href, locale: "es" }) + query.replaceAll("&", "&amp;");
    expect(await response.text()).toContain(`href="${other}"`);
  }
});
