import { expect } from "@playwright/test";
import texts from "../../messages/en/desk/error.json" with { type: "json" };
import { test } from "../support/operators.ts";

test("shows an error page with a way back to the inbox when a script of the desk fails", async ({
  page,
  context,
  signedIn,
  tolerate,
}) => {
  tolerate(/This browser takes no keys/);
  await context.addCookies((await signedIn("member")).cookies);
  await page.addInitScript(() => {
    const keep = document.addEventListener;
    document.addEventListener = function (this: Document, ...given: unknown[]) {
      // Fail only the inbox's own listener: failed listeners of the framework would report more errors.
      if (given[0] === "keydown" && given.length === 2) throw new Error("This browser takes no keys");
      return Reflect.apply(keep, this, given);
    };
  });
  await page.goto("/admin/inbox");
  const alert = page.getByRole("alert").filter({ hasText: texts.title });
  await expect(alert.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(alert.getByRole("link", { name: texts.home })).toHaveAttribute("href", "/admin/inbox");
});
