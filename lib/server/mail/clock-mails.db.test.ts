import { afterEach, describe, expect, test, vi } from "vitest";
import type { Status } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { inMailTransaction } from "../db.ts";
import { inLongTransaction } from "../maintenance.ts";
import { queueClockMails } from "../queue/clock-mails.ts";
import { countMails, hasDueWork } from "../queue/pending-mails.ts";
import { resumeSubmission } from "../submissions/changes/resume-submission.ts";
import { changeStatus } from "../submissions/core/desk.fixture.ts";
import { getSubmission } from "../submissions/inbox/get-submission.ts";
import { MailService } from "./mail-service.fixture.ts";
import { sendDueMails } from "./mail-worker.ts";
import { QueuedMails } from "./queued-mails.fixture.ts";

vi.setConfig({ testTimeout: 30_000 });
const service = await MailService.start(process.env);
const { records } = service;
const { client } = records;
const mails = new QueuedMails(client);

afterEach(() => client.query("DELETE FROM submissions"));

const hour = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour);
const kinds = ["evaluation", "inquiry"] as const;
type Kind = (typeof kinds)[number];

/**
 * Stores a submission sent `hours` ago without any deadline mail yet. Its warning is due after 36 hours, its breach
 * mail after 48 hours.
 */
function storeSubmission(kind: Kind, hours: number, change: Record<string, unknown> = {}) {
  const createdAt = hoursAgo(hours);
  const clock = { created_at: createdAt, clock_mail_at: new Date(createdAt.getTime() + 36 * hour) };
  return records[kind]({ ...clock, ...change });
}

const lost = { status: "lost", close_reason: "No budget" };
const by = () => ({ operator: service.admin, now: new Date() });

async function setStatus(ref: SubmissionRef, status: Status): Promise<void> {
  await changeStatus({ ...ref, status, reason: "No budget" }, by());
}

async function queueAllClockMails(): Promise<void> {
  while (await inMailTransaction(queueClockMails));
}

async function queueAndListMails(ref: SubmissionRef): Promise<string[]> {
  await queueAllClockMails();
  return (await mails.listFor(ref)).map(({ mail, state }) => `${mail} ${state}`);
}

/** Returns the types of the deadline mails that have arrived for the submission. */
const listSent = (ref: SubmissionRef) =>
  service.listNotices(ref).map(({ subject = "" }) => /^Reply (due soon|overdue): /.exec(subject)?.[1]);

const readClockMailAt = async (ref: SubmissionRef) => (await records.readRow(ref)).clock_mail_at;

/** Moves the submission's times back, as if that many hours had passed. */
async function passHours({ kind, id }: SubmissionRef, hours: number): Promise<void> {
  const columns = ["created_at", "reply_due_at", "reply_warning_at", "clock_mail_at"];
  const moved = columns.map((column) => `${column} = ${column} - $3 * interval '1 hour'`);
  await client.query(`UPDATE submissions SET ${moved.join(", ")} WHERE kind = $1 AND id = $2`, [kind, id, hours]);
}

const writeAgain = (ref: SubmissionRef) => inLongTransaction((tx) => resumeSubmission(tx, ref, new Date()));

describe.each(kinds)("deadline mails of a submission of kind %s", (kind) => {
  test("queues both deadline mails on time for a submission closed and reopened", async () => {
    const ref = await storeSubmission(kind, 30, lost);
    await setStatus(ref, "in_review");
    expect(await queueAndListMails(ref)).toEqual([]);
    const { createdAt, pendingMails } = await getSubmission(ref, by());
    const hoursLater = (hours: number) => new Date(createdAt.getTime() + hours * hour);
    expect(pendingMails).toMatchObject([
      { mail: "warning", state: "scheduled", at: hoursLater(36) },
      { mail: "breach", state: "scheduled", at: hoursLater(48) },
    ]);
    await passHours(ref, 6);
    const warnsAt = await readClockMailAt(ref);
    expect(await queueAndListMails(ref)).toEqual(["warning waiting"]);
    const waits = {
      operator_id: null,
      operator_ids: null,
      event_id: null,
      is_planned: false,
      attempts: 0,
      lease: null,
    };
    expect(await mails.listFor(ref)).toMatchObject([{ ...waits, due_at: warnsAt, next_at: warnsAt }]);
    expect(await readClockMailAt(ref)).toEqual(new Date(Number(warnsAt) + 12 * hour));
    await passHours(ref, 12);
    const dueAt = await readClockMailAt(ref);
    expect(await queueAndListMails(ref)).toEqual(["warning waiting", "breach waiting"]);
    expect((await mails.listFor(ref))[1]).toMatchObject({ ...waits, due_at: dueAt, next_at: dueAt });
    expect(await readClockMailAt(ref)).toBeNull();
  });
});

