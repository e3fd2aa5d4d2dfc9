import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { server } from "../support/built-app.ts";
import { setUnreachable } from "../support/database-away.ts";
import { toAnswers } from "../support/form-values.ts";
import { test } from "../support/processes.ts";
import { answersFor } from "../support/site.ts";
import { createDatabase } from "../support/test.ts";

const entry = getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } }, locale: "es" });
const consent = getPathname({ href: "/consent", locale: "es" });

test("refuses pages and forms during a database outage without logging a secret", async ({ startOwn }) => {
  const url = await createDatabase();
  const app = await startOwn({ DATABASE_URL: url, LOG_LEVEL: "trace" });
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
  const evaluation = { ...inquiry, ...project, ...toAnswers(answersFor.qualified) };
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
    ["/en/evaluation/send", evaluation, "/en/evaluation/refused?problem=unavailable"],
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
