import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import type { Overview } from "../../domain/desk/overview.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { env } from "../env.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { erasePerson } from "../people/erase-person.ts";
import { purgeDue } from "../people/retain.ts";
import { DeskRecords } from "./desk.fixture.ts";
import { getOverview } from "./get-overview.ts";

/** In its own database, because the overview counts all submissions. */
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const zone = env().TIME_ZONE;
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});
const empty = (tables: string) => records.client.query(`TRUNCATE ${tables} CASCADE`);
beforeEach(() => empty("submissions, overview_days, overview_stale"));
afterEach(() => setZone(zone));

const setZone = (name: string) => Object.assign(env(), { TIME_ZONE: name });
/** The triggers go by the database's clock. */
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMilliseconds);
const ask = (at = now): Promise<Overview> => getOverview({ weeks: 12 }, { operator, now: at });
async function askAfresh(at = now): Promise<Overview> {
  await empty("overview_days, overview_stale");
  return ask(at);
}
const countKept = async () => Number((await records.client.query("SELECT count(*) FROM overview_days")).rows[0].count);

const pick = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)] as Value;
const names = ["Claude", "claude", "ChatGPT", "Gemini", "Pi", "Copilot"];

function addAny() {
  const agent = { channel: "ai_agent", agent_name: pick(names), user_consent: true };
  const status = pick(["new", "in_review", "won", "lost", "spam"]);
  const created_at = daysAgo(Math.random() * 150);
  const shared = {
    created_at,
    status,
    close_reason: status === "lost" ? pick(["No budget", "no budget.", "Too late"]) : null,
    replied_at: pick([null, new Date(created_at.getTime() + Math.random() * 4e8)]),
    ...pick([agent, {}]),
    ...pick([{}, { utm: { utm_source: pick(["News", "news", "Fair"]) } }, { referrer: "https://www.example.com/a" }]),
  };
  const answers = Array.from({ length: 9 }, () => pick([0, 1, 2]));
  return Math.random() < 0.3
    ? records.inquiry(shared)
    : records.evaluation({ ...shared, answers, route: pick(["qualified", "review", "redirect"]) });
}

const changes = [
  "UPDATE submissions SET status = 'won', closed_at = now(), close_reason = NULL WHERE id % 7 = $1",
  "UPDATE submissions SET status = 'lost', closed_at = now(), close_reason = 'Silence' WHERE id % 7 = $1",
  "UPDATE submissions SET replied_at = created_at + interval '3 hours' WHERE id % 7 = $1",
  "UPDATE submissions SET reply_due_at = now() + interval '1 hour' WHERE id % 7 = $1",
  "UPDATE submissions SET consent_withdrawn_at = now() WHERE id % 7 = $1",
  "UPDATE submissions SET agent_name = 'Other' WHERE channel = 'ai_agent' AND id % 7 = $1",
  "UPDATE submissions SET utm = NULL, referrer = NULL WHERE id % 7 = $1",
  "DELETE FROM submissions WHERE id % 7 = $1",
];

test("kept figures are those of a fresh count, whatever changed and however often it was asked meanwhile", async () => {
  for (let at = 0; at < 200; at++) await addAny();
  await ask();
  expect(await countKept()).toBeGreaterThan(150);
  for (const change of changes) {
    const asking = ask();
    await records.client.query(change, [Math.floor(Math.random() * 7)]);
    await addAny();
    await asking;
    const kept = await ask();
    expect(kept.totals.total).toBeGreaterThan(10);
    expect(kept).toEqual(await askAfresh());
  }
});

test("a change that is committed while its day is counted is counted next time", async () => {
  const { id } = await records.evaluation({ created_at: daysAgo(9) });
  await records.client.query("BEGIN");
  await records.client.query("UPDATE submissions SET status = 'won', closed_at = now() WHERE id = $1", [id]);
  expect((await ask()).totals).toMatchObject({ total: 1, won: 0 });
  await records.client.query("COMMIT");
  expect((await ask()).totals).toMatchObject({ total: 1, won: 1 });
});

