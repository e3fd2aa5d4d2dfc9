import { createHash, randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { sessionCookie } from "./operators.ts";
import { query } from "./test.ts";

export const password = "un gato verde corre";

/** An invitation as `npm run operator` makes one. */
export async function invite(role = "member"): Promise<{ email: string; path: string }> {
  const email = `${randomBytes(8).toString("hex")}@desk.example`;
  const token = randomBytes(32).toString("base64url");
  await query(
    `INSERT INTO operator_invitations (token_hash, email, role, created_at, expires_at)
     VALUES ($1, $2, $3, now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), email, role],
  );
  return { email, path: `/admin/invitation/${token}` };
}

export const decodeBase32 = (encoded: string) => new TextDecoder().decode(base32.decode(encoded));

export async function acceptInvitation(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Your name").fill("Ana García");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password again").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password is set. Sign in with it to go on.");
}

/** What a page says of a form that was refused; Next's own script adds an alert of its own. */
export const problemOf = (page: Page): Locator => page.getByRole("alert").filter({ hasText: "That did not work" });

export async function enterPassword(page: Page, email: string, given = password): Promise<void> {
  await page.goto("/admin/sign-in");
  await fillPassword(page, email, given);
}

/** On the page to sign in, wherever that leads to. */
export async function fillPassword(page: Page, email: string, given = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(given);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function enterCode(page: Page, code: string, button = "Go on"): Promise<void> {
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: button }).click();
}

export type Account = { email: string; secret: string; recoveryCodes: string[] };
export const codeOf = ({ secret }: Account) => createOTP(secret).totp();
/** A page, wherever it leads to after the sign-in. */
export const at = (path: string) => new RegExp(`${path.replace("?", "\\?")}([?&]to=[^&]*)?$`);

/** All the way from the invitation to a session with a second factor. */
export async function register(page: Page, role = "member"): Promise<Account> {
  const { email, path } = await invite(role);
  await acceptInvitation(page, path);
  await enterPassword(page, email);
  await expect(page).toHaveURL(at("/admin/second-factor/set-up"));
  const [shown = "", ...recoveryCodes] = await page.locator("code").allInnerTexts();
  const account = { email, secret: decodeBase32(shown.replace(/\s/g, "")), recoveryCodes };
  await enterCode(page, await codeOf(account), "Confirm");
  await expect(page).toHaveURL(at("/admin/inbox"));
  return account;
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(at("/admin/sign-in"));
}

export const sessionValueOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === sessionCookie)?.value;
