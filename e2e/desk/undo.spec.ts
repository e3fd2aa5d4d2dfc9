import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { sentLead } from "../support/submissions.ts";

test("lets an operator repeat an undo that failed without a network", async ({ signedIn }) => {
  const company = `w${randomBytes(6).toString("hex")}`;
  await sentLead({ company });
  const page = await (await signedIn("member")).context.newPage();
  await page.goto(`/admin/inbox?q=${company}`);
  await page.getByRole("list", { name: "Submissions" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/admin\/inbox\/evaluation\/\d+\?/);
  const status = page.getByRole("article").getByRole("button", { name: /^Status:/ });
  await status.click();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("status")).toContainText("marked as In review");
  const undos = "**/api/admin/changes/undo";
  await page.route(undos, (route) => route.abort());
  await page.keyboard.press("z");
  await expect(page.getByRole("alert").filter({ hasText: "did not answer" })).toBeVisible();
  await page.unroute(undos);
  await page.keyboard.press("z");
  await expect(page.getByRole("button", { name: /^Status: New/ })).toBeVisible();
});
