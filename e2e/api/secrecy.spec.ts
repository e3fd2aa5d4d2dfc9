import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import type { App } from "../../tools/processes.ts";
import { server } from "../support/built-app.ts";
import { setUnreachable } from "../support/database-away.ts";
import { toAnswers } from "../support/form-values.ts";
import { shareApps, test } from "../support/processes.ts";
import { rawRequest } from "../support/raw.ts";
import { answersFor } from "../support/site.ts";
import { evaluateEndpoint } from "../support/submissions.ts";
import { byAgent, createDatabase, evaluation } from "../support/test.ts";

/** The cut-offs and the sum of the answers occur nowhere else in a response, so that a search finds each leak. */
const cutOffs = { FIT_REVIEW_MIN: "7.40913", FIT_QUALIFIED_MIN: "12.60917" };
const answers = [1.10457, 1, 1, 1, 1, 1, 1, 1, 1];
const secrets = [/7\.40913/, /12\.60917/, /9\.10457/, /"score/i, /threshold/i, /review_?min/i, /qualified_?min/i];

function expectNoSecret(place: string, text: string): void {
  for (const secret of secrets)
    expect({ place, leaks: secret.test(text) && String(secret) }).toEqual({ place, leaks: false });
}

const startShared = shareApps();

/** Starts an app with a database of its own, which logs all that it can. */
let databaseUrl: Promise<string> | undefined;
async function start(): Promise<{ app: App; url: string }> {
  databaseUrl ??= createDatabase();
  const url = await databaseUrl;
  return {
    app: await startShared({ DATABASE_URL: url, LOG_LEVEL: "trace", TRUSTED_PROXY_HOPS: "1", ...cutOffs }),
    url,
  };
}

test("never sends the score or the cut-offs in a response, header, error or log line", async () => {
  const { app } = await start();
  const send = async (place: string, target: string, method = "GET", value?: unknown) => {
    const body = value === undefined ? [] : [Buffer.from(JSON.stringify(value))];
    const headers = { "content-type": "application/json" };
    const answer = await rawRequest(target, { url: app.url, method, headers, body });
    expectNoSecret(place, `${answer.text}\n${JSON.stringify(answer.headers)}`);
    return answer.status;
  };
  const submit = (place: string, change: object) =>
    send(place, evaluateEndpoint.path, "POST", { ...evaluation({ answers }), ...change });
  expect(await submit("review", {})).toBe(201);
  expect(await submit("redirect", { answers: [7.4 / 9, ...Array(8).fill(7.4 / 9)] })).toBe(201);
  expect(await submit("qualified", { answers: Array(9).fill(2), language: "es" })).toBe(201);
  expect(await submit("by agent", byAgent({}))).toBe(201);
  expect(await submit("refused answers", { answers: [3, ...answers.slice(1)] })).toBe(400);
  expect(await submit("no answers", { answers: undefined })).toBe(400);
  expect(await send("bare", evaluateEndpoint.path, "POST", {})).toBe(400);
  for (const target of ["/api/healthz", "/api/readyz", "/api/openapi.json"]) {
    expect(await send(target, target)).toBe(200);
  }
  expect(await send("wrong method", evaluateEndpoint.path)).toBe(405);
  expect(await send("unknown", "/api/leads")).toBe(404);
  expectNoSecret("log", app.output());
});

test("leaves the cut-offs out of every browser bundle", () => {
  const folder = path.join(import.meta.dirname, "..", "..", ".next", "static");
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    expect({ file, leaks: /FIT_(REVIEW|QUALIFIED)_MIN|reviewMin|qualifiedMin/.test(text) }).toEqual({
      file,
      leaks: false,
    });
  }
});

const entry = getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } }, locale: "es" });
const consent = getPathname({ href: "/consent", locale: "es" });

test("refuses pages and forms during a database outage without logging a secret", async () => {
  const { app, url } = await start();
  const tokens = Array.from({ length: 3 }, () => randomBytes(32).toString("base64url"));
  const [first = "", second = "", third = ""] = tokens;
  const paths = ["/en/catalog", "/en/catalog?search=privada", entry, `${consent}?token=${second}`];
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${app.url}${path}`);
    return { path, status, retryAfter: headers.get("retry-after") };
  };
  const post = async (path: string, fields: Record<string, string>, headers = {}) => {
    const init = { method: "POST", redirect: "manual", body: new URLSearchParams(fields), headers } as const;
    const response = await fetch(`${app.url}${path}`, init);
    return { status: response.status, location: response.headers.get("location") };
  };
  const inquiry = { name: "Persona Privada", email: "privada@example.com", message: "Un mensaje privado." };
  const project = { projectDescription: "Un proyecto privado.", discoverySource: "-", role: "Jefa", company: "Casa" };
  const sent = { ...inquiry, ...project, ...toAnswers(answersFor.qualified) };
  expect((await ask(`/en/consent?token=${first}`)).status).toBe(404);
  expect(await post("/en/consent/send", { token: first })).toEqual({ status: 303, location: "/en/consent" });
  const foreign = { origin: "https://evil.example" };
  expect((await post("/en/consent/send", { token: second }, foreign)).status).toBe(403);
  await setUnreachable(url, true);
  // Request each page twice at once, so that some requests share one failure.
  const asked = [...paths, ...paths];
  const meanwhile = await Promise.all(asked.map(ask));
  expect(meanwhile).toEqual(asked.map((path) => ({ path, status: 503, retryAfter: "5" })));
  expect((await ask("/en/evaluation")).status).toBe(200);
  for (const [path, fields, location] of [
    ["/es/contacto/enviar", inquiry, "/es/contacto/rechazada?problem=unavailable"],
    ["/en/evaluation/send", sent, "/en/evaluation/refused?problem=unavailable"],
    ["/es/consentimiento/enviar", { token: third }, `/es/consentimiento/rechazado?problem=unavailable&token=${third}`],
  ] as const) {
    expect(await post(path, fields)).toEqual({ status: 303, location });
  }
  const readLines = () => app.output().trim().split("\n");
  const countForms = () => readLines().filter((line) => line.includes('"via":"form"')).length;
  await expect.poll(countForms).toBe(5);
  const lines = readLines();
  // Next prints its first lines as plain text, before our code runs.
  const own = lines.slice(server === "own" ? 0 : lines.findIndex((line) => line.startsWith("{")));
  const parsed = own.map((line): Record<string, unknown> => JSON.parse(line));
  const failed = parsed.filter(({ msg }) => msg === "a page failed");
  expect(failed).toContainEqual(
    expect.objectContaining({ level: 50, error: expect.objectContaining({ name: "AppError", at: expect.anything() }) }),
  );
  expect(new Set(failed.map(({ route }) => route))).toContain("/[locale]/catalog");
  expect(parsed.filter(({ operation }) => operation === "answerConsent")).toMatchObject([
    { level: 30, status: 303, via: "form", refusal: "not_found" },
    { level: 30, status: 403, via: "form" },
    { level: 50, status: 303, via: "form", refusal: "unavailable" },
  ]);
  expect(app.output()).not.toMatch(/privad|persona/i);
  for (const token of tokens) expect(app.output()).not.toContain(token);
  await setUnreachable(url, false);
  await expect(async () => {
    for (const path of ["/en/catalog", entry]) expect(await ask(path)).toMatchObject({ status: 200, retryAfter: null });
  }).toPass();
});
