import { expect } from "@playwright/test";
import { accessibilitySections, securitySections } from "../../components/site/article.tsx";
import { getPathname } from "../../lib/i18n/paths.ts";
import { open, test, texts } from "../support/site.ts";

const t = texts.es;

test("links from the footer to the statements on accessibility and security", async ({ page }) => {
  await open(page, "es", "/");
  for (const [name, sections] of [
    ["accessibility", accessibilitySections.map((section) => t(`accessibility.sections.${section}.title`))],
    ["security", securitySections.map((section) => t(`security.sections.${section}.title`))],
  ] as const) {
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: t(`site.${name}`), exact: true })
      .click();
    await expect(page).toHaveURL(getPathname({ href: `/${name}`, locale: "es" }));
    await expect(page.getByRole("heading", { level: 1, name: t(`${name}.title`) })).toBeVisible();
    // The tests' company has no policies, so the page has no section for them.
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      t("site.contents"),
      ...sections,
    ]);
    if (name === "security") {
      const privacy = getPathname({ href: "/privacy", locale: "es" });
      await expect(page.locator("main header").getByRole("link")).toHaveAttribute("href", privacy);
    }
    const report = page.getByRole("region", { name: t(`${name}.sections.report.title`) });
    await expect(report.getByRole("link")).toHaveAttribute("href", "mailto:hello@example.com");
  }
});
