import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Locale } from "../domain/locale.ts";
import { type CountedForm, formSteps, listPassedSteps } from "../domain/submissions/core/form-steps.ts";
import { toRange } from "../domain/submissions/overview/overview.ts";
import { getPathname } from "../i18n/paths.ts";
import { disconnect } from "../server/db.ts";
import { env } from "../server/env.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { readStepFigures } from "../server/submissions/overview/get-overview.ts";
import { dispatch } from "./dispatch.ts";
import { randomAddress } from "./exchange.fixture.ts";
import { contactFields, evaluationFields, postForm } from "./form.fixture.ts";
import { findSiteRoute } from "./site-routes.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
const { url } = await switchToOwnDatabase(process.env);
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
beforeEach(() => client.query("DELETE FROM form_steps"));
const readSum = async () =>
  (await client.query("SELECT coalesce(sum(count), 0)::int AS sum FROM form_steps")).rows[0].sum;
afterAll(async () => {
  await client.end();
  await disconnect();
});

const agents = {
  computer: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  tablet: "Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  phone: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
};
const secret = "a1b2c3d4";
const sentBy = (agent: string, from = randomAddress()) => ({
  "user-agent": `${agent} ${secret}`,
  "x-forwarded-for": from,
  cookie: `visitor=${secret}`,
  referer: `http://localhost:3000/en/evaluation?utm_source=${secret}`,
});

async function sendStep(query: Record<string, string>, headers: Record<string, string>): Promise<number> {
  const request = new Request(`http://localhost:3000/api/form-steps?${new URLSearchParams(query)}`, { headers });
  return (await dispatch(request)).status;
}

async function sendForm(form: CountedForm, agent: string, at: number, locale: Locale = "en") {
  const fields = form === "evaluation" ? evaluationFields : contactFields;
  const from = randomAddress();
  const request = postForm(fields({ email: `person${at}@example.com` }), { from, headers: sentBy(agent, from) });
  return (await findSiteRoute("POST", getPathname({ href: `/${form}/send`, locale }))?.(request))?.status;
}

