import { describe, expect, test, vi } from "vitest";
import type { RequestContext } from "../../domain/request-context.ts";
import { ContactInput } from "../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { validContact } from "../../domain/submissions/core/valid-input.fixture.ts";
import { parseInboxQuery } from "../../domain/submissions/inbox/inbox-query.ts";
import { changeSubmissions } from "../submissions/changes/change-submissions.ts";
import { separateRepeat } from "../submissions/changes/separate-repeat.ts";
import { undoChanges } from "../submissions/changes/undo-changes.ts";
import { changeStatus, newWord, toItems } from "../submissions/core/desk.fixture.ts";
import { getSubmission } from "../submissions/inbox/get-submission.ts";
import { countWaiting, listSubmissions } from "../submissions/inbox/list-submissions.ts";
import { countNewSpam, markSpamSeen } from "../submissions/inbox/views.ts";
import { submitInquiry } from "../submissions/intake/submit.ts";
import { hastenReply } from "../submissions/reply/queued-reply.ts";
import { addBlock, listBlocks } from "../submissions/spam/block-list.ts";
import { dailySubmissionsMax } from "../submissions/spam/judge-spam.ts";
import { acknowledgementsMax } from "./find-mailed.ts";
import { byAgent, inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

const atOnce = ["acknowledgement", "notice"];
const withClock = ["acknowledgement", "clock", "notice"];

async function trapped(change: Record<string, unknown> = {}, context: Partial<RequestContext> = {}) {
  const input = ContactInput.parse(validContact({ email: newAddress(), message: `About ${newWord()}`, ...change }));
  const all = { now: new Date(), requestId: newWord(), isHoneypotFilled: true, ...context };
  return { kind: "inquiry", id: (await submitInquiry(input, all)).id } as const;
}

async function judge(ref: SubmissionRef) {
  await service.queueFollowing();
  return service.records.readRow(ref);
}

/** Lists the waiting mails, and `clock` if the response clock will send more. */
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
const release = (ref: SubmissionRef) => changeStatus({ ...ref, status: "new" }, by());
const mark = (ref: SubmissionRef) => changeStatus({ ...ref, status: "spam" }, by());
const has = async (ref: SubmissionRef, filters: Record<string, string>) =>
  (await listSubmissions(parseInboxQuery(filters), by(), 1_000)).rows.some(
    ({ kind, id }) => kind === ref.kind && id === ref.id,
  );

describe("submission filled in by a machine", () => {
  test("stores a machine's submission as spam with its reason and an event, and queues no mail", async () => {
    const ref = await trapped();
    expect(await judge(ref)).toMatchObject({
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

  test("lists a machine's submission in the spam folder and in search results only", async () => {
    const before = await countWaiting(by());
    const word = newWord();
    const ref = await trapped({ message: `Cheap ${word}` });
    await judge(ref);
    expect(await has(ref, { status: "spam" })).toBe(true);
    expect(await has(ref, { view: "spam" })).toBe(true);
    expect(await has(ref, { q: word })).toBe(true);
    const others: Record<string, string>[] = [{}, { status: "closed" }, { sort: "due" }, { kind: "inquiry" }];
    for (const filters of others) expect(await has(ref, filters)).toBe(false);
    expect(await countWaiting(by())).toEqual(before);
  });

  test("marks spam as new in the folder for each operator until they open it", async () => {
    const [ana, berta] = [await service.records.operator(), await service.records.operator()];
    const now = new Date();
    await markSpamSeen({}, { operator: ana, now });
    await markSpamSeen({}, { operator: berta, now });
    await judge(await trapped());
    await mark(await inquiry());
    expect([await countNewSpam({ operator: ana }), await countNewSpam({ operator: berta })]).toEqual([1, 1]);
    await markSpamSeen({}, { operator: ana, now: new Date() });
    expect([await countNewSpam({ operator: ana }), await countNewSpam({ operator: berta })]).toEqual([0, 1]);
  });

  test("never treats an assistant's submission as a machine's", async () => {
    const ref = await trapped(byAgent);
    expect(await judge(ref)).toMatchObject({ status: "new", honeypot_filled: null, spam_reasons: null });
  });
});

test("does not count spam in somebody's name against the acknowledgements of their address", async () => {
  const email = newAddress();
  for (let at = 0; at < acknowledgementsMax; at++) await judge(await trapped({ email }));
  const ref = await lead({ email });
  await service.work();
  await service.waitUntilSent(ref);
  expect(service.server.listTo(email)).toHaveLength(1);
});

describe("suspicious sender", () => {
  test("blocks a sender by address in any case, by domain with subdomains, and by assistant name", async () => {
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
      expect(await judge(await inquiry(change))).toMatchObject({ status: "spam", spam_reasons: [reason] });
    }
    for (const email of [`a${address}`, `a@not-${domain}`, `a@${domain}.test`]) {
      expect(await judge(await inquiry({ email }))).toMatchObject({ status: "new", spam_reasons: null });
    }
    const { blocks } = await listBlocks({}, { admin: service.admin });
    const hitsOf = (value: string) => blocks.find((entry) => entry.value === value)?.hits;
    expect([address, domain, agentName.toLowerCase()].map(hitsOf)).toEqual([1, 2, 1]);
  });

  test("suspects a disposable address, but not a domain that only looks like one", async () => {
    for (const email of ["a@mailinator.com", "a@Sub.Mailinator.com"]) {
      expect((await judge(await inquiry({ email }))).spam_reasons).toEqual(["disposable_domain"]);
    }
    expect(await judge(await inquiry({ email: "a@mailinator.com.example" }))).toMatchObject({ status: "new" });
  });

  test("suspects a sender from the first submission over the daily limit", async () => {
    const email = newAddress();
    const sent = async (count: number, minutesAgo: number) => {
      const created_at = new Date(Date.now() - minutesAgo * 60_000);
      for (let at = 0; at < count; at++) await service.records.inquiry({ email, created_at });
    };
    await sent(5, 25 * 60);
    await sent(dailySubmissionsMax - 1, 10);
    expect(await judge(await inquiry({ email }))).toMatchObject({ status: "new" });
    await sent(1, 10);
    expect((await judge(await lead({ email: email.toUpperCase() }))).spam_reasons).toEqual(["many_repeats"]);
  });

  test("does not judge a submission again once an operator has changed it", async () => {
    const changed = await trapped();
    await changeStatus({ ...changed, status: "in_review" }, by());
    expect(await judge(changed)).toMatchObject({ status: "in_review", spam_reasons: null });
    expect(await listQueued(changed)).toEqual(withClock);
  });
});

test("keeps a repeat of spam with it until an operator separates it", async () => {
  const change = { email: newAddress(), message: `Buy ${newWord()}` };
  const first = await trapped(change);
  await judge(first);
  const repeat = await trapped(change);
  expect(await judge(repeat)).toMatchObject({ repeat_of: first.id, spam_reasons: null });
  await separateRepeat(repeat, by());
  expect(await judge(repeat)).toMatchObject({ repeat_of: null, status: "new" });
  expect(await listQueued(repeat)).toEqual(withClock);
});

describe("submission brought back from spam", () => {
  test("sends each mail of a submission brought back from spam once, with the original promise", async () => {
    const ref = await trapped();
    const { reply_due_at } = await judge(ref);
    await release(ref);
    const row = await judge(ref);
    expect(await listQueued(ref)).toEqual(withClock);
    expect(row).toMatchObject({ status: "new", closed_at: null, spam_reasons: ["honeypot"] });
    expect(row.reply_due_at).toEqual(reply_due_at);
    expect(await has(ref, {})).toBe(true);
    await mark(ref);
    await service.records.undoStatus(ref, by());
    expect(await listQueued(ref)).toEqual(withClock);
    expect(await queueFollowingMails()).toBe(0);
  });

  test("sends no mail of spam before it is brought back", async () => {
    const ref = await trapped();
    await judge(ref);
    const { pendingMails } = await getSubmission(ref, by());
    for (const { jobId } of pendingMails) {
      await expect(hastenReply({ ...ref, job: jobId }, by())).rejects.toMatchObject({ kind: "conflict" });
    }
    await release(ref);
    await judge(ref);
    expect(await listQueued(ref)).toEqual(withClock);
  });

  test("sends the mails of a submission after an undo of the service's spam mark", async () => {
    const ref = await trapped();
    await judge(ref);
    await service.records.undoStatus(ref, by());
    expect(await judge(ref)).toMatchObject({ status: "new", closed_at: null });
    expect(await listQueued(ref)).toEqual(withClock);
  });

  test("assigns a submission by the rules only when it is brought back from spam", async () => {
    const owner = await service.records.operator();
    const ref = await trapped();
    const name = newWord();
    await client.query(
      "WITH rule AS (INSERT INTO assignment_rules (position, name, kind) VALUES (1, $1, 'inquiry') RETURNING id) INSERT INTO assignment_rule_operators (rule_id, operator_id) SELECT id, $2 FROM rule",
      [name, owner.id],
    );
    expect(await judge(ref)).toMatchObject({ status: "spam", owner_id: null });
    await release(ref);
    expect(await judge(ref)).toMatchObject({ status: "new", owner_id: owner.id });
    expect(await listQueued(ref)).toContain("assignment");
    await client.query("DELETE FROM assignment_rules WHERE name = $1", [name]);
  });

  test("brings a submission back once when several operators act, alone or in bulk", async () => {
    const refs = [await trapped(), await trapped(), await trapped()];
    await service.queueFollowing();
    const change = { type: "status", status: "new", items: toItems(refs, "spam") } as const;
    const results = await Promise.all([changeSubmissions(change, by()), changeSubmissions(change, by())]);
    expect(results.map(({ done }) => done.length).toSorted()).toEqual([0, 3]);
    await service.queueFollowing();
    for (const ref of refs) expect(await listQueued(ref)).toEqual(withClock);
    const { done } = results.find((result) => result.done.length) ?? { done: [] };
    await undoChanges({ changes: done }, by());
    for (const ref of refs) expect(await has(ref, { view: "spam" })).toBe(true);
  });
});

describe("submission marked as spam by an operator", () => {
  test("withholds the pending mails of spam, and sends each once when it is no longer spam", async () => {
    const email = newAddress();
    const ref = await lead({ email });
    await service.queueFollowing();
    await mark(ref);
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

  test("blocks the address in the same step as marking spam, and an undo reverts both", async () => {
    const email = newAddress();
    const ref = await inquiry({ email });
    await judge(ref);
    await changeStatus({ ...ref, status: "spam", block: "address" }, by());
    expect((await service.records.listEvents(ref)).at(-1)?.details).toMatchObject({ block: { type: "address" } });
    expect(await judge(await inquiry({ email }))).toMatchObject({ spam_reasons: ["blocked_address"] });
    await service.records.undoStatus(ref, by());
    expect(await judge(await inquiry({ email }))).toMatchObject({ status: "new" });
  });

  test("blocks domains in bulk, each once and no shared one, and an undo reverts all", async () => {
    const domain = `${newWord()}.example`;
    const emails = [`a@${domain}`, `b@${domain}`, `${newWord()}@gmail.com`];
    const refs: SubmissionRef[] = [];
    for (const email of emails) refs.push(await inquiry({ email }));
    await service.queueFollowing();
    const items = toItems(refs, "new" as const);
    const { done } = await changeSubmissions({ type: "status", status: "spam", block: "domain", items }, by());
    const listed = async () =>
      (await listBlocks({}, { admin: service.admin })).blocks.filter(({ value }) =>
        [domain, "gmail.com"].includes(value ?? ""),
      );
    expect(await listed()).toMatchObject([{ type: "domain", value: domain, actor: service.admin.name, hits: 0 }]);
    await undoChanges({ changes: done }, by());
    expect(await listed()).toEqual([]);
  });
});

test("leaves a submission unjudged if a worker is killed while marking it; the next worker judges it once", async () => {
  const ref = await trapped();
  await client.query(
    `CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
     CREATE TRIGGER fault AFTER INSERT ON submission_events FOR EACH ROW EXECUTE FUNCTION fault()`,
  );
  await expect(queueFollowingMails()).rejects.toThrow();
  await client.query("DROP TRIGGER fault ON submission_events");
  expect(await service.records.readRow(ref)).toMatchObject({ status: "new", is_processed: false });
  await Promise.all([queueFollowingMails(), queueFollowingMails()]);
  expect(await service.records.listEvents(ref)).toHaveLength(1);
});
