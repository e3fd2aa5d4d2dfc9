import pg from "pg";
import { describe, expect, test } from "vitest";
import { requestSubscription } from "../catalog/subscribers.ts";
import { DeskRecords, hoursAgo, newEmail, newWord, now } from "../submissions/core/desk.fixture.ts";
import { erasePerson } from "./erasures.ts";
import { exportPerson } from "./export-person.ts";
import { findPerson, getPerson, listErasures } from "./get-person.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const admin = await records.admin();

describe("erasure of a person", () => {
  test("audits an erasure with actor, time and counts only", async () => {
    const own = await records.admin();
    const email = newEmail();
    await records.evaluation({ email });
    await records.inquiry({ email });
    await records.evaluation({ text: `Ask ${email}.` });
    await erasePerson({ email }, { admin: own, now });
    const details = { evaluations: 1, inquiries: 1, mentions: 1 };
    expect(await records.listAudit(own)).toEqual([{ at: now, actor: own.email, action: "person_erased", details }]);
    const latest = (await listErasures({ admin })).find(({ actor }) => actor === own.email);
    expect(latest).toMatchObject({ at: now, counts: details });
  });

  test("finds, exports and erases the subscription of an address without submissions", async () => {
    const [email, other] = [newEmail(), newEmail()];
    for (const each of [email, other]) await requestSubscription({ email: each, language: "es" }, { now });
    const { rows: tokens } = await records.client.query("SELECT id FROM subscribers WHERE email = $1", [email]);
    const person = await findPerson({ email: email.toUpperCase() }, { admin });
    expect(JSON.stringify(person)).not.toMatch(new RegExp(`${tokens[0].id}|@`));
    const [asked, unconfirmed] = [hoursAgo(10), { confirmedAt: null, noticeVersion: null }];
    const subscription = { language: "es", requestedAt: now, ...unconfirmed, changesSince: now, nextAt: hoursAgo(-24) };
    expect(await getPerson(person, { admin })).toMatchObject({ email, newest: [], subscription });
    expect(await exportPerson(person, { admin, now })).toMatchObject({ email, inquiries: [], subscription });
    const confirmed = { confirmedAt: now, noticeVersion: "2026-12-01", changesSince: asked };
    await records.client.query(
      "UPDATE subscribers SET confirmed_at = $2, notice_version = $3, changes_since = $4 WHERE email = $1",
      [email, now, confirmed.noticeVersion, asked],
    );
    expect(await exportPerson(person, { admin, now })).toMatchObject({
      subscription: { ...subscription, ...confirmed },
    });
    expect(await erasePerson({ email: email.toUpperCase() }, { admin, now })).toMatchObject({ mentions: 1 });
    const { rows } = await records.client.query("SELECT email FROM subscribers WHERE email = ANY ($1)", [
      [email, other],
    ]);
    expect(rows).toEqual([{ email: other }]);
    await expect(getPerson(person, { admin })).rejects.toMatchObject({ kind: "not_found" });
  });

  test.each<{ origin: string; sql: string; shown: object; exported: object }>([
    {
      origin: "an unmatched mail",
      sql: `INSERT INTO inbound_mails (received_at, digest, type, held_reason, from_address, from_name, subject, text, quoted,
          authentication)
        VALUES (now(), encode(sha256(random()::text::bytea), 'hex'), 'message', 'unknown', $1, '', 'Hello', 'Call me.', '', 'pass')`,
      shown: { mailCount: 1, bookingCount: 0, isBlocked: false },
      exported: { otherMails: [{ subject: "Hello", text: "Call me." }] },
    },
    {
      origin: "an unmatched booking",
      sql: `INSERT INTO unmatched_bookings (uid, kind, submission_id, start_at, end_at, time_zone, email, changed_at, booked_at)
        SELECT gen_random_uuid(), kind, id, now(), now() + interval '1 hour', 'UTC', $1, now(), now() FROM submissions LIMIT 1`,
      shown: { mailCount: 0, bookingCount: 1, isBlocked: false },
      exported: { otherBookings: [{ startAt: expect.any(Date) }] },
    },
    {
      origin: "the block list",
      sql: `INSERT INTO blocked_senders (type, value, reason, created_at, actor)
        VALUES ('address', lower($1), 'Spam', now(), 'Ana')`,
      shown: { mailCount: 0, bookingCount: 0, isBlocked: true },
      exported: { block: { reason: "Spam" } },
    },
  ])("finds, shows, exports and erases an address known only from $origin", async ({ sql, shown, exported }) => {
    const [email, other] = [newEmail(), newEmail()];
    await records.evaluation({ email: newEmail() });
    for (const each of [other, email]) await records.client.query(sql, [each]);
    const person = await findPerson({ email: email.toUpperCase() }, { admin });
    expect(person).toEqual({ record: expect.any(String) });
    const counts = { evaluations: 0, inquiries: 0, mentions: 0 };
    expect(await getPerson(person, { admin })).toMatchObject({
      email,
      counts,
      newest: [],
      subscription: null,
      ...shown,
    });
    expect(await exportPerson(person, { admin, now })).toMatchObject({ email, inquiries: [], ...exported });
    expect(await erasePerson({ email }, { admin, now })).toMatchObject({ mentions: 1 });
    await expect(getPerson(person, { admin })).rejects.toMatchObject({ kind: "not_found" });
    expect(await findPerson({ email: other }, { admin })).toEqual({ record: expect.any(String) });
  });

  test("keeps the account and audit entries of an operator with the erased address", async () => {
    const own = await records.admin();
    const ref = await records.evaluation({ email: own.email });
    await records.client.query(
      `INSERT INTO audit_entries (at, actor, action, details) VALUES ($1, $2, 'operator_invited', $3)`,
      [now, own.email, JSON.stringify({ email: own.email, role: "admin" })],
    );
    expect(await erasePerson({ email: own.email }, { admin, now })).toEqual({
      evaluations: 1,
      inquiries: 0,
      mentions: 0,
    });
    expect(await records.readRow(ref)).toBeUndefined();
    const { rows } = await records.client.query(
      `SELECT email FROM operators WHERE email = $1
       UNION ALL SELECT details ->> 'email' FROM audit_entries WHERE actor = $1 AND action = 'operator_invited'`,
      [own.email],
    );
    expect(rows).toEqual([{ email: own.email }, { email: own.email }]);
  });

  test("does not change a submission that is stored during the erasure", async () => {
    const email = newEmail();
    const stored = { email, text: `Write to ${email}.` };
    const ref = await records.evaluation(stored);
    const [id = 0] = await inTransaction(async (client) => {
      const ids = await records.copy(ref, { client });
      await erasePerson({ email }, { admin, now });
      return ids;
    });
    expect(await records.readRow({ kind: "evaluation", id })).toMatchObject(stored);
  });

  test("erases a note added during an erasure", async () => {
    const email = newEmail();
    const ref = await records.evaluation({ email });
    const erasing = await inTransaction(async (client) => {
      await client.query("UPDATE submissions SET revision = revision + 1 WHERE kind = 'evaluation' AND id = $1", [
        ref.id,
      ]);
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      const working = erasePerson({ email }, { admin, now });
      // Waits until the erasure waits for the locked row.
      await expect.poll(() => isWaitedFor(rows[0].pid)).toBe(true);
      await client.query(
        `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
         VALUES ('evaluation', $1, $2, 'Ana', 'note', '{"text":"Called."}')`,
        [ref.id, now],
      );
      return { working };
    });
    await erasing.working;
    expect([await records.readRow(ref), await records.listEvents(ref)]).toEqual([undefined, []]);
  });
});