test("counts at which step each of 400 people stops, without identifying them", async () => {
  const expected = new Map<string, number>();
  const statuses = new Set<number | undefined>();
  const people = Array.from({ length: 400 }, (_, at) => at).values();
  const visit = async () => {
    for (const at of people) {
      const form = at % 3 ? "evaluation" : "contact";
      const device = (["computer", "phone", "tablet"] as const)[(at % 7) % 3] ?? "phone";
      const door = at % 20 === 0 ? "plain" : at % 11 === 0 ? "assistant" : "script";
      const language = door !== "plain" && at % 4 === 0 ? "es" : "en";
      const steps: readonly string[] = formSteps[form];
      const isSent = at % 40 === 0;
      const last = door === "plain" ? (isSent ? steps.length - 1 : 0) : at % steps.length;
      const of = { form, language, door };
      for (const step of steps.slice(0, last + 1)) {
        const key = [form, step, language, door, device].join();
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const headers = sentBy(agents[device]);
      statuses.add(await sendStep({ ...of, step: "start" }, headers));
      if (door === "plain" && isSent) statuses.add(await sendForm(form, agents[device], at));
      // An assistant's link has answered the questions, so the form opens at a later step.
      const stride = door === "assistant" ? 9 : 1;
      for (let now = 0; door !== "plain" && now < last; ) {
        const next = Math.min(now + stride, last);
        statuses.add(await sendStep({ ...of, step: steps[next] ?? "", after: steps[now] ?? "" }, headers));
        now = next;
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, visit));
  expect([...statuses].sort()).toEqual([200, 303]);
  const { rows } = await client.query("SELECT *, day::text FROM form_steps");
  const stored = rows.map(({ form, step, language, door, device, count: sum }) => [
    [form, step, language, door, device].join(),
    sum,
  ]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected));
  for (const row of rows)
    expect(Object.keys(row).sort()).toEqual(["count", "day", "device", "door", "form", "language", "step"]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${secret}|\\d+\\.\\d+\\.\\d+|Mozilla|@`));

  const range = toRange({ weeks: 12 }, new Date(), env().TIME_ZONE);
  const figures = await readStepFigures({ range });
  const opened = (of: string) => [...expected].reduce((sum, [key, value]) => sum + (key.startsWith(of) ? value : 0), 0);
  for (const { form, parts, steps, kinds } of figures) {
    expect(parts.reduce((sum, { total }) => sum + total, 0)).toBe(opened(`${form},start,`));
    expect(parts.at(-1)?.values.at(-1)).toBe(opened(`${form},sent,`));
    expect(steps.map(({ step, since, before }) => [step, since, before])).toEqual(
      formSteps[form].map((step) => [step, opened(`${form},${step},`), 0]),
    );
    for (const names of [
      ["en", "es"],
      ["script", "plain", "assistant"],
      ["computer", "tablet", "phone"],
    ]) {
      const started = kinds.filter(({ kind }) => names.includes(kind)).reduce((sum, each) => sum + each.started, 0);
      expect(started).toBe(opened(`${form},start,`));
    }
  }
}, 60_000);

test("counts the steps on days before the range separately", async () => {
  await client.query(
    "INSERT INTO form_steps VALUES ('2026-03-01', 'contact', 'start', 'en', 'script', 'phone', 5), ('2026-03-03', 'contact', 'start', 'en', 'script', 'phone', 7), ('2026-03-03', 'contact', 'sent', 'en', 'script', 'phone', 2)",
  );
  const range = toRange({ from: "2026-03-03", to: "2026-03-05" }, new Date("2026-04-01"), env().TIME_ZONE);
  const [, contact] = await readStepFigures({ range });
  expect(contact?.steps).toEqual([
    { step: "start", before: 5, since: 7 },
    { step: "typed", before: 0, since: 0 },
    { step: "sent", before: 0, since: 2 },
  ]);
  expect(contact?.parts.map(({ values, total }) => [values, total])[0]).toEqual([[7, 0, 2], 9]);
});

test("counts no robots, unknown steps, floods or requests from other sites", async () => {
  const start = { form: "contact", step: "start", language: "en", door: "script" };
  const person = sentBy(agents.phone);
  const faults: Record<string, string>[] = [
    { step: "project" },
    { step: "__proto__" },
    { step: "start", after: "sent" },
    { form: "x" },
    { door: "x" },
    { language: "de" },
    { step: "x".repeat(4000) },
  ];
  for (const wrong of faults) {
    expect(await sendStep({ ...start, ...wrong }, person), JSON.stringify(wrong)).toBe(400);
  }
  expect(await sendStep(start, { ...person, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await sendStep(start, sentBy("Googlebot/2.1"))).toBe(200);
  expect(await sendStep(start, { "x-forwarded-for": randomAddress() })).toBe(200);
  expect(await readSum()).toBe(0);
  const statuses = await Promise.all(Array.from({ length: 320 }, () => sendStep(start, person)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  expect(listPassedSteps({ form: "evaluation", step: "project", after: "brand_relationship" })).toEqual([
    "after_project",
    "project",
  ]);
});

test("stores a form sent without script even if counting its steps fails", async () => {
  await client.query("ALTER TABLE form_steps ADD CHECK (language <> 'es' OR door <> 'plain') NOT VALID");
  expect(await sendForm("contact", agents.phone, 5000, "es")).toBe(303);
  await client.query("BEGIN; LOCK TABLE form_steps");
  expect(await sendForm("contact", agents.phone, 5001)).toBe(303);
  expect(await readSum()).toBe(0);
  await client.query("ROLLBACK");
  await expect.poll(readSum).toBe(2);
  expect((await client.query("SELECT FROM submissions WHERE email ~ '^person500[01]'")).rowCount).toBe(2);
});