describe("deadline mails of a reopened submission", () => {
  const kind = "inquiry";

  test("queues only the deadline mail that is due when a submission is reopened", async () => {
    const [warned, overdue] = [await storeSubmission(kind, 36.1, lost), await storeSubmission(kind, 48.1, lost)];
    for (const ref of [warned, overdue]) {
      expect(await queueAndListMails(ref)).toEqual([]);
      await setStatus(ref, "in_review");
    }
    expect([await queueAndListMails(warned), await queueAndListMails(overdue)]).toEqual([
      ["warning waiting"],
      ["breach waiting"],
    ]);
    const { created_at, clock_mail_at } = await records.readRow(warned);
    expect(clock_mail_at).toEqual(new Date(Number(created_at) + 48 * hour));
    expect(await readClockMailAt(overdue)).toBeNull();
  });

  test("queues each deadline mail once however often the submission is reopened", async () => {
    const refs = [
      await storeSubmission(kind, 37),
      await storeSubmission(kind, 37),
      await storeSubmission(kind, 37),
    ] as const;
    const [waits, dead, sent] = refs;
    const stopOften = async (ref: SubmissionRef) => {
      for (const status of ["spam", "new", "lost", "in_review"] as const) {
        await setStatus(ref, status);
        await queueAllClockMails();
      }
      await setStatus(ref, "contacted");
      await records.undoStatus(ref, by());
      return queueAndListMails(ref);
    };
    const settle = async () => {
      await queueAllClockMails();
      await client.query("UPDATE mails SET next_at = now() + interval '1 hour' WHERE submission_id = $1", [waits.id]);
      for (const { id, state } of await mails.listFor(dead)) if (state === "waiting") await mails.kill(id);
      await service.sendDue();
    };
    await settle();
    const listStates = async () => [await stopOften(waits), await stopOften(dead), await stopOften(sent)];
    expect(await listStates()).toEqual([["warning waiting"], ["warning dead"], []]);
    expect(listSent(sent)).toEqual(["due soon"]);
    for (const ref of refs) await passHours(ref, 12);
    await settle();
    const both = [["warning waiting", "breach waiting"], ["warning dead", "breach dead"], []];
    expect(await listStates()).toEqual(both);
    await settle();
    expect(await listStates()).toEqual(both);
    expect(listSent(sent)).toEqual(["due soon", "overdue"]);
  });

  test("queues the warning when the closing of a submission is undone", async () => {
    for (const status of ["spam", "contacted"] as const) {
      const ref = await storeSubmission(kind, 37);
      await setStatus(ref, status);
      expect(await queueAndListMails(ref)).toEqual([]);
      await records.undoStatus(ref, by());
      expect(await queueAndListMails(ref)).toEqual(["warning waiting"]);
    }
  });

  test("queues no deadline mail for a reopened submission that needs no reply", async () => {
    const first = await storeSubmission(kind, 30);
    const stopped = [
      await storeSubmission(kind, 49, { ...lost, replied_at: hoursAgo(20) }),
      await storeSubmission(kind, 49, { ...lost, consent_withdrawn_at: hoursAgo(20) }),
    ];
    for (const ref of stopped) await setStatus(ref, "in_review");
    const answered = await storeSubmission(kind, 49, lost);
    await setStatus(answered, "contacted");
    const repeat = await storeSubmission(kind, 49, { repeat_of: first.id });
    for (const ref of [...stopped, answered, repeat]) expect(await queueAndListMails(ref)).toEqual([]);
  });

  test("sends a dropped deadline mail once the submission is reopened", async () => {
    const ref = await storeSubmission(kind, 37);
    for (const [mail, subject] of [
      ["warning", ["due soon"]],
      ["breach", ["due soon", "overdue"]],
    ] as const) {
      const before = listSent(ref);
      expect(await queueAndListMails(ref)).toEqual([`${mail} waiting`]);
      await setStatus(ref, "lost");
      for (let time = 0; time < 2; time++) {
        await service.sendDue();
        expect([await queueAndListMails(ref), listSent(ref)]).toEqual([[], before]);
      }
      await setStatus(ref, "in_review");
      expect(await queueAndListMails(ref)).toEqual([`${mail} waiting`]);
      for (let time = 0; time < 2; time++) {
        await service.sendDue();
        expect([await queueAndListMails(ref), listSent(ref)]).toEqual([[], subject]);
      }
      await passHours(ref, 12);
    }
  });

  test("sends only the breach mail if the submission was closed from before the warning", async () => {
    const ref = await storeSubmission(kind, 37);
    await queueAllClockMails();
    await setStatus(ref, "lost");
    await service.sendDue();
    await passHours(ref, 12);
    await setStatus(ref, "in_review");
    await service.sendDue();
    expect([await queueAndListMails(ref), listSent(ref), await readClockMailAt(ref)]).toEqual([[], ["overdue"], null]);
  });

  test("sends both deadline mails again each time the person writes again", async () => {
    const ref = await storeSubmission(kind, 37);
    for (let round = 1; round <= 3; round++) {
      await service.sendDue();
      await passHours(ref, 12);
      await service.sendDue();
      expect(listSent(ref)).toEqual(Array.from({ length: round }, () => ["due soon", "overdue"]).flat());
      await setStatus(ref, "contacted");
      await writeAgain(ref);
      expect(await queueAndListMails(ref)).toEqual([]);
      await passHours(ref, 37);
    }
  });

  test("sends both deadline mails after the person writes again, even if earlier ones failed", async () => {
    const ref = await storeSubmission(kind, 37);
    for (const mail of ["warning", "breach"] as const) await mails.kill(await mails.insert({ mail, ...ref }));
    await client.query("UPDATE submissions SET clock_mail_at = NULL");
    await setStatus(ref, "contacted");
    await writeAgain(ref);
    await passHours(ref, 37);
    await service.sendDue();
    await passHours(ref, 12);
    await service.sendDue();
    expect(listSent(ref)).toEqual(["due soon", "overdue"]);
  });

  test.each([
    ["warning", "runs"],
    ["warning", "stands still"],
    ["breach", "runs"],
    ["breach", "stands still"],
  ] as const)("sends the new warning although the earlier %s is dropped while the clock %s", async (mail, clock) => {
    const ref = await storeSubmission(kind, mail === "warning" ? 37 : 49);
    expect(await queueAndListMails(ref)).toEqual([`${mail} waiting`]);
    await setStatus(ref, "contacted");
    await writeAgain(ref);
    const warnsAt = await readClockMailAt(ref);
    if (clock === "stands still") await setStatus(ref, "contacted");
    await service.sendDue();
    if (clock === "stands still") await records.undoStatus(ref, by());
    await service.sendDue();
    expect([listSent(ref), await mails.listFor(ref)]).toEqual([[], []]);
    expect(await readClockMailAt(ref)).toEqual(warnsAt);
    await passHours(ref, 37);
    await service.sendDue();
    expect(listSent(ref)).toEqual(["due soon"]);
  });

  test("keeps the submission unchanged if its deadline mail cannot be queued", async () => {
    const ref = await storeSubmission(kind, 37);
    const before = await records.readRow(ref);
    await rejectMails("INSERT", async () => expect(inMailTransaction(queueClockMails)).rejects.toThrow());
    expect([await records.readRow(ref), await mails.listFor(ref)]).toEqual([before, []]);
    expect(await queueAndListMails(ref)).toEqual(["warning waiting"]);
  });
});