test("finds the newest submission of an address, ignoring case", async () => {
  const email = newEmail();
  const lead = await records.evaluation({ email: email.toUpperCase(), created_at: new Date(now.getTime() - 1) });
  const inquiry = await records.inquiry({ email, created_at: now });
  const mention = await records.inquiry({ text: `A colleague of <${email}>` });
  expect(await findPerson({ email }, { admin })).toEqual({ submission: inquiry });
  expect(await getPerson({ submission: lead }, { admin })).toMatchObject({
    email: email.toUpperCase(),
    counts: { evaluations: 1, inquiries: 1, mentions: 1 },
    newest: [inquiry, lead],
    mentioned: [mention],
  });
  await expect(findPerson({ email: newEmail() }, { admin })).rejects.toMatchObject({ kind: "not_found" });
  const nobody = { kind: "evaluation", id: 2_147_483_001 } as const;
  await expect(getPerson({ submission: nobody }, { admin })).rejects.toMatchObject({ kind: "not_found" });
});

test("finds an address in both Unicode forms of an accent", async () => {
  const word = newWord();
  const [composed, apart] = [`${word}\u00e9@example.com`, `${word}e\u0301@example.com`];
  const [one, other] = [await records.evaluation({ email: composed }), await records.inquiry({ email: apart })];
  expect(await findPerson({ email: apart }, { admin })).toMatchObject({ submission: { id: expect.any(Number) } });
  const document = await exportPerson({ submission: one }, { admin, now });
  expect([document.evaluations.length, document.inquiries.length]).toEqual([1, 1]);
  expect(await erasePerson({ email: apart }, { admin, now })).toEqual({ evaluations: 1, inquiries: 1, mentions: 0 });
  expect([await records.readRow(one), await records.readRow(other)]).toEqual([undefined, undefined]);
});

/** Runs `work` in a transaction on another connection. */
async function inTransaction<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("BEGIN");
  const result = await work(client);
  await client.query("COMMIT");
  await client.end();
  return result;
}

async function isWaitedFor(pid: number): Promise<boolean> {
  const { rows } = await records.client.query(
    "SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) AND query LIKE '%DELETE FROM submissions%'",
    [pid],
  );
  return rows.length > 0;
}
