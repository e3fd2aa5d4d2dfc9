import { createHash, randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { createRequests, sessionCookie } from "./operators.ts";
import { query, randomAddress } from "./test.ts";

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

export async function acceptInvitation(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Your name").fill("Ana García");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password again").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password is set. Sign in with it to go on.");
}

/** The message of a refused form, without Next's own alert. */
export const getProblem = (page: Page): Locator => page.getByRole("alert").filter({ hasText: "That did not work" });

export async function enterPassword(page: Page, email: string, given = password): Promise<void> {
  await page.goto("/admin/sign-in");
  await fillPassword(page, email, given);
}

/** On the sign-in page, whatever its address. */
export async function fillPassword(page: Page, email: string, given = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(given);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function enterCode(page: Page, code: string, button = "Go on"): Promise<void> {
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: button }).click();
}

export type Account = { email: string; secret: string; recoveryCodes: string[] };

export function toAccount(email: string, [shown = "", ...recoveryCodes]: string[]): Account {
  return { email, secret: new TextDecoder().decode(base32.decode(shown.replace(/\s/g, ""))), recoveryCodes };
}

export const makeCode = ({ secret }: Account) => createOTP(secret).totp();
/** The app's next code, which is taken already: the one of now may have set up the second factor, and works once. */
export const makeNextCode = ({ secret }: Account) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + 1);

/** A page, whatever it leads to after the sign-in. */
export const at = (path: string) => new RegExp(`${path.replace("?", "\\?")}([?&]to=[^&]*)?$`);

/** A client without a page, which keeps its cookies. */
export function newClient() {
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

export type DeskClient = ReturnType<typeof newClient>;

/** All the way from the invitation to a session with a second factor, without a page. */
export async function registerClient(role = "member"): Promise<{ account: Account; client: DeskClient }> {
  const { email, path } = await invite(role);
  const client = newClient();
  const done = async (path: string, body: Record<string, string>) =>
    expect((await client.send(path, body)).status, path).toBe(200);
  const token = path.split("/").at(-1) ?? "";
  await done("/api/admin/invitation", { token, name: "Ana García", password, repeated: password });
  await done("/api/admin/sign-in", { email, password });
  const html = await (await client.read("/admin/second-factor/set-up")).text();
  const account = toAccount(
    email,
    [...html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, text = ""]) => text),
  );
  await done("/api/admin/second-factor/set-up", { code: await makeCode(account) });
  return { account, client };
}

/** As `registerClient`; the browser of `page` has the session then. */
export async function register(page: Page, role = "member"): Promise<Account> {
  const { account, client } = await registerClient(role);
  const url = process.env.E2E_URL ?? "";
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
  await page.context().addCookies(cookies);
  return account;
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(at("/admin/sign-in"));
}

export const readSession = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === sessionCookie)?.value;
