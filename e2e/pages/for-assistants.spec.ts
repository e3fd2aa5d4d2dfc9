import { expect } from "@playwright/test";
import { firstByDay, inOneLanguage } from "../support/nightly.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { open, test, texts } from "../support/site.ts";

for (const locale of inOneLanguage("es")) {
  for (const href of firstByDay(["/", "/evaluation", "/catalog"] as const)) {
    test(`${locale}: explains on ${href} how an assistant connects, hands over a form and asks for consent`, async ({
      page,
    }) => {
      await open(page, locale, href);
      const section = page.getByRole("region", { name: texts[locale]("forAssistants.title") });
      for (const summary of await section.locator("summary").all()) await summary.click();
      await expect(section.locator("details[open]")).toHaveCount(3);
      const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
      const { origin } = new URL(canonical ?? "");
      await expect(section.getByText(`${origin}/mcp`, { exact: true })).toBeVisible();
      await expect(section.locator('a[href="/api/openapi.json"]')).toBeVisible();
      // Check one page only, because the section is the same on each.
      if (href === "/") await expectAccessible(page);
    });
  }
}

test("opens a prefilled evaluation by the example link for assistants", async ({ page }) => {
  await open(page, "en", "/");
  const link = await page.locator("section code").filter({ hasText: "assistant=ChatGPT" }).textContent();
  await page.goto(link ?? "");
  await expect(page.locator("#hand-off")).toContainText("ChatGPT");
  await expect(page.locator("#name")).toHaveValue("Lucía Hernández");
});
