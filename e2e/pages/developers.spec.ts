import { expect } from "@playwright/test";
import { guideErrors, guideSections } from "../../lib/contract/guide.ts";
import { operations } from "../../lib/contract/operations.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { locales, open, test, texts } from "../support/site.ts";

for (const locale of locales) {
  const t = texts[locale];

  test(`the foot of each page leads to a guide for developers instead of raw JSON, ${locale}`, async ({ page }) => {
    await open(page, locale, "/");
    const foot = page.getByRole("contentinfo");
    await expect(foot.locator('a[href="/api/openapi.json"]')).toHaveCount(0);
    const link = foot.getByRole("link", { name: t("site.developers"), exact: true });
    await expect(link).toHaveAttribute("href", getPathname({ href: "/developers", locale }));
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: t("developers.title") })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([
      t("catalog.onThisPage"),
      ...guideSections.map((id) => t(`developers.sections.${id}.title`)),
      t("developers.reference"),
    ]);
    const errors = page.getByRole("region", { name: t("developers.sections.errors.title") });
    await expect(errors.getByRole("term")).toHaveText(
      guideErrors.map(({ status, code }) => (code ? `${status} ${code}` : `${status}`)),
    );
  });

  test(`the guide has the addresses of the API, its document and the MCP server, ${locale}`, async ({
    page,
    baseURL,
  }) => {
    await open(page, locale, "/developers");
    const siteUrl = baseURL?.replace("127.0.0.1", "localhost");
    await expect(page.getByRole("main").locator("header").getByRole("definition").locator("code")).toHaveText([
      `${siteUrl}/api`,
      `${siteUrl}/api/openapi.json`,
      `${siteUrl}/mcp`,
    ]);
  });

  test(`the reference shows every operation of the contract, ${locale}`, async ({ page }) => {
    await open(page, locale, "/developers");
    const reference = page.getByRole("region", { name: t("developers.reference"), exact: true });
    await expect(reference.getByRole("link", { name: t("developers.download") })).toHaveAttribute(
      "href",
      "/api/openapi.json",
    );
    for (const { method, path } of Object.values(operations)) {
      await expect(
        reference.locator("summary").filter({ hasText: new RegExp(`^${method}${path}(?!/)`) }),
      ).toBeVisible();
    }
  });
}
