import { randomBytes } from "node:crypto";
import { expect, type Response } from "@playwright/test";
import { browserNote, createRequests, newSession, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import {
  acceptInvitation,
  createInvitation,
  enterCode,
  getProblem,
  makeCode,
  newDeskClient,
  password,
  sendPassword,
  signOut,
  toAccount,
  toUrlPattern,
} from "../support/sign-in.ts";
import { sendLead } from "../support/submissions.ts";
import { query, randomWord } from "../support/test.ts";

test.beforeEach(({ tolerate }) => tolerate(browserNote));

test("lets an invited person set up a password and a second factor, and sign in with both", async ({ page }) => {
  test.slow();
  const link = `/admin/inbox/evaluation/${await sendLead()}`;
  const { email, path } = await createInvitation();
  await acceptInvitation(page, path);
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  await expect(page.getByRole("img", { name: "QR code" })).toBeInViewport();
  await page.goto(link);
  await expect(page).toHaveURL(toUrlPattern("/admin/second-factor/set-up"));
  const account = toAccount(email, await page.locator("code").allInnerTexts());
  expect(account.recoveryCodes).toHaveLength(10);
  await expectAccessible(page);
  await enterCode(page, await makeCode(account), "Confirm");
  await expect(page).toHaveURL(toUrlPattern(link));
  await signOut(page);

  await page.goto(link);
  await expect(page.getByLabel("Email")).toBeFocused();
  await sendPassword(page, email, "not the password");
  await expect(getProblem(page)).toContainText("The email address or the password is wrong.");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toBeFocused();
  await expectAccessible(page);
  await sendPassword(page, email);
  await expect(page).toHaveURL(toUrlPattern("/admin/second-factor"));
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  await enterCode(page, "AAAAA-AAAAA");
  await expect(page.getByText("This code is wrong")).toBeVisible();
  await page.context().clearCookies();
  await enterCode(page, "AAAAA-AAAAB");
  await getProblem(page).getByRole("link", { name: "Sign in" }).click();
  await sendPassword(page, email);
  await enterCode(page, account.recoveryCodes[0] ?? "");
  await expect(page).toHaveURL(toUrlPattern(link));
  const log = await query("SELECT action, details FROM audit_entries WHERE actor = $1 ORDER BY id", [email]);
  expect(log).toEqual([
    { action: "invitation_accepted", details: null },
    { action: "sign_in", details: { secondFactor: "none" } },
    { action: "second_factor_set_up", details: null },
    { action: "sign_out", details: null },
    { action: "sign_in", details: { secondFactor: "recovery code" } },
  ]);
});

test("tells an open tab that its session has ended, and receives new submissions again after a new sign-in", async ({
  signedIn,
}) => {
  const { context, cookies, operator, send } = await signedIn("member");
  const company = randomWord();
  const page = await context.newPage();
  const isPolled = (response: Response) => response.url().includes("/inbox/changes") && response.ok();
  await Promise.all([page.waitForResponse(isPolled), page.goto(`/admin/inbox?q=${company}`)]);
  await send("/api/admin/sign-out");
  const problem = page.getByRole("main").getByRole("alert");
  await expect(problem.getByRole("link", { name: "Sign in" })).toBeVisible();
  const { value } = await newSession(operator.id);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, value })));
  await sendLead({ company });
  await page.getByRole("button", { name: "1 new" }).click();
  await expect(problem).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Submissions" }).getByRole("listitem")).toHaveCount(1);
});

test("redirects a signed-in operator from the sign-in page only to pages of the desk", async ({ signedIn }) => {
  const { fetch } = await signedIn("member");
  const leadsTo = async (to: string) =>
    (await fetch(`/admin/sign-in?to=${encodeURIComponent(to)}`)).headers.get("location");
  expect(await leadsTo("/admin/overview?a=b")).toBe("/admin/overview?a=b");
  expect(await leadsTo("https://evil.example/admin/inbox")).toBe("/admin/inbox");
});

test("ignores a return path in a caller's x-desk-address header", async () => {
  const { fetch } = createRequests({ "x-desk-address": "/admin/audit" });
  expect((await fetch("/admin/account")).headers.get("location")).toBe("/admin/sign-in?to=%2Fadmin%2Faccount");
});

test("lets an admin invite an operator, change their role, take them off duty and disable them", async ({
  signedIn,
}) => {
  const { context } = await signedIn("admin");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const admin = await context.newPage();
  await admin.goto("/admin/operators");
  const email = `${randomBytes(8).toString("hex")}@desk.example`;
  await admin.getByLabel("Email").fill(email);
  await admin.getByRole("button", { name: "Make the link" }).click();
  const link = (await admin.locator("section code").textContent()) ?? "";
  await admin.getByRole("button", { name: "Copy the link" }).press("Enter");
  await expect(admin.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessible(admin);
  const token = new URL(link).pathname.split("/").at(-1) ?? "";
  const client = newDeskClient();
  await client.send("/api/admin/invitation", { token, name: "Ana", password, repeated: password });
  const isSignedIn = async () => (await client.read("/admin/second-factor/set-up")).status === 200;
  expect(await isSignedIn()).toBe(true);
  await admin.reload();
  await expect(admin.locator("section code")).toHaveCount(0);
  const row = admin.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Second factor not set up");
  await admin.getByLabel("Email").fill(email);
  await admin.getByRole("button", { name: "Make the link" }).click();
  await expect(admin.getByLabel("Email")).toBeFocused();
  await row.getByRole("button", { name: /^Make admin/ }).click();
  await expect(row).toContainText("Admin");
  await row.getByRole("button", { name: /^Take off duty until…/ }).click();
  const returns = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await admin.getByRole("textbox", { name: /: off duty until…/ }).fill(returns);
  await admin.keyboard.press("Enter");
  await expect(row).toContainText("Off duty until");
  await row.getByRole("button", { name: /^Disable/ }).click();
  await expect(row).toContainText("Disabled since");
  expect(await isSignedIn()).toBe(false);
  await admin.goto("/admin/audit");
  await expectAccessible(admin);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("without script, keeps a typed password in its field and out of the URL", async ({ page }) => {
    await page.goto("/admin/sign-in");
    await page.getByLabel("Email").fill("ana@desk.example");
    await page.getByLabel("Password").fill(password);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Password")).toHaveValue(password);
    await expect(page).toHaveURL(toUrlPattern("/admin/sign-in"));
  });
});
