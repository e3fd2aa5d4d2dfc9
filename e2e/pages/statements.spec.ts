import { expect } from "@playwright/test";
import { accessibilitySections, securitySections } from "../../components/site/article.tsx";
import { getPathname } from "../../lib/i18n/paths.ts";
import { inOneLanguage } from "../support/nightly.ts";
import { open, test, texts } from "../support/site.ts";

for (const locale of inOneLanguage("es")) {
  const t = texts[locale];

  const pages = [
    {
      name: "accessibility",
      titles: accessibilitySections.map((section) => t(`accessibility.sections.${section}.title`)),
    },
    { name: "security", titles: securitySections.map((section) => t(`security.sections.${section}.title`)) },
  ] as const;

  for (const { name, titles } of pages) {
    test(`${locale}: links from the footer to the ${name} page, which shows its sections and a contact`, async ({
      page,
    }) => {
      await open(page, locale, "/");
      const link = page.getByRole("contentinfo").getByRole("link", { name: t(`site.${name}`), exact: true });
      await expect(link).toHaveAttribute("href", getPathname({ href: `/${name}`, locale }));
      await link.click();
      await expect(page.getByRole("heading", { level: 1, name: t(`${name}.title`) })).toBeVisible();
      // The tests' company has no policies, so the page has no section for them.
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
        t("site.contents"),
        ...titles,
      ]);
      const report = page.getByRole("region", { name: t(`${name}.sections.report.title`) });
      await expect(report.getByRole("link")).toHaveAttribute("href", "mailto:hello@example.com");
    });
  }

  test(`${locale}: links from the security page to the privacy notice`, async ({ page }) => {
    await open(page, locale, "/security");
    await expect(page.locator("main header").getByRole("link")).toHaveAttribute(
      "href",
      getPathname({ href: "/privacy", locale }),
    );
  });
}
