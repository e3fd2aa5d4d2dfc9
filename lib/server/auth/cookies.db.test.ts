import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { newOperator, password } from "./operator.fixture.ts";

// The environment is read once: each test reads the modules anew with its own.
beforeEach(() => vi.resetModules());
afterAll(() => vi.unstubAllEnvs());

/** What the browser is told to keep, in a sign-in without and with a second factor, where the site is at `url`. */
async function cookiesAt(url: string): Promise<string[]> {
  vi.stubEnv("SITE_URL", url);
  const { signIn } = await import("./sign-in.ts");
  const { database, disconnect } = await import("../db.ts");
  const { rememberPlace } = await import("./known-places.ts");
  const client = () => ({ clientIp: randomBytes(8).toString("hex"), headers: new Headers() });
  const kept: string[] = [];
  for (const hasSecondFactor of [false, true]) {
    const { operator } = await newOperator("member", { hasSecondFactor });
    const { setCookies } = await signIn({ email: operator.email, password }, client(), { now: new Date() });
    kept.push(...setCookies.filter((cookie) => !/Max-Age=0/.test(cookie)));
    if (!hasSecondFactor) continue;
    kept.push(await database((db) => rememberPlace(db, operator.id, client(), new Date()), "desk"));
  }
  await disconnect();
  return kept.map((cookie) => cookie.replace(/=[^;]+/, "=…"));
}

test("the cookies of a sign-in are for the server alone", async () => {
  expect(await cookiesAt("http://localhost:3000")).toEqual([
    "desk.session_token=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax",
    "desk.two_factor=…; Max-Age=600; Path=/; HttpOnly; SameSite=Strict",
    "desk.device=…; Path=/api/admin; Max-Age=7776000; HttpOnly; SameSite=Strict",
  ]);
});

test("they are sent by https alone where the site is reached by it", async () => {
  expect(await cookiesAt("https://desk.example")).toEqual([
    "__Secure-desk.session_token=…; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Secure-desk.two_factor=…; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Strict",
    "desk.device=…; Path=/api/admin; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure",
  ]);
});

test("a sign-out clears them, and whatever of the desk is shown once", async () => {
  vi.stubEnv("SITE_URL", "http://localhost:3000");
  const { signOut } = await import("./sign-in.ts");
  const { findVisitor } = await import("./sessions.ts");
  const { disconnect } = await import("../db.ts");
  const { headers } = await newOperator("member");
  const visitor = await findVisitor(headers.get("cookie"));
  if (!visitor) throw new Error("There is no session.");
  const cleared = await signOut(visitor, headers, { now: new Date() });
  await disconnect();
  expect(cleared).toEqual(
    expect.arrayContaining([
      "desk.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
      "desk.recovery_codes=; Path=/admin/account; Max-Age=0; HttpOnly; SameSite=Strict",
      "desk.invitation=; Path=/admin/operators; Max-Age=0; HttpOnly; SameSite=Strict",
    ]),
  );
});
