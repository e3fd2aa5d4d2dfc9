import { createHash, randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Locale } from "../../lib/domain/locale.ts";
import { getDeskTextFor } from "../../lib/i18n/desk-text.ts";
import { createRequests } from "./operators.ts";
import { query, randomAddress } from "./test.ts";

export const password = "un gato verde corre";

/** Creates an invitation as `npm run operator` does. */
export async function createInvitation(role = "member"): Promise<{ email: string; path: string }> {
  const email = `${randomBytes(8).toString("hex")}@desk.example`;
  const token = randomBytes(32).toString("base64url");
  await query(
    `INSERT INTO operator_invitations (token_hash, email, role, created_at, expires_at)
     VALUES ($1, $2, $3, now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), email, role],
  );
  return { email, path: `/admin/invitation/${token}` };
}

export async function acceptInvitation(page: Page, path: string, locale: Locale = "en"): Promise<void> {
  const t = getDeskTextFor(locale, "auth");
  await page.goto(path);
  await expect(page.getByLabel(t("invitation.name"))).toBeFocused();
  await page.getByLabel(t("invitation.name")).fill("Ana García");
  await page.getByLabel(t("invitation.password"), { exact: true }).fill(password);
  await page.getByLabel(t("invitation.repeated")).fill(password);
  await page.getByRole("button", { name: t("invitation.submit") }).click();
  await expect(page).toHaveURL(toUrlPattern("/admin/second-factor/set-up"));
}

/** Finds the error message of a refused form. Next's own alert on each page does not match. */
export const getProblem = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: /^(That did not work|You could not be signed in|Nothing found)/ });

/** Fills in and sends the sign-in page that is already open. */
export async function sendPassword(page: Page, email: string, given = password, locale: Locale = "en"): Promise<void> {
  const t = getDeskTextFor(locale, "auth");
  await page.getByLabel(t("signIn.email")).fill(email);
  await page.getByLabel(t("signIn.password")).fill(given);
  await page.getByRole("button", { name: t("signIn.submit") }).click();
}

export async function enterCode(page: Page, code: string, button = "Continue", locale: Locale = "en"): Promise<void> {
  await page.getByRole("textbox", { name: getDeskTextFor(locale, "auth")("secondFactor.code") }).fill(code);
  await page.getByRole("button", { name: button }).click();
}

export type Account = { email: string; secret: string; recoveryCodes: string[] };

export function toAccount(email: string, [shown = "", ...recoveryCodes]: string[]): Account {
  return { email, secret: new TextDecoder().decode(base32.decode(shown.replace(/\s/g, ""))), recoveryCodes };
}

export const makeCode = ({ secret }: Account) => createOTP(secret).totp();

/** Returns a pattern for the URL of a page, with or without a return path in its query. */
export const toUrlPattern = (path: string) => new RegExp(`${path.replace("?", "\\?")}([?&]to=[^&]*)?$`);

/** Creates a client that calls the desk without a browser and keeps its cookies. */
export function newDeskClient() {
  const address = { "x-forwarded-for": randomAddress() };
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map((pair) => pair.join("=")).join("; ");
  const send = async (path: string, body: Record<string, string> = {}) => {
    const response = await createRequests({ ...address, cookie: cookie() }).send(path, body);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const read = async (path: string) => createRequests({ ...address, cookie: cookie() }).fetch(path);
  return { cookies, send, read };
}

/** Registers an operator without a page, by requests, and gives the session to the browser context of `page`. */
export async function signUp(page: Page, role = "member"): Promise<Account> {
  const { email, path } = await createInvitation(role);
  const client = newDeskClient();
  const expectOk = async (path: string, body: Record<string, string>) =>
    expect((await client.send(path, body)).status, path).toBe(200);
  const token = path.split("/").at(-1) ?? "";
  await expectOk("/api/admin/invitation", { token, name: "Ana García", password, repeated: password });
  const html = await (await client.read("/admin/second-factor/set-up")).text();
  const account = toAccount(
    email,
    [...html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, text = ""]) => text),
  );
  await expectOk("/api/admin/second-factor/set-up", { code: await makeCode(account) });
  const url = process.env.E2E_URL ?? "";
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
  await page.context().addCookies(cookies);
  return account;
}

export async function signOut(page: Page, locale: Locale = "en"): Promise<void> {
  await page.getByRole("button", { name: getDeskTextFor(locale, "shell")("signOut") }).click();
  await expect(page).toHaveURL(toUrlPattern("/admin/sign-in"));
}
