import { beforeAll, describe, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { MailJobs } from "../mail/mail-jobs.fixture.ts";
import { mailQueueOptions } from "../queue/queue.ts";
import { changeStatus } from "./change-status.ts";
import { DeskRecords } from "./desk.fixture.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const jobs = new MailJobs(records.client);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

/** Ahead of the database's clock, so that mails due in hours are not due there yet. */
const now = new Date(Date.now() + 1_000 * 3_600_000);
const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** The jobs of a submission: mail and due time, or "now". */
const queuedFor = async (ref: SubmissionRef) =>
  (await jobs.listFor(ref))
    .map(({ data, start_after, created_on }) => {
      const isNow = Number(start_after) <= Number(created_on);
      return [data.mail, isNow ? "now" : start_after] as const;
    })
    .toSorted(([a], [b]) => b.localeCompare(a));

const move = (ref: SubmissionRef, revision: number, status: "new" | "in_review" | "spam" | "contacted" = "in_review") =>
  changeStatus({ ...ref, revision, status }, { operator, now });

const sent = ({ kind, id }: SubmissionRef, mail: string) =>
  records.client.query(
    "INSERT INTO submission_events (kind, submission_id, at, actor, type, details) VALUES ($1, $2, $3, 'service', 'mail', $4)",
    [kind, id, hoursBefore(1), JSON.stringify({ mail, messageId: "<x@y>", recipients: 1 })],
  );

describe.each(["evaluation", "inquiry"] as const)("a reopened submission of kind %s", (kind) => {
  const lost = (hours: number, change: object = {}) =>
    records[kind]({ created_at: hoursBefore(hours), status: "lost", close_reason: "No budget", ...change });

  test("gets both mails of its clock again, at their hours", async () => {
    const ref = await lost(30);
    await move(ref, 0);
    expect(await queuedFor(ref)).toEqual([
      ["warning", hoursBefore(-6)],
      ["breach", hoursBefore(-18)],
    ]);
    for (const job of await jobs.listFor(ref)) {
      const { mail } = job.data;
      expect(job).toMatchObject({ name: "mail", state: "created", data: { mail, ...ref } });
      expect(job.retry_limit).toBe(mailQueueOptions.retryLimit);
    }
  });

  test("gets the warning at once after 36 hours, and only the breach after 48", async () => {
    const [warned, overdue] = [await lost(36), await lost(48)];
    for (const ref of [warned, overdue]) await move(ref, 0);
    expect(await queuedFor(warned)).toEqual([
      ["warning", "now"],
      ["breach", hoursBefore(-12)],
    ]);
    expect(await queuedFor(overdue)).toEqual([["breach", "now"]]);
  });

  test("gets no mail twice that is pending, dead or sent", async () => {
    const [waits, dead, wasSent] = [await lost(30), await lost(30), await lost(40)];
    await jobs.insert({ mail: "breach", ...waits });
    await jobs.kill(await jobs.insert({ mail: "warning", ...dead }));
    await sent(wasSent, "warning");
    for (const ref of [waits, dead, wasSent]) await move(ref, 0);
    const listMails = async (ref: SubmissionRef) => (await queuedFor(ref)).map(([mail]) => mail);
    expect([await listMails(waits), await listMails(dead), await listMails(wasSent)]).toEqual([
      ["warning", "breach"],
      ["warning", "breach"],
      ["breach"],
    ]);
    for (const revision of [1, 2, 3, 4]) await move(waits, revision, revision % 2 ? "spam" : "new");
    expect(await listMails(waits)).toEqual(["warning", "breach"]);
  });

  test("gets its mails also through an undo of closing or of a wrong reply status", async () => {
    for (const status of ["spam", "contacted"] as const) {
      const ref = await records[kind]({ created_at: hoursBefore(30) });
      await move(ref, 0, status);
      expect(await queuedFor(ref)).toEqual([]);
      await records.undoStatus(ref, { operator, now });
      expect((await queuedFor(ref)).map(([mail]) => mail)).toEqual(["warning", "breach"]);
    }
  });

  test("gets no mail after a reply or a withdrawal", async () => {
    for (const change of [{ replied_at: hoursBefore(20) }, { consent_withdrawn_at: hoursBefore(20) }]) {
      const ref = await lost(30, change);
      await move(ref, 0);
      expect(await queuedFor(ref)).toEqual([]);
    }
    const answered = await lost(30);
    await move(answered, 0, "contacted");
    expect(await queuedFor(answered)).toEqual([]);
  });

  test("stays closed if its mails cannot be queued", async () => {
    const ref = await lost(30);
    const name = `refuse_${kind}_${ref.id}`;
    const body = `BEGIN IF NEW.data @> '${JSON.stringify(ref)}' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END`;
    await records.client.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$${body}$$`);
    await records.client.query(
      `CREATE TRIGGER ${name} BEFORE INSERT ON pgboss.job_common FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    );
    try {
      await expect(move(ref, 0)).rejects.toThrow();
    } finally {
      await records.client.query(`DROP FUNCTION ${name} CASCADE`);
    }
    expect(await records.readRow(ref)).toMatchObject({ status: "lost", revision: 0 });
  });
});

test("an evaluation without a promised reply has no clock to restart", async () => {
  for (const route of ["qualified", "redirect"]) {
    const ref = await records.evaluation({ route, status: "spam", created_at: hoursBefore(30) });
    await move(ref, 0);
    expect(await queuedFor(ref)).toEqual([]);
  }
});
