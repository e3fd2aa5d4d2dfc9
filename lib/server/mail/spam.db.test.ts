import { describe, expect, test, vi } from "vitest";
import type { RequestContext } from "../../domain/request-context.ts";
import { ContactInput } from "../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { validContact } from "../../domain/submissions/core/valid-input.fixture.ts";
import { parseInboxQuery } from "../../domain/submissions/inbox/inbox-query.ts";
import { setBookedStatus } from "../bookings/record-change.ts";
import { inMailTransaction } from "../db.ts";
import { changeSubmissions } from "../submissions/changes/change-submissions.ts";
import { separateRepeat } from "../submissions/changes/separate-repeat.ts";
import { undoChanges } from "../submissions/changes/undo-changes.ts";
import { changeOwner, changeStatus, newWord, toItems } from "../submissions/core/desk.fixture.ts";
import { withLockedRow } from "../submissions/core/locked-row.ts";
import { getSubmission } from "../submissions/inbox/get-submission.ts";
import { listSubmissions } from "../submissions/inbox/list-submissions.ts";
import { countNewSpam, markSpamSeen } from "../submissions/inbox/views.ts";
import { submitInquiry } from "../submissions/intake/submit.ts";
import { countReplies } from "../submissions/overview/count-replies.ts";
import { sendReplyNow } from "../submissions/reply/queued-reply.ts";
import { addBlock, listBlocks } from "../submissions/spam/block-list.ts";
import { dailySubmissionsMax } from "../submissions/spam/judge-spam.ts";
import { acknowledgementsMax } from "./find-mailed.ts";
import { byAgent, inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";
import { QueuedMails } from "./queued-mails.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

const atOnce = ["acknowledgement", "notice"];
const withClock = ["acknowledgement", "clock", "notice"];

async function submitByMachine(change: Record<string, unknown> = {}, context: Partial<RequestContext> = {}) {
  const input = ContactInput.parse(validContact({ email: newAddress(), message: `About ${newWord()}`, ...change }));
  const all = { now: new Date(), requestId: newWord(), isHoneypotFilled: true, ...context };
  return { kind: "inquiry", id: (await submitInquiry(input, all)).id } as const;
}

async function processAndRead(ref: SubmissionRef) {
  await service.queueFollowing();
  return service.records.readRow(ref);
}

/** Lists the types of the waiting mails, and `clock` if deadline mails will follow. */
async function listQueued({ kind, id }: SubmissionRef): Promise<string[]> {
  const { rows } = await client.query<{ mail: string }>(
    `SELECT mail FROM mails WHERE kind = $1 AND submission_id = $2 AND state = 'waiting'
     UNION ALL SELECT 'clock' FROM submissions WHERE kind = $1 AND id = $2 AND clock_mail_at IS NOT NULL ORDER BY 1`,
    [kind, id],
  );
  return rows.map(({ mail }) => mail);
}

const by = () => ({ operator: service.admin, now: new Date() });
const block = (type: "address" | "domain" | "agent", value: string) =>
  addBlock({ type, value }, { admin: service.admin, now: new Date() });
const restoreFromSpam = (ref: SubmissionRef) => changeStatus({ ...ref, status: "new" }, by());
const markAsSpam = (ref: SubmissionRef) => changeStatus({ ...ref, status: "spam" }, by());
const isListed = async (ref: SubmissionRef, filters: Record<string, string>) =>
  (await listSubmissions(parseInboxQuery(filters), by(), 1_000)).rows.some(
    ({ kind, id }) => kind === ref.kind && id === ref.id,
  );

describe("submission filled in by a machine", () => {
  test("stores a bot's submission as spam with the reason, and queues no mail", async () => {
    const ref = await submitByMachine();
    expect(await processAndRead(ref)).toMatchObject({
      status: "spam",
      spam_reasons: ["honeypot"],
      honeypot_filled: true,
      revision: 1,
      is_processed: true,
      closed_at: expect.any(Date),
    });
    expect(await listQueued(ref)).toEqual([]);
    expect(await service.records.listEvents(ref)).toMatchObject([
      {
        type: "status",
        actor: "service",
        operator_id: null,
        details: { from: "new", to: "spam", spamReasons: ["honeypot"] },
      },
    ]);
    const { spamReasons, pendingMails, clock } = await getSubmission(ref, by());
    expect([spamReasons, clock.state]).toEqual([["honeypot"], "none"]);
    expect(pendingMails).toMatchObject(atOnce.toReversed().map((mail) => ({ mail, state: "held" })));
  });

  test("lists a bot's submission only in the spam folder and in search results", async () => {
    const before = await countReplies(by());
    const word = newWord();
    const ref = await submitByMachine({ message: `Cheap ${word}` });
    await processAndRead(ref);
    expect(await isListed(ref, { status: "spam" })).toBe(true);
    expect(await isListed(ref, { view: "spam" })).toBe(true);
    expect(await isListed(ref, { q: word })).toBe(true);
    const others: Record<string, string>[] = [{}, { status: "closed" }, { sort: "due" }, { kind: "inquiry" }];
    for (const filters of others) expect(await isListed(ref, filters)).toBe(false);
    expect(await countReplies(by())).toEqual(before);
  });

  test("counts spam as new for each operator until they open the spam folder", async () => {
    const [ana, berta] = [await service.records.operator(), await service.records.operator()];
    const now = new Date();
    await markSpamSeen({}, { operator: ana, now });
    await markSpamSeen({}, { operator: berta, now });
    await processAndRead(await submitByMachine());
    await markAsSpam(await inquiry());
    expect([await countNewSpam({ operator: ana }), await countNewSpam({ operator: berta })]).toEqual([1, 1]);
    await markSpamSeen({}, { operator: ana, now: new Date() });
    expect([await countNewSpam({ operator: ana }), await countNewSpam({ operator: berta })]).toEqual([0, 1]);
  });

  test("judges a submission whose sender booked a time before it was processed", async () => {
    const ref = await submitByMachine();
    const now = new Date();
    await withLockedRow(ref, (tx, row) => setBookedStatus(tx, ref, row, { startAt: now }, now));
    expect(await processAndRead(ref)).toMatchObject({ status: "spam", spam_reasons: ["honeypot"] });
    expect((await service.records.listEvents(ref)).at(-1)).toMatchObject({ details: { from: "booked", to: "spam" } });
  });

  test("accepts the filled honeypot of an assistant's submission", async () => {
    const ref = await submitByMachine(byAgent);
    expect(await processAndRead(ref)).toMatchObject({ status: "new", honeypot_filled: null, spam_reasons: null });
  });
});

test("limits no acknowledgements to a person because of spam in their name", async () => {
  const email = newAddress();
  for (let at = 0; at < acknowledgementsMax; at++) await processAndRead(await submitByMachine({ email }));
  const ref = await lead({ email });
  await service.work();
  await service.waitUntilSent(ref);
  expect(service.server.listTo(email)).toHaveLength(1);
});

describe("suspicious sender", () => {
  test("marks submissions of a blocked address, domain or assistant as spam", async () => {
    const domain = `${newWord()}.example`;
    const [address, agentName] = [newAddress(), `Agent ${newWord()}`];
    await block("address", address);
    await block("domain", domain);
    await block("agent", agentName.toLowerCase());
    for (const [change, reason] of [
      [{ email: address.toUpperCase() }, "blocked_address"],
      [{ email: `a@${domain}` }, "blocked_domain"],
      [{ email: `a@mail.${domain.toUpperCase()}` }, "blocked_domain"],
      [{ ...byAgent, agentName: agentName.toUpperCase(), email: newAddress() }, "blocked_agent"],
    ] as const) {
      expect(await processAndRead(await inquiry(change))).toMatchObject({ status: "spam", spam_reasons: [reason] });
    }
    for (const email of [`a${address}`, `a@not-${domain}`, `a@${domain}.test`]) {
      expect(await processAndRead(await inquiry({ email }))).toMatchObject({ status: "new", spam_reasons: null });
    }
    const blocks = await listBlocks({ admin: service.admin });
    const countHits = (value: string) => blocks.find((entry) => entry.value === value)?.hits;
    expect([address, domain, agentName.toLowerCase()].map(countHits)).toEqual([1, 2, 1]);
  });

  test("marks a disposable address as spam, but not a similar domain", async () => {
    for (const email of ["a@mailinator.com", "a@Sub.Mailinator.com"]) {
      expect((await processAndRead(await inquiry({ email }))).spam_reasons).toEqual(["disposable_domain"]);
    }
    for (const email of ["a@mailinator.com.example", "a@gmial.com"]) {
      expect(await processAndRead(await inquiry({ email }))).toMatchObject({ status: "new" });
    }
  });

  test("marks submissions over a sender's daily limit as spam", async () => {
    const email = newAddress();
    const sent = async (count: number, minutesAgo: number) => {
      const created_at = new Date(Date.now() - minutesAgo * 60_000);
      for (let at = 0; at < count; at++) await service.records.inquiry({ email, created_at });
    };
    await sent(5, 25 * 60);
    await sent(dailySubmissionsMax - 1, 10);
    expect(await processAndRead(await inquiry({ email }))).toMatchObject({ status: "new" });
    await sent(1, 10);
    expect((await processAndRead(await lead({ email: email.toUpperCase() }))).spam_reasons).toEqual(["many_repeats"]);
  });

  test("does not mark a submission as spam once an operator has changed its status", async () => {
    const changed = await submitByMachine();
    await changeStatus({ ...changed, status: "in_review" }, by());
    expect(await processAndRead(changed)).toMatchObject({ status: "in_review", spam_reasons: null });
    expect(await listQueued(changed)).toEqual(withClock);
  });
});

test("keeps a repeat of a spam submission with the first one", async () => {
  const change = { email: newAddress(), message: `Buy ${newWord()}` };
  const first = await submitByMachine(change);
  await processAndRead(first);
  const repeat = await submitByMachine(change);
  expect(await processAndRead(repeat)).toMatchObject({ repeat_of: first.id, spam_reasons: null });
  await separateRepeat(repeat, by());
  expect(await processAndRead(repeat)).toMatchObject({ repeat_of: null, status: "new" });
  expect(await listQueued(repeat)).toEqual(withClock);
});

describe("submission restored from spam", () => {
  test("queues each mail of a submission restored from spam once", async () => {
    const ref = await submitByMachine();
    const { reply_due_at } = await processAndRead(ref);
    await restoreFromSpam(ref);
    const row = await processAndRead(ref);
    expect(await listQueued(ref)).toEqual(withClock);
    expect(row).toMatchObject({ status: "new", closed_at: null, spam_reasons: ["honeypot"] });
    expect(row.reply_due_at).toEqual(reply_due_at);
    expect(await isListed(ref, {})).toBe(true);
    await markAsSpam(ref);
    await service.records.undoStatus(ref, by());
    expect(await listQueued(ref)).toEqual(withClock);
    expect(await inMailTransaction(queueFollowingMails)).toBe(0);
  });

  test("refuses to send a withheld mail until its submission is restored from spam", async () => {
    const ref = await submitByMachine();
    await processAndRead(ref);
    const { pendingMails } = await getSubmission(ref, by());
    for (const { jobId } of pendingMails) {
      await expect(sendReplyNow({ ...ref, job: jobId }, by())).rejects.toMatchObject({ kind: "conflict" });
    }
    await restoreFromSpam(ref);
    await processAndRead(ref);
    expect(await listQueued(ref)).toEqual(withClock);
  });

  test("keeps withheld mails while spam changes its owner or its sender is blocked", async () => {
    const ref = await submitByMachine();
    await processAndRead(ref);
    await changeStatus({ ...ref, status: "spam", block: "address" }, by());
    await service.records.undoStatus(ref, by());
    await changeOwner({ ...ref, owner: service.admin.id }, by());
    expect(await inMailTransaction(queueFollowingMails)).toBe(0);
    expect(await listQueued(ref)).toEqual([]);
  });

  test("queues the mails of a submission when its automatic spam mark is undone", async () => {
    const ref = await submitByMachine();
    await processAndRead(ref);
    await service.records.undoStatus(ref, by());
    expect(await processAndRead(ref)).toMatchObject({ status: "new", closed_at: null });
    expect(await listQueued(ref)).toEqual(withClock);
  });

  test.each(["automatically", "by an operator"])("applies rules to spam marked %s once restored", async (how) => {
    const owner = await service.records.operator();
    const ref = await submitByMachine({}, { isHoneypotFilled: how === "automatically" });
    if (how === "by an operator") await markAsSpam(ref);
    const name = newWord();
    await client.query(
      "WITH rule AS (INSERT INTO assignment_rules (position, name, kind) VALUES (1, $1, 'inquiry') RETURNING id) INSERT INTO assignment_rule_operators (rule_id, operator_id) SELECT id, $2 FROM rule",
      [name, owner.id],
    );
    expect(await processAndRead(ref)).toMatchObject({ status: "spam", owner_id: null });
    await restoreFromSpam(ref);
    expect(await processAndRead(ref)).toMatchObject({ status: "new", owner_id: owner.id });
    expect(await listQueued(ref)).toContain("assignment");
    await client.query("DELETE FROM assignment_rules WHERE name = $1", [name]);
  });

  test("restores each submission once when two operators restore in bulk", async () => {
    const refs = [await submitByMachine(), await submitByMachine(), await submitByMachine()];
    await service.queueFollowing();
    const change = { type: "status", status: "new", items: toItems(refs, "spam") } as const;
    const results = await Promise.all([changeSubmissions(change, by()), changeSubmissions(change, by())]);
    expect(results.map(({ done }) => done.length).toSorted()).toEqual([0, 3]);
    await service.queueFollowing();
    for (const ref of refs) expect(await listQueued(ref)).toEqual(withClock);
    const { done } = results.find((result) => result.done.length) ?? { done: [] };
    await undoChanges({ changes: done }, by());
    for (const ref of refs) expect(await isListed(ref, { view: "spam" })).toBe(true);
  });
});

describe("submission marked as spam by an operator", () => {
  test("withholds the pending mails of a submission marked as spam", async () => {
    const email = newAddress();
    const ref = await lead({ email });
    await service.queueFollowing();
    await markAsSpam(ref);
    await service.work();
    await service.waitUntilSent(ref);
    expect(service.server.listTo(email)).toEqual([]);
    expect(service.listNotices(ref)).toEqual([]);
    const { pendingMails } = await getSubmission(ref, by());
    expect(pendingMails.map(({ mail, state }) => `${mail} ${state}`).toSorted()).toEqual([
      ...["acknowledgement held", "notice held"],
    ]);
    await service.records.undoStatus(ref, by());
    await service.waitUntilSent(ref);
    expect(service.server.listTo(email)).toHaveLength(1);
    expect(service.listNotices(ref)).toHaveLength(1);
  });

  test("marks as spam and blocks the sender in one change, and undoes both", async () => {
    const email = newAddress();
    const ref = await inquiry({ email });
    await processAndRead(ref);
    await changeStatus({ ...ref, status: "spam", block: "address" }, by());
    expect((await service.records.listEvents(ref)).at(-1)?.details).toMatchObject({ block: { type: "address" } });
    expect(await processAndRead(await inquiry({ email }))).toMatchObject({ spam_reasons: ["blocked_address"] });
    await service.records.undoStatus(ref, by());
    expect(await processAndRead(await inquiry({ email }))).toMatchObject({ status: "new" });
  });

  test("blocks each domain once in a bulk change, except shared mail domains", async () => {
    const domain = `${newWord()}.example`;
    const emails = [`a@${domain}`, `b@${domain}`, `${newWord()}@gmail.com`];
    const refs: SubmissionRef[] = [];
    for (const email of emails) refs.push(await inquiry({ email }));
    await service.queueFollowing();
    const items = toItems(refs, "new" as const);
    const { done } = await changeSubmissions({ type: "status", status: "spam", block: "domain", items }, by());
    const listed = async () =>
      (await listBlocks({ admin: service.admin })).filter(({ value }) => [domain, "gmail.com"].includes(value ?? ""));
    expect(await listed()).toMatchObject([{ type: "domain", value: domain, actor: service.admin.name, hits: 0 }]);
    await undoChanges({ changes: done }, by());
    expect(await listed()).toEqual([]);
  });
});

test("marks a submission as spam once even if a worker is killed meanwhile", async () => {
  const ref = await submitByMachine();
  const mails = new QueuedMails(client);
  await mails.killWorkers("INSERT", "submission_events", () =>
    expect(inMailTransaction(queueFollowingMails)).rejects.toThrow(),
  );
  expect(await service.records.readRow(ref)).toMatchObject({ status: "new", is_processed: false });
  await Promise.all([inMailTransaction(queueFollowingMails), inMailTransaction(queueFollowingMails)]);
  expect(await service.records.listEvents(ref)).toHaveLength(1);
});
