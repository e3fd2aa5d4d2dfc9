import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { openWithScript } from "../support/site.ts";
import { sendLead } from "../support/submissions.ts";
import { query } from "../support/test.ts";

test("lets an admin write and preview assignment rules by keyboard", async ({ signedIn }) => {
  const [admin, ana, berta] = [await signedIn("admin"), await signedIn("member"), await signedIn("member")];
  const word = randomUUID().slice(0, 8);
  const earlier = await sendLead({ company: `Café ${word}` });
  const page = await admin.context.newPage();
  const { keyboard } = page;
  const status = page.getByRole("status").last();
  await page.goto("/admin/assignment");
  const name = page.getByLabel("Name", { exact: true });
  const choose = async ({ operator }: typeof ana) => {
    await page.getByRole("checkbox", { name: operator.name }).focus();
    await keyboard.press("Space");
  };
  const result = page.getByRole("row").filter({ hasText: `Evaluation E-${earlier}` });

  await name.focus();
  await keyboard.type(`First ${word}`);
  await keyboard.press("Enter");
  await expect(page.getByText("Choose someone.", { exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await page.getByLabel("Company contains").focus();
  await keyboard.type(`CAFE ${word}`);
  await expect(result).toContainText("None (no owner)");
  await choose(ana);
  await choose(berta);
  await expect(page.getByText("Choose someone.", { exact: true })).toBeHidden();
  await expect(result).toContainText("This rule");
  await expectAccessible(page);
  await name.focus();
  await keyboard.press("Enter");
  const first = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: `First ${word}` }) });
  await expect(first).toContainText(`Company with “CAFE ${word}”`);
  await expect(result).toContainText(`First ${word}`);

  await name.focus();
  await keyboard.type(`Second ${word}`);
  await page.getByLabel("Company contains").focus();
  await keyboard.type(word);
  await choose(berta);
  await keyboard.press("Enter");
  const up = page.getByRole("button", { name: `Move “Second ${word}” up` });
  await up.focus();
  await keyboard.press("Enter");
  await expect(status).toHaveText(/^“Second \w+” is number \d+ now\.$/);
  await expect(up).toBeFocused();
  await expect(result).toContainText(`Second ${word}`);

  const own = await berta.context.newPage();
  await own.goto("/admin/account");
  await expect(own.getByText("You are on duty.")).toBeVisible();
  await own.keyboard.press("Control+k");
  await own.keyboard.type("off duty");
  await own.keyboard.press("Enter");
  await own.keyboard.press("2");
  await expect(own.getByRole("status").last()).toHaveText("You are off duty.");
  await expect(own.getByRole("button", { name: "Go on duty" })).toBeVisible();

  const edit = page.getByRole("link", { name: `Edit “First ${word}”` });
  await edit.click();
  await name.fill("Never saved");
  await page.getByRole("link", { name: "Cancel", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/assignment$/);
  await edit.click();
  await expect(name).toHaveValue(`First ${word}`);

  await name.fill(`Kept ${word}`);
  const [rule] = await query("SELECT id AS rule, version FROM assignment_rules WHERE name = $1", [`First ${word}`]);
  await admin.send("/api/admin/assignment/remove", rule);
  await name.press("Enter");
  await expect(page.getByRole("alert").getByText(/changed or removed this rule/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "New rule" })).toBeVisible();
  await expect(name).toHaveValue(`Kept ${word}`);
  await name.press("Enter");
  const kept = page.getByRole("rowheader", { name: `Kept ${word}` });
  await expect(kept).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/assignment$/);
  await page.getByRole("button", { name: `Remove “Kept ${word}”` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(kept).toHaveCount(0);
});

test("lets an admin take an operator off duty until a chosen day, in Spanish", async ({ signedIn, browser }) => {
  const [admin, { operator }] = [await signedIn("admin"), await signedIn("member")];
  const spanish = await browser.newContext({ locale: "es-MX", baseURL: admin.cookies[0]?.url ?? "" });
  spanish.on("page", openWithScript);
  await spanish.addCookies(admin.cookies);
  const page = await spanish.newPage();
  await page.goto("/admin/operators");
  await page.getByRole("button", { name: `Quitar del turno hasta…: ${operator.name}` }).click();
  const asked = page.getByRole("textbox", { name: `${operator.name}: fuera de turno hasta` });
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await asked.fill(day);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: operator.email });
  await expect(row).toContainText("Fuera de turno hasta el");
  await page.goto("/admin/assignment");
  await expect(page.getByRole("checkbox", { name: `${operator.name} (fuera de turno hasta el ` })).toBeVisible();
  await expectAccessible(page);
  await spanish.close();
});
