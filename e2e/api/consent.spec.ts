import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { server } from "../support/built-app.ts";
import { readConsentState, storeAgentSubmission, toConsentLink } from "../support/consent-links.ts";
import { test } from "../support/processes.ts";
import { randomAddress } from "../support/test.ts";

const untouched = { confirmed: false, version: null, withdrawn: false, revision: 0, links: ["confirm", "withdraw"] };
const sendPaths = { en: "/en/consent/send", es: "/es/consentimiento/enviar" } as const;

type Options = { url?: string; method?: string; headers?: Record<string, string> };

function requestPage(path: string, { url = process.env.E2E_URL, method = "GET", headers = {} }: Options = {}) {
  const own = { "x-forwarded-for": randomAddress(), "accept-language": "en", ...headers };
  return fetch(`${url}${path}`, { method, redirect: "manual", headers: own });
}

function postToken(
  token: string,
  { url = process.env.E2E_URL, headers = {} }: Options = {},
  path: string = sendPaths.en,
) {
  const own = { "x-forwarded-for": randomAddress(), ...headers };
  const body = new URLSearchParams({ token });
  return fetch(`${url}${path}`, { method: "POST", redirect: "manual", body, headers: own });
}

test("changes nothing when a consent link is only opened, however often", async () => {
  const agent = await storeAgentSubmission("evaluation");
  for (const method of ["HEAD", "GET", "GET"]) {
    for (const locale of ["en", "es"] as const) {
      for (const token of Object.values(agent.tokens)) {
        expect((await requestPage(toConsentLink(locale, token), { method })).status).toBe(200);
        expect((await requestPage(`${sendPaths[locale]}?token=${token}`, { method })).status).toBe(303);
      }
    }
  }
  expect(await readConsentState(agent)).toEqual(untouched);
});

test("keeps consent pages out of caches, Referer headers and search indexes", async () => {
  const { tokens } = await storeAgentSubmission("evaluation");
  for (const path of [
    ...[toConsentLink("en", tokens.confirm), toConsentLink("es", tokens.withdraw), toConsentLink("en", "x")],
    `/es/consentimiento/rechazado?problem=unavailable&token=${tokens.confirm}`,
  ]) {
    const { headers } = await requestPage(path);
    expect(headers.get("referrer-policy"), path).toBe("no-referrer");
    expect(headers.get("cache-control"), path).toContain("no-store");
    expect(headers.get("etag"), path).toBeNull();
    // Ignore this header, in which `next start` repeats the page's URL, with the token.
    const others = [...headers].filter(([name]) => server === "own" || name !== "x-middleware-rewrite");
    expect(JSON.stringify(others), path).not.toMatch(/token|canonical/);
    expect(headers.get("x-frame-options"), path).toBe("DENY");
    expect(headers.get("content-security-policy"), path).toMatch(/^default-src 'none'; .*form-action 'self'/);
    const page = await (await requestPage(path)).text();
    expect(page, path).toContain('<meta name="robots" content="noindex');
    expect(page, path).not.toMatch(/rel="(canonical|alternate)"|property="og:/);
  }
});

test("responds to every invalid consent token with the same bytes", { tag: "@own-server" }, async () => {
  const { tokens } = await storeAgentSubmission("evaluation");
  const [old, used] = [
    await storeAgentSubmission("evaluation", { expiresIn: "0 seconds" }),
    await storeAgentSubmission("inquiry"),
  ];
  expect((await postToken(used.tokens.withdraw)).headers.get("location")).toBe("/en/consent/done?done=withdrawn");
  const guesses = [
    ...[randomBytes(32).toString("base64url"), old.tokens.confirm, used.tokens.withdraw, used.tokens.confirm],
    ...[`${tokens.confirm}A`, tokens.confirm.slice(1), ` ${tokens.confirm}`, `${tokens.confirm}\n`, "", "é\0%"],
    ...["x".repeat(5_000), "<script>alert(1)</script>"],
  ];
  const paths = guesses.map((guess) => `/en/consent?token=${encodeURIComponent(guess)}`);
  const twice = `/en/consent?token=${tokens.confirm}&token=${tokens.confirm}`;
  const answers = [];
  for (const path of [...paths, twice, "/en/consent", "/en/consent?other=1"]) {
    const answer = await requestPage(path, { headers: { cookie: "locale=en" } });
    const headers = [...answer.headers].filter(([name]) => !["date", "referrer-policy", "set-cookie"].includes(name));
    answers.push(JSON.stringify([answer.status, headers, await answer.text()]));
  }
  expect(answers[0]).toMatch(/^\[404,/);
  expect(new Set(answers).size).toBe(1);
  const pressed = await Promise.all(guesses.filter((guess) => guess.length < 1_000).map((guess) => postToken(guess)));
  const results = pressed.map(({ status, headers }) => `${status} ${headers.get("location")}`);
  expect(new Set(results)).toEqual(new Set(["303 /en/consent"]));
});
