import { expect, onTestFinished, test, vi } from "vitest";

/** Loads the modules for a site at `url`; each module reads the environment only once. */
async function loadForSite(url: string) {
  vi.resetModules();
  vi.stubEnv("SITE_URL", url);
  (await import("../server/env.ts")).env();
  const loaded = {
    ...(await import("../server/access/sign-in.ts")),
    ...(await import("../server/access/sessions.ts")),
    ...(await import("../server/access/operator.fixture.ts")),
    ...(await import("./access.ts")),
  };
  vi.unstubAllEnvs();
  onTestFinished(() => loaded.disconnect());
  return loaded;
}

/** Lists the cookies of a sign-in without and with a second factor, and of a sign-out. */
async function listCookies(url: string): Promise<string[]> {
  const { signIn, signOut, requireVisitor, newOperator, password, readSignInClient, createSignInCookies } =
    await loadForSite(url);
  const now = new Date();
  const client = readSignInClient({ request: new Request(url), clientIp: "2001:db8:78::1" });
  const setCookies: string[] = [];
  for (const hasSecondFactor of [false, true]) {
    const { operator, cookie } = await newOperator("member", { hasSecondFactor });
    setCookies.push(...(await signIn({ email: operator.email, password }, { client, now })).setCookies);
    if (hasSecondFactor) continue;
    const given = url.startsWith("https:") ? cookie.replace("desk.", "__Secure-desk.") : cookie;
    setCookies.push(...(await signOut({}, { visitor: await requireVisitor(given), now })).setCookies);
  }
  const lines = createSignInCookies({ setCookies, deviceToken: "token" }).map((line) =>
    line.replace(/^([^=]+)=[^;]+/, "$1=…"),
  );
  return lines.filter((line) => /session_token|two_factor=…|device/.test(line)).filter(isFirst);
}

const isFirst = (line: string, at: number, lines: string[]) => lines.indexOf(line) === at;

test("sets HttpOnly cookies on sign-in, and clears the session on sign-out", async () => {
  expect(await listCookies("http://localhost:3000")).toEqual([
    "desk.session_token=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax",
    "desk.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    "desk.two_factor=…; Max-Age=600; Path=/; HttpOnly; SameSite=Strict",
    "desk.device=…; Path=/api/admin; Max-Age=7776000; HttpOnly; SameSite=Strict",
  ]);
});

test("sets Secure cookies only if the site uses https", async () => {
  expect(await listCookies("https://desk.example")).toEqual([
    "__Secure-desk.session_token=…; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Secure-desk.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Secure-desk.two_factor=…; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Strict",
    "desk.device=…; Path=/api/admin; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure",
  ]);
});

test("finds the known device's cookie among other cookies", async () => {
  const { readSignInClient } = await loadForSite("http://localhost:3000");
  const token = "a".repeat(43);
  const headers = { cookie: `a=b; desk.device=${token}; c=d`, "user-agent": "Firefox/140.0" };
  const request = new Request("http://localhost:3000", { headers });
  expect(readSignInClient({ request, clientIp: "::1" })).toEqual({
    clientIp: "::1",
    userAgent: "Firefox/140.0",
    cookie: headers.cookie,
    deviceToken: token,
  });
});
