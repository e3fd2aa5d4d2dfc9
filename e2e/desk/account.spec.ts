import { expect } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { browserNote, newSession, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { password, signOut, signUp } from "../support/sign-in.ts";
import { delayScripts } from "../support/site.ts";
import { query } from "../support/test.ts";

const chosen = "tres perros azules";

test.beforeEach(({ tolerate }) => tolerate(browserNote));

test("lets an operator end sessions, go off duty, and change mails, recovery codes, password and language", async ({
  page,
}) => {
  const { email, recoveryCodes: old } = await signUp(page);
  const [operator] = await query<{ id: string }>("SELECT id FROM operators WHERE email = $1", [email]);
  for (const _ of ["second", "third"]) await newSession(operator?.id ?? "");
  await page.goto("/admin/account");
  const expectStatus = (text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
  const sessions = page.getByRole("listitem").filter({ hasText: "Last used" });
  await expect(sessions).toHaveCount(3);
  await page
    .getByRole("button", { name: /^Sign out: Firefox on Linux/ })
    .first()
    .click();
  await expectStatus("Signed out.");
  await expect(sessions).toHaveCount(2);
  // The focus stays near a button that is gone, and on one that is rendered anew.
  await expect(sessions.and(page.locator(":focus"))).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  await expect(page.getByRole("heading").and(page.locator(":focus"))).toHaveCount(1);
  await expect(page.getByText("You are on duty.")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("off duty");
  await page.keyboard.press("Enter");
  await page.keyboard.press("2");
  await expectStatus("You are off duty.");
  await expect(page.getByRole("button", { name: "Go on duty" })).toBeVisible();
  await page.getByLabel("New submissions").selectOption({ label: "Only mine" });
  await page.getByLabel("1st summary").selectOption({ label: "8:00 AM" });
  await page.getByRole("button", { name: "Save email settings" }).click();
  await expectStatus("Your email settings are saved.");
  await expect(page.getByRole("button", { name: "Save email settings" })).toBeFocused();

  await expect(page.getByText("10 left.")).toBeVisible();
  await page.getByLabel("Your password, to make new ones").fill(password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  const shown = page.getByRole("region", { name: "Your new recovery codes" });
  await expect(shown).toBeVisible();
  const codes = await shown.locator("code").allInnerTexts();
  expect(new Set([...codes, ...old]).size).toBe(20);
  await expectAccessible(page);

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
  await expectStatus("Your password is changed, and your other sessions have ended.");

  await page.getByLabel("Language").selectOption("es");
  await page.getByRole("button", { name: "Save the language" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Su cuenta");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByLabel("Envíos nuevos")).toHaveValue("mine");
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
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

test("lets an admin create an API key, which is shown once, and revoke it", async ({ signedIn }) => {
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
  await expect(page.getByRole("row", { name })).toContainText(key.slice(0, 8));
  expect(await (await page.request.get("/admin/keys")).text()).not.toContain(key);
  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await call("entries", key)).toBe(200);
  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row", { name })).toHaveCount(0);
  expect(await call("entries", key)).toBe(401);
});
