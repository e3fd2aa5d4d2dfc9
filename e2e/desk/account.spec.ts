import { expect } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { browserNote, createRequests, newSession, sessionCookie, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { password, signOut, signUp } from "../support/sign-in.ts";
import { delayScripts, openWithScript } from "../support/site.ts";

const chosen = "tres perros azules";

test.beforeEach(({ tolerate }) => tolerate(browserNote));

test("shows new recovery codes once, and changes the password only with the current one", async ({ page }) => {
  const { recoveryCodes: old } = await signUp(page);
  await page.goto("/admin/account");
  await expect(page.getByText("10 left.")).toBeVisible();
  await page.getByLabel("Your password, to make new ones").fill(password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  const shown = page.getByRole("region", { name: "Your new recovery codes" });
  await expect(shown).toBeVisible();
  const codes = await shown.locator("code").allInnerTexts();
  expect(new Set([...codes, ...old]).size).toBe(20);
  await expectAccessible(page);
  await page.reload();
  await expect(shown).toBeHidden();

  const change = async (current: string, repeated = chosen) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByLabel("New password again").fill(repeated);
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await change("not the password");
  await expect(page.getByText("This password is wrong.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await change(password, `${chosen}.`);
  await expect(page.getByText("This is not the same password.")).toBeVisible();
  await change(password);
  await expect(page.getByRole("status")).toHaveText("Your password is changed, and your other sessions have ended.");
});

test("keeps the account page's buttons disabled until the page's script is ready", nightly, async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const release = await delayScripts(page);
  await page.goto("/admin/account?a=b", { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Sign out" })).toBeDisabled();
  for (const button of await page.locator("main").getByRole("button").all()) await expect.soft(button).toBeDisabled();
  await release();
  await signOut(page);
});

test("lets an operator end one other session, or all others", async ({ signedIn }) => {
  const { operator, context } = await signedIn("member");
  const page = await context.newPage();
  const isOpen = async ({ value }: { value: string }) =>
    (await createRequests({ cookie: `${sessionCookie}=${value}` }).fetch("/admin/account")).status === 200;
  const second = await newSession(operator.id);
  await page.goto("/admin/account");
  await expect(page.getByRole("listitem").filter({ hasText: "Last used" })).toHaveCount(2);
  await page.getByRole("button", { name: /^Sign out: Firefox on Linux/ }).click();
  await expect(page.getByRole("status")).toHaveText("Signed out.");
  expect(await isOpen(second)).toBe(false);
  const third = await newSession(operator.id);
  expect(await isOpen(third)).toBe(true);
  await page.reload();
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  expect(await isOpen(third)).toBe(false);
});

test("shows the desk in the browser's language until the operator chooses one", async ({ signedIn, browser }) => {
  const { cookies } = await signedIn("member");
  const spanish = await browser.newContext({ locale: "es-MX", baseURL: new URL(cookies[0]?.url ?? "").origin });
  spanish.on("page", openWithScript);
  await spanish.addCookies(cookies);
  const own = await spanish.newPage();
  await own.goto("/admin/account");
  await expect(own.locator("html")).toHaveAttribute("lang", "es");
  await expect(own.getByRole("heading", { level: 1 })).toHaveText("Su cuenta");
  await expectAccessible(own);
  await own.getByLabel("Idioma").selectOption("en");
  await own.getByRole("button", { name: "Guardar el idioma" }).click();
  await expect(own.getByRole("heading", { level: 1 })).toHaveText("Your account");
  await own.goto("/admin/inbox");
  await expect(own.locator("html")).toHaveAttribute("lang", "en");
  await spanish.close();
});

test("lets an operator choose which notification mails to receive", async ({ signedIn }) => {
  const { context } = await signedIn("member");
  const page = await context.newPage();
  await page.goto("/admin/account");
  await page.getByLabel("New submissions").selectOption({ label: "Only mine" });
  await page.getByLabel("1st summary").selectOption({ label: "8:00 AM" });
  await page.getByRole("button", { name: "Save email settings" }).click();
  await expect(page.getByRole("status")).toHaveText("Your email settings are saved.");
  await page.reload();
  await expect(page.getByLabel("New submissions")).toHaveValue("mine");
  await expect(page.getByLabel("1st summary")).toHaveValue("8");
});

test("an admin makes an API key, sees it once, and revokes it", async ({ signedIn }) => {
  const page = await (await signedIn("admin")).context.newPage();
  const call = async (path: string, key: string) =>
    (await fetch(`${process.env.E2E_URL}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  await page.goto("/admin/keys");
  await page.getByRole("button", { name: "Make the key" }).click();
  await expect(page.getByText("Please write a name of 1 to 80 characters.")).toBeVisible();
  await expect(page.getByText("Please choose at least one.")).toBeVisible();
  const name = `CRM ${Date.now()}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("checkbox", { name: "Read the catalog’s entries" }).check();
  await page.getByRole("button", { name: "Make the key" }).click();
  await expect(page.getByRole("region", { name: "The new key" })).toBeFocused();
  const key = (await page.locator("#made-key-code").textContent()) ?? "";
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expectAccessible(page);
  expect([await call("entries", key), await call("submissions", key)]).toEqual([200, 403]);
  await page.reload();
  await expect(page.getByRole("row", { name })).toContainText(key.slice(0, 8));
  expect(await page.content()).not.toContain(key);
  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await call("entries", key)).toBe(200);
  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row", { name })).toHaveCount(0);
  expect(await call("entries", key)).toBe(401);
});
