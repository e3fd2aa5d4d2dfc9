import { expect } from "@playwright/test";
import { requestsOf, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { at, enterCode, enterPassword, password, problemOf, register, signOut } from "../support/sign-in.ts";
import { randomAddress } from "../support/test.ts";

const chosen = "tres perros azules";

test("a password is changed with the old one alone, and lets in from then on", async ({ page }) => {
  const { email, recoveryCodes } = await register(page);
  await page.goto("/admin/account");
  const change = async (current: string, repeated = chosen) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByLabel("New password again").fill(repeated);
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await change("not the password");
  await expect(problemOf(page)).toContainText("the current password is wrong");
  await change(password, `${chosen}.`);
  await expect(problemOf(page)).toContainText("not the same twice");
  await expectAccessible(page);
  await change(password);
  await expect(page.getByRole("status")).toHaveText("Your password is changed, and your other sessions have ended.");
  await signOut(page);
  await enterPassword(page, email);
  await expect(page).toHaveURL(at("/admin/sign-in?problem=invalid_input"));
  await enterPassword(page, email, chosen);
  await enterCode(page, recoveryCodes[0] ?? "");
  await expect(page).toHaveURL(at("/admin/inbox"));
});

test("recovery codes are renewed with the password, shown once, and the old ones are worth nothing", async ({
  page,
}) => {
  const { email, recoveryCodes: old } = await register(page);
  await page.goto("/admin/account");
  await expect(page.getByText("10 are left.")).toBeVisible();
  const renew = async (given: string) => {
    await page.getByLabel("Your password, to make new ones").fill(given);
    await page.getByRole("button", { name: "Make new codes" }).click();
  };
  await renew("not the password");
  await expect(problemOf(page)).toContainText("Nothing was changed: the password is wrong.");
  await renew(password);
  const shown = page.getByRole("region", { name: "Your new recovery codes" });
  const codes = await shown.locator("code").allInnerTexts();
  expect(new Set([...codes, ...old]).size).toBe(20);
  expect(page.url()).toMatch(/\/admin\/account$/);
  await expectAccessible(page);
  await page.context().clearCookies({ name: "desk.recovery_codes" });
  await page.reload();
  await expect(shown).toBeHidden();
  await signOut(page);
  await enterPassword(page, email);
  await enterCode(page, old[0] ?? "");
  await expect(problemOf(page)).toBeVisible();
  await enterCode(page, codes[0] ?? "");
  await expect(page).toHaveURL(at("/admin/inbox"));
  await page.goto("/admin/account");
  await expect(page.getByText("9 are left.")).toBeVisible();
});

test("a sign-out takes new codes away that the browser has still to show", async ({ page }) => {
  await register(page);
  await page.goto("/admin/account");
  await page.getByLabel("Your password, to make new ones").fill(password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("region", { name: "Your new recovery codes" })).toBeVisible();
  const kept = async () => (await page.context().cookies()).map(({ name }) => name);
  expect(await kept()).toContain("desk.recovery_codes");
  await signOut(page);
  expect(await kept()).toEqual(["desk.device"]);
});

test("ten sign-ins of a stranger keep nobody from changing the password", async ({ page }) => {
  const { email } = await register(page);
  const { post } = requestsOf({ "x-forwarded-for": randomAddress() });
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= 10; attempt++) {
    const values = { email, password: "not the password" };
    statuses.push((await post("/api/admin/sign-in", values, { accept: "*/*" })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  await page.goto("/admin/account");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password", { exact: true }).fill(chosen);
  await page.getByLabel("New password again").fill(chosen);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password is changed, and your other sessions have ended.");
});

test("a forged cookie of recovery codes shows nothing", async ({ signedIn }) => {
  const { fetch, cookie } = await signedIn("member");
  for (const value of ["x", "aaaaa-bbbbb.<b>", "aaaaa-bbbb"]) {
    const page = await (
      await fetch("/admin/account", { headers: { cookie: `${cookie}; desk.recovery_codes=${value}` } })
    ).text();
    expect(page).toContain("Your account");
    expect(page).not.toContain("Your new recovery codes");
  }
});
