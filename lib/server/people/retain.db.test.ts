import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { runScript } from "../../../tools/processes.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { closedStatuses, openStatuses } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { rawDatabase } from "../db.ts";
import { plain, mail as writeMail } from "../mail/inbound/mime.fixture.ts";
import { receiveMail } from "../mail/inbound/receive-mail.ts";
import { getMailFolder } from "../mail/mail-files.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { addNote } from "../submissions/changes/add-note.ts";
import { DeskRecords, newEmail, newWord, now } from "../submissions/core/desk.fixture.ts";
import { findBlocks } from "../submissions/spam/block-list.ts";
import { findWaiters } from "../waiters.fixture.ts";
import { searchBytes } from "./byte-search.fixture.ts";
import { purgeClosed, purgeDue, purgeHourly, purgeWithdrawn } from "./retain.ts";

vi.setConfig({ testTimeout: 60_000 });
const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "encaje-retain-"));
Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
afterAll(() => fs.rm(dataDir, { recursive: true }));
const { url, adminUrl } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const operator = await records.operator();

const days = 730;
const bound = now.getTime() - days * dayMilliseconds;
/** Returns a time `milliseconds` before the retention limit. */
const beforeLimit = (milliseconds: number) => new Date(bound - milliseconds);
const old = (milliseconds = dayMilliseconds) => ({
  created_at: beforeLimit(5 * dayMilliseconds),
  closed_at: beforeLimit(milliseconds),
});

const purge = () => purgeClosed({ now });
const submissionExists = async (ref: SubmissionRef) => (await records.readRow(ref)) !== undefined;
const listPurges = async () =>
  (
    await records.client.query(
      "SELECT at, actor, operator_id, details FROM audit_entries WHERE action = 'submissions_purged' ORDER BY id",
    )
  ).rows;

async function addNoteTo(ref: SubmissionRef): Promise<SubmissionRef> {
  await addNote({ ...ref, text: "Called." }, { operator, now });
  return ref;
}

describe("retention of a submission", () => {
  const kind = "inquiry";

  test.each(closedStatuses)(
    "purges a submission that is %s as soon as the retention period is over",
    async (status) => {
      const gone = await addNoteTo(await records[kind]({ status, ...old(1) }));
      const atBound = await addNoteTo(await records[kind]({ status, ...old(0) }));
      const younger = await records[kind]({ status, ...old(-1) });
      await purge();
      expect([await submissionExists(gone), await submissionExists(atBound), await submissionExists(younger)]).toEqual([
        false,
        true,
        true,
      ]);
      expect(await records.listEvents(gone)).toEqual([]);
      expect(await records.listEvents(atBound)).toHaveLength(1);
    },
  );

  test.each(openStatuses)("keeps a submission that is %s, however old", async (status) => {
    const ref = await addNoteTo(await records[kind]({ status, created_at: new Date(0) }));
    await purge();
    expect([await submissionExists(ref), (await records.listEvents(ref)).length]).toEqual([true, 1]);
  });

  test.each<[string, object, "booked" | "cancelled" | undefined, boolean]>([
    ["mailed within the period", { last_message_at: beforeLimit(0), message_state: "read" }, undefined, true],
    ["mailed before it", { last_message_at: beforeLimit(1), message_state: "sent" }, undefined, false],
    ["booked within the period", {}, "booked", true],
    ["cancelled a booking", {}, "cancelled", false],
  ])("counts retention also from a person who %s", async (_, row, booking, isKept) => {
    const ref = await records[kind]({ status: "won", ...old(), ...row });
    if (booking) await records.booking(ref, booking);
    await purge();
    expect(await submissionExists(ref)).toBe(isKept);
    await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [kind, ref.id]);
  });

  test("keeps only a hash of a blocked address once its last submission is purged", async () => {
    const [gone, kept] = [newEmail(), newEmail()];
    for (const email of [gone, kept]) {
      await records[kind]({ email, status: "spam", ...old() });
      await records.client.query(
        `INSERT INTO blocked_senders (type, value, reason, created_at, actor) VALUES ('address', $1, 'Rude', now(), 'Ana')`,
        [email],
      );
    }
    await records[kind]({ email: kept });
    await purge();
    const values = "SELECT value FROM blocked_senders WHERE value = ANY ($1)";
    expect((await records.client.query(values, [[gone, kept]])).rows).toEqual([{ value: kept }]);
    const sender = { email: gone, agentName: null };
    expect((await findBlocks(rawDatabase(), [sender])).get(sender)).toHaveLength(1);
  });

  test("skips a locked submission, and purges it the next time", async () => {
    const ref = await records[kind]({ status: "won", ...old() });
    await records.client.query("BEGIN");
    await records.client.query("SELECT FROM submissions WHERE kind = $1 AND id = $2 FOR UPDATE", [kind, ref.id]);
    await purge();
    expect(await submissionExists(ref)).toBe(true);
    await records.client.query("COMMIT");
    await purge();
    expect(await submissionExists(ref)).toBe(false);
  });
});

