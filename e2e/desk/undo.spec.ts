import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { sendLead } from "../support/submissions.ts";

test("retries an undo in a new tab, then records a WhatsApp message as a reply, and undoes that", async ({
  signedIn,
}) => {
  const number = await sendLead({ phone: "(044) 55-1234-5678", language: "es" });
  const { context, operator, send } = await signedIn("member");
  const items = [{ kind: "evaluation", id: number, from: "new" }];
  await send("/api/admin/changes", { type: "status", items, status: "in_review" });
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const page = await context.newPage();
  await page.goto(`/admin/inbox/evaluation/${number}`);
  const undo = page.getByRole("button", { name: "Undo the last change" });
  await expect(undo).toBeVisible();
  await page.route("**/api/admin/changes/undo", (route) => route.abort(), { times: 1 });
  await page.keyboard.press("z");
  await expect(page.getByRole("alert").filter({ hasText: "did not answer" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByRole("button", { name: /^Status: New/ })).toBeVisible();

  await expect(page.getByRole("link", { name: "+52 55 1234 5678" })).toHaveAttribute("href", "tel:+525512345678");
  await expect(page.getByText("As typed: (044) 55-1234-5678")).toBeVisible();
  const link = page.getByRole("link", { name: "WhatsApp" });
  await link.focus();
  const [chat] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  const { pathname, searchParams } = new URL(chat.url());
  expect(pathname).toBe("/525512345678");
  expect(searchParams.get("text")).toContain(
    `soy ${operator.name}, de Encaje. Le escribo por su proyecto, referencia E-${number}.`,
  );
  await chat.close();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Mark it as contacted" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "wrote on WhatsApp" })).toBeVisible();
  await expect(link).toBeFocused();
  await expect(page.getByRole("button", { name: /^Status: Contacted/ })).toBeVisible();
  await undo.click();
  await expect(page.getByRole("button", { name: /^Status: New/ })).toBeVisible();
});
