import { expect } from "@playwright/test";
import { buttons, getStep, openCheckStep, test, texts } from "../support/site.ts";

const t = texts.en;

test("places each Change link beside its answer, and can unfold and fold a long text", async ({ page }) => {
  await openCheckStep(page, "en");
  await expect(page.getByRole("button", { name: t("evaluation.showAll") })).toHaveCount(0);
  const rows = await getStep(page)
    .locator("dl > div")
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll("dd")].map((cell) => {
          const range = document.createRange();
          const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
          if (text) range.selectNodeContents(text);
          return range.getClientRects()[0]?.bottom;
        }),
      ),
    );
  expect(rows).toHaveLength(16);
  for (const [answer = 0, change] of rows) expect(change).toBeCloseTo(answer, 0);

  await page.setViewportSize({ width: 360, height: 740 });
  const list = await getStep(page).locator("dl").boundingBox();
  const answer = await getStep(page).locator("dd").filter({ hasText: "Honduras" }).boundingBox();
  expect(answer?.width, "at 360 pixels").toBe(list?.width);
  const consent = await page
    .locator("form")
    .getByRole("link", { name: t("site.privacy") })
    .boundingBox();
  const send = await page.getByRole("button", { name: t("evaluation.send") }).boundingBox();
  expect(consent?.y).toBeLessThan(send?.y ?? 0);

  await page.getByRole("link", { name: `Change: ${t("fields.labels.projectDescription")}` }).click();
  await page.locator("#projectDescription").fill(`${"A long text. ".repeat(300)}The end.`);
  await buttons.continue(page, "en").click();
  const text = getStep(page).getByText("The end.");
  const height = async () => (await text.boundingBox())?.height ?? 0;
  const folded = await height();
  expect(folded).toBeLessThan(200);
  await page.getByRole("button", { name: t("evaluation.showAll") }).click();
  expect(await height()).toBeGreaterThan(folded * 3);
  await page.getByRole("button", { name: t("evaluation.showLess") }).click();
  expect(await height()).toBe(folded);
});