test("audits a purge with counts unless it deleted nothing", async () => {
  await purge();
  const before = await listPurges();
  expect(await purge()).toEqual({ evaluations: 0, inquiries: 0 });
  expect(await listPurges()).toEqual(before);
  await records.evaluation({ status: "won", ...old() });
  await records.inquiry({ status: "spam", ...old() });
  await records.inquiry({ status: "spam", ...old() });
  expect(await purge()).toEqual({ evaluations: 1, inquiries: 2 });
  const entry = { at: now, actor: "service", operator_id: null, details: { evaluations: 1, inquiries: 2 } };
  expect((await listPurges()).slice(before.length)).toEqual([entry]);
});

test("leaves no data of purged submissions in the planner's statistics", async () => {
  const name = newWord();
  for (let count = 0; count < 40; count++) await records.evaluation({ status: "lost", ...old(), name });
  await records.client.query("ANALYZE submissions");
  expect((await searchBytes(adminUrl, [name]))[name]).toContain("pg_catalog.pg_statistic");
  await purge();
  expect(await searchBytes(adminUrl, [name])).toEqual({ [name]: [] });
});

const insertMany = async (count: number) =>
  records.copy(await records.evaluation({ status: "lost", ...old() }), { count: count - 1 });

test("purges in batches, and stops before the next batch on an abort signal", async () => {
  await purge();
  await insertMany(1_200);
  const before = await listPurges();
  const ending = new AbortController();
  ending.abort();
  expect(await purgeClosed({ now, signal: ending.signal })).toEqual({ evaluations: 0, inquiries: 0 });
  expect(await purge()).toEqual({ evaluations: 1_200, inquiries: 0 });
  const counts = (await listPurges()).slice(before.length).map(({ details }) => details.evaluations);
  expect(counts).toEqual([500, 500, 200]);
});

test("delays a purge while another instance purges or erases a person", async () => {
  const ref = await records.evaluation({ status: "won", ...old() });
  await records.client.query("BEGIN");
  const { rows } = await records.client.query("SELECT pg_backend_pid() AS pid, pg_advisory_xact_lock(4821733906)");
  const purging = purge();
  await findWaiters(rows[0].pid, () => false);
  expect(await submissionExists(ref)).toBe(true);
  await records.client.query("COMMIT");
  await purging;
  expect(await submissionExists(ref)).toBe(false);
});

test("purges each submission once when the command runs twice at once", async () => {
  // The command uses the current time, so it would also purge and count rows of other tests.
  await records.client.query("TRUNCATE submissions CASCADE");
  await insertMany(1_200);
  await records.client.query(
    `INSERT INTO subscribers (id, email, language, requested_at, changes_since, next_at)
     VALUES (gen_random_uuid(), $1, 'en', '2020-01-01', '2020-01-01', '2020-01-02')`,
    [newEmail()],
  );
  const before = await listPurges();
  const runs = await Promise.all([1, 2].map(() => runScript("purge.ts", [], { DATABASE_URL: url })));
  const printed = runs.map(({ output }) => Number(/^Purged: evaluations (\d+), inquiries 0\. /m.exec(output)?.[1]));
  const logged = (await listPurges()).slice(before.length).map(({ details }) => details.evaluations);
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  expect([sum(printed), sum(logged)]).toEqual([1_200, 1_200]);
  const { rows } = await records.client.query("SELECT FROM subscribers WHERE requested_at = '2020-01-01'");
  expect(rows).toHaveLength(0);
});

test("purges the rest before it fails on undeletable mail files", async () => {
  const ref = await records.evaluation({ status: "lost", ...old() });
  const hash = "a".repeat(64);
  await records.client.query("INSERT INTO erasures (hash, at) VALUES ($1, '2001-01-01')", [hash]);
  await fs.writeFile(getMailFolder(), "not a folder");
  await expect(purgeDue()).rejects.toThrow("ENOTDIR");
  await fs.rm(getMailFolder());
  expect(await submissionExists(ref)).toBe(false);
  expect((await records.client.query("SELECT FROM erasures WHERE hash = $1", [hash])).rowCount).toBe(0);
});

test("purges as soon as the hourly purge starts", async () => {
  const ref = await records.inquiry({ status: "won", created_at: new Date(0), closed_at: new Date(1) });
  const end = purgeHourly();
  while (await submissionExists(ref)) await new Promise((resolve) => setTimeout(resolve, 20));
  await end();
});

test("deletes a withdrawn person's unmatched mails", async () => {
  const [gone, kept] = [newEmail(), newEmail()];
  const receive = (from: string, text: string) => receiveMail(writeMail([["From", from]], plain(text)), { now });
  const withdrawn = { consent_withdrawn_at: new Date(now.getTime() - 3_600_000) };
  await receive(gone, "Before.");
  await records.inquiry({ email: gone, ...withdrawn });
  await records.inquiry({ email: kept, ...withdrawn, created_at: new Date(now.getTime() - 9 * 3_600_000) });
  await records.inquiry({ email: kept });
  await receive(gone, "After.");
  await receive(kept, "Of the other.");
  await purgeWithdrawn({ now });
  const { rows } = await records.client.query("SELECT text FROM inbound_mails WHERE from_address = ANY ($1)", [
    [gone, kept],
  ]);
  expect(rows).toEqual([{ text: "Of the other." }]);
});
