import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { listVariables } from "../lib/domain/submissions/reply/reply-template.ts";
import { database, disconnect } from "../lib/server/db.ts";
import { switchToOwnDatabase } from "../lib/server/own-database.fixture.ts";
import { storeDemo } from "../lib/server/submissions/intake/store-demo.ts";
import { readReplyTemplates, seedReplyTemplates } from "../lib/server/submissions/reply/reply-templates.ts";
import { runScript } from "../tools/processes.ts";
import { createEmptyDatabase, query } from "./databases.fixture.ts";
import { listDemoSubmissions } from "./demo-submissions.ts";

const { url } = await switchToOwnDatabase(process.env);
vi.setConfig({ testTimeout: 60_000 });
const now = new Date("2026-11-23T15:00:00.000Z");

beforeEach(() => query(url, "DELETE FROM submissions"));
afterAll(() => disconnect());

const count = async (condition: string) => {
  const rows = await query<{ count: number }>(
    url,
    `SELECT count(*)::int AS count FROM submissions WHERE ${condition.replaceAll("now()", "$1::timestamptz")} AND $1 <= $1`,
    [now],
  );
  return rows[0]?.count;
};
const listValues = async (column: string) =>
  (await query<{ value: string }>(url, `SELECT DISTINCT ${column} AS value FROM submissions ORDER BY 1`)).map(
    ({ value }) => value,
  );

test("stores forty demo submissions in every state, and queues no mail", async () => {
  expect(await storeDemo(listDemoSubmissions(), { now })).toBe(40);
  expect(await count("created_at BETWEEN now() - interval '8 weeks' AND now()")).toBe(40);
  const isOpen = "status IN ('new', 'in_review') AND replied_at IS NULL AND repeat_of IS NULL";
  expect({
    late: await count(`reply_due_at < now() AND ${isOpen} AND consent_withdrawn_at IS NULL`),
    waiting: Number(await count(`reply_due_at > now() AND ${isOpen}`)) > 0,
    answered: Number(await count("replied_at IS NOT NULL")) > 10,
    answeredLate: Number(await count("replied_at > reply_due_at")) > 0,
    withdrawn: await count("consent_withdrawn_at < now()"),
    repeats: await count("repeat_of IS NOT NULL"),
    confirmed: Number(await count("consent_confirmed_at IS NOT NULL")) > 0,
    prepared: Number(await count("assisted_by IS NOT NULL")) > 0,
    unprocessed: await count("NOT is_processed OR words IS NULL"),
  }).toEqual({
    late: 2,
    waiting: true,
    answered: true,
    answeredLate: true,
    withdrawn: 1,
    repeats: 1,
    confirmed: true,
    prepared: true,
    unprocessed: 0,
  });
  expect(await listValues("route")).toEqual(["qualified", "redirect", "review", null]);
  expect(await listValues("language")).toEqual(["en", "es"]);
  expect(await listValues("channel")).toEqual(["ai_agent", "web"]);
  expect((await listValues("agent_name")).length).toBeGreaterThan(3);
  expect(await listValues("consent_evidence")).toEqual(["claimed", "elicited", null]);
  expect(await query(url, "SELECT FROM mails")).toEqual([]);
  expect(await count("clock_mail_at IS NOT NULL")).toBe(0);
});

test("replaces the submissions of an earlier demonstration", async () => {
  for (let call = 1; call <= 2; call++) await storeDemo(listDemoSubmissions(), { now });
  expect(await count("true")).toBe(40);
});

test("gives a new desk three templates, and none again once they are removed", async () => {
  const list = () => database((db) => readReplyTemplates(db), "desk");
  await Promise.all([seedReplyTemplates(now), seedReplyTemplates(now)]);
  const templates = await list();
  expect(templates.map(({ name }) => name)).toEqual([
    "Pedir detalles / Ask for details",
    "Reservar una llamada / Book a call",
    "Seguimiento / Follow up",
  ]);
  for (const { textEn, textEs } of templates) {
    expect(listVariables(textEn)).toEqual(expect.arrayContaining(["name", "booking_link"]));
    expect(listVariables(textEs)).toEqual(listVariables(textEn));
  }
  await query(url, "UPDATE reply_templates SET is_removed = true");
  await seedReplyTemplates(now);
  expect(await list()).toEqual([]);
});

test("stores a demo repeat with the content of its first submission", async () => {
  await storeDemo(listDemoSubmissions(), { now });
  const rows = await query<{ same: boolean }>(
    url,
    `SELECT first.content_hash = repeat.content_hash AND first.created_at > repeat.created_at - interval '24 hours' AS same
     FROM submissions AS repeat JOIN submissions AS first ON first.kind = repeat.kind AND first.id = repeat.repeat_of`,
  );
  expect(rows).toEqual([{ same: true }]);
});

test("refuses to store demo submissions beside a real submission", async () => {
  await storeDemo(listDemoSubmissions(), { now });
  await query(url, "UPDATE submissions SET email = 'ana@example.com' WHERE request_id = 'demo-7'");
  await expect(storeDemo(listDemoSubmissions(), { now })).rejects.toThrow("The database has 1 other submissions");
  expect(await count("true")).toBe(40);
});

test("changes no database of a real site, and none with MIGRATE=never", async () => {
  const empty = await createEmptyDatabase();
  const own = { CONTACT_EMAIL: "team@encaje.example", SCHEDULING_URL: "https://book.encaje.example" };
  const run = async (script: string, args: string[], env: Record<string, string>) =>
    (await runScript(script, args, { DATABASE_URL: empty, ...env })).output;
  expect(await run("demo.ts", [], own)).toContain("This is not a demonstration");
  for (const [script, args] of Object.entries({ "demo.ts": [], "mail.ts": ["hold"], "db.ts": ["seed"] }))
    expect(await run(script, args, { MIGRATE: "never" })).toContain("MIGRATE is never: run npm run db:migrate");
  expect(await query(empty, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

test("refuses to store demo submissions for a site that is not a demonstration", async () => {
  vi.resetModules();
  vi.stubEnv("CONTACT_EMAIL", "team@encaje.example");
  vi.stubEnv("SCHEDULING_URL", "https://book.encaje.example");
  const own = await import("../lib/server/submissions/intake/store-demo.ts");
  await expect(async () => own.storeDemo(listDemoSubmissions(), { now })).rejects.toThrow("not a demonstration");
  expect(await count("true")).toBe(0);
  vi.unstubAllEnvs();
});