/** Makes the database reject every insert or update of a mail during `work`. */
async function rejectMails(change: "INSERT" | "UPDATE", work: () => Promise<unknown>): Promise<void> {
  await client.query(
    "CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$",
  );
  await client.query(`CREATE TRIGGER refuse BEFORE ${change} ON mails FOR EACH ROW EXECUTE FUNCTION refuse_mail()`);
  try {
    await work();
  } finally {
    await client.query("DROP FUNCTION refuse_mail CASCADE");
  }
}

test("keeps a submission in spam if its withheld mails cannot be released", async () => {
  const ref = await storeSubmission("inquiry", 1);
  await mails.insert({ mail: "notice", ...ref });
  await setStatus(ref, "spam");
  await service.sendDue();
  expect(await queueAndListMails(ref)).toEqual(["notice held"]);
  await rejectMails("UPDATE", async () => expect(setStatus(ref, "new")).rejects.toThrow());
  expect(await records.readRow(ref)).toMatchObject({ status: "spam", revision: 1 });
  expect(await queueAndListMails(ref)).toEqual(["notice held"]);
});

test.each(["qualified", "redirect"])("queues no deadline mail for an evaluation with route %s", async (route) => {
  const ref = await records.evaluation({ route, created_at: hoursAgo(50), is_processed: false });
  await service.queueFollowing();
  await client.query("DELETE FROM mails");
  await setStatus(ref, "spam");
  await setStatus(ref, "in_review");
  expect([await queueAndListMails(ref), await readClockMailAt(ref)]).toEqual([[], null]);
});

