import { createHmac, randomBytes } from "node:crypto";
import { type BrowserContext, type BrowserContextOptions, expect } from "@playwright/test";
import type { OperatorRole } from "../../lib/domain/access/operator.ts";
import { queryAt } from "./processes.ts";
import { openWithScript, test as siteTest } from "./site.ts";
import { randomAddress } from "./test.ts";

export type SignedIn = {
  operator: { id: string; name: string; email: string; role: OperatorRole };
  sessionId: string;
  /** The session as the value of a Cookie header. */
  cookie: string;
  /** The session as cookies for a browser context. */
  cookies: Parameters<BrowserContext["addCookies"]>[0];
  /** A separate browser context with the session. Console errors in it fail the test. */
  context: BrowserContext;
  /** Calls the app as this operator, without following redirects. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Posts JSON as this operator, like the desk's pages do. */
  send: (path: string, body?: unknown) => Promise<Response>;
};

export const sessionCookie = "desk.session_token";

/** Creates an operator without a session, with or without a second factor, in the shared database by default. */
export async function newOperator(
  role: OperatorRole,
  hasSecondFactor = true,
  databaseUrl = process.env.E2E_DATABASE_URL ?? "",
): Promise<SignedIn["operator"]> {
  const id = randomBytes(16).toString("hex");
  const operator = { id, name: `Operator ${id.slice(0, 6)}`, email: `${id}@desk.example`, role };
  await queryAt(
    databaseUrl,
    `INSERT INTO operators (id, name, email, email_verified, role, two_factor_enabled, created_at, updated_at)
     VALUES ($1, $2, $3, true, $4, $5, now(), now())`,
    [id, operator.name, operator.email, role, hasSecondFactor],
  );
  return operator;
}

/** Creates a session without a sign-in. @returns its id and the value of its cookie */
export async function newSession(
  operatorId: string,
  databaseUrl = process.env.E2E_DATABASE_URL ?? "",
): Promise<{ id: string; value: string }> {
  const [id, token] = [randomBytes(16).toString("hex"), randomBytes(24).toString("base64url")];
  await queryAt(
    databaseUrl,
    `INSERT INTO operator_sessions (id, token, operator_id, expires_at, user_agent, created_at, updated_at)
     VALUES ($1, $2, $3, now() + interval '8 hours', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', now(), now())`,
    [id, token, operatorId],
  );
  const signature = createHmac("sha256", process.env.E2E_AUTH_SECRET ?? "")
    .update(token)
    .digest("base64");
  return { id, value: encodeURIComponent(`${token}.${signature}`) };
}

const url = () => process.env.E2E_URL ?? "";

/** Console messages that tests ignore: about error responses, and about preloading an inlined style sheet. */
export const browserNote =
  /^Failed to load resource: (the server responded with a status of (4|503)|net::ERR_)|\.css was preloaded using link preload/;

type Fixtures = { signedIn: (role: OperatorRole, browser?: BrowserContextOptions) => Promise<SignedIn> };

/**
 * `signedIn(role)` creates an operator with a session and a second factor, and returns the means to act as this
 * operator.
 */
export const test = siteTest.extend<Fixtures>({
  signedIn: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (role, options) => {
      const operator = await newOperator(role);
      const session = await newSession(operator.id);
      const address = { "x-forwarded-for": randomAddress() };
      const context = await browser.newContext({ ...options, baseURL: url(), extraHTTPHeaders: address });
      contexts.push(context);
      context.on("page", openWithScript);
      context.on("console", (message) => {
        const isComplaint = message.type() === "error" || message.type() === "warning";
        if (isComplaint && !browserNote.test(message.text())) complaints.push(message.text());
      });
      context.on("weberror", (error) => complaints.push(String(error.error().stack)));
      const cookies = [
        { name: sessionCookie, value: session.value, url: url(), httpOnly: true, sameSite: "Lax" as const },
      ];
      await context.addCookies(cookies);
      const cookie = `${sessionCookie}=${session.value}`;
      return { operator, sessionId: session.id, cookie, cookies, context, ...createRequests({ cookie, ...address }) };
    });
    for (const context of contexts) await context.close();
    expect([...new Set(complaints)]).toEqual([]);
  },
});

/** Returns functions that send requests with the headers in `own`. */
export function createRequests(own: Record<string, string>): Pick<SignedIn, "fetch" | "send"> {
  const send: SignedIn["fetch"] = (path, init = {}) => {
    const headers = new Headers(own);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${url()}${path}`, { redirect: "manual", ...init, headers });
  };
  return {
    fetch: send,
    send: (path, body = {}) =>
      send(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  };
}
