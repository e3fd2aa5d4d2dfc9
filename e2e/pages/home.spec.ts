import { expect, test } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";

test("the home page shows each operation and logs no error", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${process.env.E2E_URL}/`);
  for (const { summary } of Object.values(operations)) {
    await expect(page.getByRole("heading", { name: summary, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "OpenAPI document" })).toHaveAttribute("href", "/api/openapi.json");
  expect(errors).toEqual([]);
});