test("queues the warning of each of 250 submissions once when four workers run", async () => {
  const first = await storeSubmission("inquiry", 37);
  await client.query(
    `INSERT INTO submissions (kind, id, created_at, clock_mail_at, request_id, name, email, language, text, source_page, channel,
       is_processed)
     SELECT kind, nextval('inquiry_id_seq'), created_at, clock_mail_at, request_id, name, email, language, text, source_page,
       channel, is_processed
     FROM submissions, generate_series(2, 250) WHERE kind = 'inquiry' AND id = $1`,
    [first.id],
  );
  await Promise.all([queueAllClockMails(), queueAllClockMails(), queueAllClockMails(), queueAllClockMails()]);
  const { rows } = await client.query(
    `SELECT mail, count(*)::int AS count, count(DISTINCT submission_id)::int AS submissions FROM mails GROUP BY mail`,
  );
  expect(rows).toEqual([{ mail: "warning", count: 250, submissions: 250 }]);
});

test("queues the deadline mails of others while one submission is locked", async () => {
  const [closing, other] = [await storeSubmission("inquiry", 40), await storeSubmission("inquiry", 37)];
  await inLongTransaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE submissions SET status = 'lost', closed_at = now() WHERE kind = ${closing.kind} AND id = ${closing.id}`;
    expect([await queueAndListMails(closing), await queueAndListMails(other)]).toEqual([[], ["warning waiting"]]);
  });
  expect(await queueAndListMails(closing)).toEqual([]);
  await setStatus(closing, "in_review");
  expect(await queueAndListMails(closing)).toEqual(["warning waiting"]);
});

/** Marks the submission as replied, which drops its waiting mails, and undoes that change. */
async function dropMailsAndUndoReply(ref: SubmissionRef): Promise<void> {
  await setStatus(ref, "contacted");
  await client.query("UPDATE mails SET next_at = now()");
  await service.sendDue();
  await records.undoStatus(ref, by());
  await service.sendDue();
}

test("sends neither deadline mail again if a failed warning is dropped", async () => {
  const ref = await storeSubmission("inquiry", 37);
  await queueAllClockMails();
  const [warning] = await mails.listFor(ref);
  await mails.fail(warning?.id ?? "");
  await passHours(ref, 12);
  await service.sendDue();
  await dropMailsAndUndoReply(ref);
  expect(listSent(ref)).toEqual(["overdue"]);
});

test("does not repeat a warning that reached one operator but failed for another", async () => {
  const other = await records.operator({ language: "es" });
  const ref = await storeSubmission("inquiry", 37, { clock_mail_at: null });
  await mails.insert({ mail: "warning", ...ref, operators: [service.admin.id] });
  await mails.fail(await mails.insert({ mail: "warning", ...ref, operators: [other.id] }));
  // On a slow machine, the failed warning would be due again before the worker looks.
  await client.query("UPDATE mails SET next_at = now() + interval '1 minute' WHERE attempts = 1");
  await service.sendDue();
  await dropMailsAndUndoReply(ref);
  expect(service.listNotices(ref).map(({ envelopeTo }) => envelopeTo)).toEqual([[service.admin.email]]);
  await client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [other.id]);
});

test("schedules no deadline mail for a submission whose consent was withdrawn", async () => {
  await storeSubmission("inquiry", 37, { consent_withdrawn_at: new Date() });
  const due = await sendDueMails({ seconds: 5 });
  expect([due.isMore, await hasDueWork({ isPaused: false })]).toEqual([false, false]);
  expect(await countMails()).toMatchObject({ waiting: 0, scheduled: 0 });
});

test("drops a waiting breach mail if the person writes again before it is sent", async () => {
  const ref = await storeSubmission("inquiry", 49);
  expect(await queueAndListMails(ref)).toEqual(["breach waiting"]);
  await setStatus(ref, "contacted");
  await writeAgain(ref);
  expect(await queueAndListMails(ref)).toEqual([]);
  await client.query("UPDATE submissions SET reply_due_at = now(), clock_mail_at = now()");
  await service.sendDue();
  expect(listSent(ref)).toEqual(["overdue"]);
});
