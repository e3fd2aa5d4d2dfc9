import { expect } from "@playwright/test";
import { parseHandOff } from "../../lib/domain/submissions/intake/hand-off.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { open, test, texts } from "../support/site.ts";

test("explains on the home page how an assistant connects, hands over a form and asks for consent", async ({
  page,
}) => {
  await open(page, "es", "/");
  const section = page.getByRole("region", { name: texts.es("forAssistants.title") });
  for (const summary of await section.locator("summary").all()) await summary.click();
  await expect(section.locator("details[open]")).toHaveCount(3);
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
  const { origin } = new URL(canonical ?? "");
  await expect(section.getByText(`${origin}/mcp`, { exact: true })).toBeVisible();
  await expect(section.locator('a[href="/api/openapi.json"]')).toBeVisible();
  const link = await section.locator("code").filter({ hasText: "assistant=ChatGPT" }).textContent();
  const { search, hash } = new URL(link ?? "");
  expect(parseHandOff("evaluation", search, hash)).toMatchObject({
    assistant: "ChatGPT",
    values: { name: "Lucía Hernández" },
  });
  await expectAccessible(page);
});
