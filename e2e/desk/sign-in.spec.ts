import { randomBytes } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { expect } from "@playwright/test";
import { newSession, requestsOf, sessionCookie, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import {
  type Account,
  acceptInvitation,
  at,
  decodeBase32,
  enterCode,
  enterPassword,
  invite,
  password,
  problemOf,
  register,
  sessionValueOf,
  signOut,
} from "../support/sign-in.ts";
import { query, randomAddress } from "../support/test.ts";

/** The app's next code, which is taken already: the one of now may have set the second factor up, and works once. */
const nextCodeOf = ({ secret }: Account) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + 1);

test("an invited person sets password and second factor, and from then on signs in with both", async ({ page }) => {
  const account = await register(page);
  expect(account.recoveryCodes).toHaveLength(10);
  await page.goto("/admin/second-factor/set-up");
  await expect(page).toHaveURL(at("/admin/inbox"));
  await signOut(page);
  await enterPassword(page, account.email);
  await expect(page).toHaveURL(at("/admin/second-factor"));
  expect(await sessionValueOf(page.context())).toBeUndefined();
  await page.goto("/admin/inbox");
  await expect(page).toHaveURL(at("/admin/sign-in"));
  await page.goto("/admin/second-factor");
  await enterCode(page, await nextCodeOf(account));
  await expect(page).toHaveURL(at("/admin/inbox"));
  const log = await query("SELECT action, details FROM audit_entries WHERE actor = $1 ORDER BY id", [account.email]);
  expect(log).toEqual([
    { action: "invitation_accepted", details: null },
    { action: "sign_in", details: { secondFactor: "none" } },
    { action: "second_factor_set_up", details: null },
    { action: "sign_out", details: null },
    { action: "sign_in", details: { secondFactor: "code" } },
  ]);
});

test("a recovery code signs in once, and so does a code of the app", async ({ page }) => {
  const account = await register(page);
  const [recovery = ""] = account.recoveryCodes;
  const code = await nextCodeOf(account);
  for (const each of [recovery, code]) {
    await signOut(page);
    await enterPassword(page, account.email);
    await enterCode(page, each);
    await expect(page).toHaveURL(at("/admin/inbox"));
  }
  await signOut(page);
  await enterPassword(page, account.email);
  for (const each of [recovery, code]) {
    await enterCode(page, each);
    await expect(problemOf(page)).toContainText("This code is wrong, has run out or was used before.");
  }
});

test("before the second factor is set up nothing else is open, and an earlier session ends with it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, path } = await invite();
  await acceptInvitation(page, path);
  await enterPassword(page, email);
  await page.goto("/admin/account");
  await expect(page).toHaveURL(at("/admin/second-factor/set-up"));
  const address = { "x-forwarded-for": randomAddress() };
  const thief = await browser.newContext({ baseURL, extraHTTPHeaders: address });
  const other = await thief.newPage();
  await enterPassword(other, email);
  await expect(other).toHaveURL(at("/admin/second-factor/set-up"));
  await page.reload();
  const [shown = ""] = await page.locator("code").allInnerTexts();
  const before = await sessionValueOf(page.context());
  await enterCode(page, "000 000", "Confirm");
  await expect(problemOf(page)).toContainText("This code is wrong");
  await enterCode(page, await createOTP(decodeBase32(shown.replace(/\s/g, ""))).totp(), "Confirm");
  await expect(page).toHaveURL(at("/admin/account"));
  expect(await sessionValueOf(page.context())).not.toBe(before);
  await other.goto("/admin/second-factor/set-up");
  await expect(other).toHaveURL(at("/admin/sign-in"));
  await thief.close();
});

test("ten wrong passwords of strangers lock an account, but not for a browser that has signed in", async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await register(page);
  await signOut(page);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const { post } = requestsOf({ "x-forwarded-for": randomAddress() });
    const values = { email: account.email, password: "not the password" };
    const response = await post("/api/admin/sign-in", values, { accept: "*/*" });
    statuses.push(response.status);
    if (attempt === 10) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(statuses).toContain(429);
  const elsewhere = { baseURL, extraHTTPHeaders: { "x-forwarded-for": randomAddress() } };
  const stranger = await browser.newContext(elsewhere);
  const other = await stranger.newPage();
  await enterPassword(other, account.email);
  await expect(problemOf(other)).toContainText("Too many attempts");
  await stranger.close();
  const state = await page.context().storageState();
  const travelling = await browser.newContext({ ...elsewhere, storageState: state });
  const own = await travelling.newPage();
  await enterPassword(own, account.email);
  await enterCode(own, await nextCodeOf(account));
  await expect(own).toHaveURL(at("/admin/inbox"));
  await travelling.close();
});

test("the answer tells nothing about accounts", async ({ page }) => {
  const account = await register(page);
  await signOut(page);
  const disabled = await register(page);
  await query("UPDATE operators SET disabled_at = now() WHERE email = $1", [disabled.email]);
  const invited = await invite();
  const tries = {
    "a wrong password": { email: account.email, password: "not the password" },
    "an unknown account": { email: `${randomBytes(8).toString("hex")}@desk.example`, password },
    "a disabled operator": { email: disabled.email, password },
    "an invitation that is open": { email: invited.email, password },
    "no address": { email: "nobody", password },
  };
  for (const accept of ["text/html", "application/json"]) {
    const answers = Object.entries(tries).map(async ([name, values]) => {
      const { post } = requestsOf({ "x-forwarded-for": randomAddress() });
      const response = await post("/api/admin/sign-in", values, { accept });
      const typed = encodeURIComponent(values.email);
      const headers = [...response.headers]
        .filter(([header]) => !["date", "x-request-id"].includes(header))
        .map(([header, value]) => [header, value.replace(typed, "…")]);
      return { name, told: { status: response.status, headers, text: await response.text() } };
    });
    const [first, ...others] = await Promise.all(answers);
    expect(first?.told.status).toBe(accept === "text/html" ? 303 : 400);
    for (const { name, told } of others) expect(told, name).toEqual(first?.told);
  }
});

