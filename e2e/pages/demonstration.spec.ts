import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { locales, test } from "../support/site.ts";
import { demonstrationNotice, hasDemonstrationNotice, indexedPages } from "../support/site-pages.ts";

// A site with its own address and calendar is in catalog-pages.spec.ts.
test("marks each page as a demonstration and noindex if the site has no address or calendar set", async ({ page }) => {
  for (const locale of locales) {
    for (const href of [...indexedPages, "/evaluation/result"] as const) {
      const html = await (await page.request.get(getPathname({ href, locale }))).text();
      expect(html).toMatch(/<meta name="robots" content="noindex, (no)?follow"/);
      expect([href, hasDemonstrationNotice(html, locale)]).toEqual([href, true]);
    }
    await page.goto(getPathname({ href: "/", locale }));
    const notice = page.getByRole("banner").getByText(demonstrationNotice(locale), { exact: true });
    for (const media of ["print", "screen"] as const) {
      await page.emulateMedia({ media });
      await expect(notice).toBeVisible();
    }
  }
});
