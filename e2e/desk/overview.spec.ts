import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendLead } from "../support/submissions.ts";
import { byAgent, query } from "../support/test.ts";

test("links from the overview to periods and submissions, and fits its table headers in Spanish", async ({
  signedIn,
}) => {
  const { operator, context } = await signedIn("member");
  await sendLead(byAgent({}));
  await query(
    `INSERT INTO form_steps SELECT current_date, form, step, 'es', 'assistant', 'tablet', 10000
    FROM unnest(ARRAY['evaluation', 'contact'], ARRAY['start', 'start']) AS steps (form, step) ON CONFLICT DO NOTHING`,
  );
  const page = await context.newPage();
  await page.goto("/admin/overview");
  await page.getByRole("link", { name: "Waiting, due first" }).click();
  await expect(page).toHaveURL(/\/admin\/inbox\?reply=waiting&snoozed=all&sort=due$/);
  await expect(page.getByRole("button", { name: "First reply: Still waiting" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await page.goBack();
  const rows = page.getByRole("table", { name: "Submissions by route" }).getByRole("row");
  await expect(page.getByRole("figure")).toHaveCount(10);
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "26 weeks" }).click();
  await expect(page).toHaveURL(/\/admin\/overview\?weeks=26$/);
  await expect(rows).toHaveCount(28);
  await page.getByLabel("From", { exact: true }).fill("2026-01-05");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/\?from=2026-01-05&to=\d{4}-\d\d-\d\d$/);
  await rows.last().getByRole("link").last().click();
  await expect(page).toHaveURL(/\/admin\/inbox\?from=2026-01-05&to=\d{4}-\d\d-\d\d&snoozed=all$/);

  await query("UPDATE operators SET language = 'es' WHERE id = $1", [operator.id]);
  await page.goto("/admin/overview");
  const headers = page.getByRole("columnheader");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(headers.filter({ hasText: "Primera respuesta" })).toBeVisible();
    // Text that is aligned at the end overflows at the start, which scrollWidth does not count.
    const wide = await headers.evaluateAll((all) =>
      all.flatMap((header) => {
        const text = document.createRange();
        text.selectNodeContents(header);
        const [cell, inner] = [header.getBoundingClientRect(), text.getBoundingClientRect()];
        return inner.left < cell.left - 1 || inner.right > cell.right + 1 ? [header.textContent] : [];
      }),
    );
    expect(wide, String(width)).toEqual([]);
  }
  await expectAccessible(page);
});