test("a day is counted that another instance forgets before it is read", async () => {
  for (const days of [9, 10, 95]) await records.evaluation({ created_at: daysAgo(days) });
  const counted = await ask();
  expect([counted.totals.total, counted.before.total]).toEqual([2, 1]);
  const forget = (days: number) =>
    records.client.query("DELETE FROM overview_days WHERE $1 >= starts_at AND $1 < ends_at", [daysAgo(days)]);
  await forget(10);
  // Whoever counts the missing day waits for the lock; what it has found already is forgotten meanwhile.
  await records.client.query("SELECT pg_advisory_lock(4821733911)");
  const asking = ask();
  try {
    const isWaiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    await expect.poll(async () => (await records.client.query(isWaiting)).rowCount).toBe(1);
    await forget(9);
    await forget(95);
  } finally {
    await records.client.query("SELECT pg_advisory_unlock_all()");
  }
  expect(await asking).toEqual(counted);
});

test("a fresh submission and the worker's update of an old one leave no mark", async () => {
  await records.evaluation({ created_at: now, is_processed: false });
  await empty("overview_stale");
  await records.evaluation({ created_at: now });
  await records.client.query("UPDATE submissions SET is_processed = true, repeat_of = NULL, status = 'in_review'");
  const old = await records.evaluation({ created_at: daysAgo(9), is_processed: false });
  await empty("overview_stale");
  await records.client.query("UPDATE submissions SET is_processed = true, repeat_of = NULL WHERE id = $1", [old.id]);
  expect((await records.client.query("SELECT FROM overview_stale")).rowCount).toBe(0);
});

test("a promised reply becomes due though nothing changes", async () => {
  const due = new Date(now.getTime() + 60_000);
  await records.evaluation({ created_at: daysAgo(9), reply_due_at: due });
  expect((await ask()).replies).toMatchObject({ due: 0, late: 0 });
  expect((await ask(due)).replies).toMatchObject({ due: 1, late: 1 });
});

test("the time of a reply counts from when the person has last asked", async () => {
  const after = (hours: number) => new Date(daysAgo(9).getTime() + hours * 3_600_000);
  const countTimes = async (asked_at: Date | null, replied_at: Date) => {
    await empty("submissions, overview_days, overview_stale");
    await records.inquiry({ created_at: after(0), asked_at, replied_at, status: "contacted" });
    return (await ask()).replies;
  };
  const inAnHour = await countTimes(null, after(1));
  expect((await countTimes(after(100), after(101))).distribution).toEqual(inAnHour.distribution);
  // An undo has restored the reply to what was asked first.
  expect((await countTimes(after(100), after(1))).distribution).toEqual(inAnHour.distribution);
  expect((await countTimes(null, after(101))).distribution).not.toEqual(inAnHour.distribution);
});

test("another time zone has days of its own", async () => {
  for (let at = 0; at < 60; at++) await addAny();
  await ask();
  for (const name of ["Europe/Madrid", "Asia/Tokyo", zone]) {
    setZone(name);
    await records.client.query("UPDATE submissions SET replied_at = now() WHERE id % 5 = 1");
    const kept = await ask();
    expect(kept).toEqual(await askAfresh());
  }
});

test("whose submission is erased has no name in kept figures once the erasure or the hourly purge is over", async () => {
  const erased = await records.evaluation({ created_at: daysAgo(9), status: "lost", close_reason: "Ana Ruiz left" });
  const { email } = await records.readRow(erased);
  const readKept = async () => JSON.stringify((await records.client.query("SELECT figures FROM overview_days")).rows);
  await ask();
  expect(await readKept()).toContain("Ana Ruiz");
  await erasePerson({ email: String(email) }, { admin: await records.admin(), now });
  expect(await readKept()).not.toContain("Ana Ruiz");
  await records.evaluation({
    created_at: daysAgo(9),
    status: "lost",
    close_reason: "Ana Ruiz left",
    consent_withdrawn_at: daysAgo(1),
  });
  await ask();
  await purgeDue(AbortSignal.timeout(20_000));
  expect(await readKept()).not.toContain("Ana Ruiz");
  expect(await countKept()).toBeGreaterThan(700);
});