test("what was typed stays where it is refused, and the first field to fill has the focus", async ({ page }) => {
  const { email, path } = await invite();
  await page.goto(path);
  const type = async (given: string) => {
    await page.getByLabel("Password", { exact: true }).fill(given);
    await page.getByLabel("Password again").fill(given);
    await page.getByRole("button", { name: "Set the password" }).click();
  };
  await page.getByLabel("Your name").fill("Zoë Ruíz; +1");
  await type("password1234");
  await expect(problemOf(page)).toContainText("This password is too easy to guess");
  await expect(page.getByLabel("Your name")).toHaveValue("Zoë Ruíz; +1");
  await type(password);
  await page.goto("/admin/sign-in");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue("");
  await enterPassword(page, email, "not the password");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.goto("/admin/second-factor");
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
});

test("a sign-in ends the browser's former session, and a stolen cookie is worth nothing then", async ({ page }) => {
  const account = await register(page);
  const former = await sessionValueOf(page.context());
  const { post } = requestsOf({ "x-forwarded-for": randomAddress(), cookie: `${sessionCookie}=${former}` });
  const response = await post("/api/admin/sign-in", { email: account.email, password });
  expect(response.headers.get("location")).toBe("/admin/second-factor");
  await page.goto("/admin/inbox");
  await expect(page).toHaveURL(at("/admin/sign-in"));
  await enterPassword(page, account.email);
  await enterCode(page, await nextCodeOf(account));
  await expect(page).toHaveURL(at("/admin/inbox"));
  expect(await sessionValueOf(page.context())).not.toBe(former);
});

test("a session is ended from another device, one or all", async ({ page, signedIn }) => {
  const mine = await signedIn("member");
  const desk = await mine.context.newPage();
  const second = await newSession(mine.operator.id);
  const cookie = { name: sessionCookie, value: second.value, url: process.env.E2E_URL ?? "" };
  await page.context().addCookies([cookie]);
  await page.goto("/admin/account");
  await expect(page.getByRole("listitem").filter({ hasText: "Last used" })).toHaveCount(2);
  await desk.goto("/admin/account");
  await desk.getByRole("button", { name: /^End it: Firefox on Linux/ }).click();
  await expect(desk.getByRole("status")).toHaveText("Ended.");
  await page.goto("/admin/account");
  await expect(page).toHaveURL(at("/admin/sign-in"));
  const third = await newSession(mine.operator.id);
  const { fetch } = requestsOf({ cookie: `${sessionCookie}=${third.value}` });
  expect((await fetch("/admin/account")).status).toBe(200);
  await desk.reload();
  await desk.getByRole("button", { name: "End all others" }).click();
  await expect(desk.getByText("You are signed in nowhere else.")).toBeVisible();
  expect((await fetch("/admin/account")).status).toBe(307);
});

test("an admin invites, changes a role and shuts someone out", async ({ page, signedIn }) => {
  const admin = await (await signedIn("admin")).context.newPage();
  await admin.goto("/admin/operators");
  const email = `${randomBytes(8).toString("hex")}@desk.example`;
  await admin.getByLabel("E-mail").fill(email);
  await admin.getByRole("button", { name: "Make the link" }).click();
  const link = (await admin.locator("section code").textContent()) ?? "";
  expect(admin.url()).not.toContain(link.split("/").at(-1));
  await acceptInvitation(page, new URL(link).pathname);
  await enterPassword(page, email);
  await expect(page).toHaveURL(at("/admin/second-factor/set-up"));
  await admin.goto("/admin/operators");
  const row = admin.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Second factor not set up");
  await row.getByRole("button", { name: /^Make admin/ }).click();
  await expect(row).toContainText("Admin");
  await row.getByRole("button", { name: /^Disable/ }).click();
  await expect(row).toContainText("Disabled since");
  await page.reload();
  await expect(page).toHaveURL(at("/admin/sign-in"));
});

test("the pages of the sign-in have no fault that axe finds, and fit narrow screens", async ({
  page,
  signedIn,
  tolerate,
}) => {
  test.slow();
  tolerate(/status of 404/);
  const { path, email } = await invite();
  const shown = ["/admin/sign-in", "/admin/sign-in?problem=invalid_input", "/admin/second-factor?problem=rate_limited"];
  for (const each of [...shown, "/admin/invitation/over", path, `${path}?problem=invalid_input`]) {
    await page.goto(each);
    await expectAccessible(page);
  }
  await acceptInvitation(page, path);
  await enterPassword(page, email);
  await expectAccessible(page);
  const admin = await (await signedIn("admin")).context.newPage();
  for (const each of ["/admin/account?ended", "/admin/operators?problem=conflict", "/admin/audit"]) {
    await admin.goto(each);
    await expectAccessible(admin);
  }
});
