import { describe, expect, test } from "vitest";
import { toClock } from "../../../domain/submissions/core/clock.ts";
import { isClosed, isReplied, statuses } from "../../../domain/submissions/core/status.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { addNote } from "../changes/add-note.ts";
import { changeOwner, changeStatus, DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { getSubmission } from "../inbox/get-submission.ts";
import { addReplyFile } from "./reply-files.ts";
import { sendReply } from "./send-reply.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const mails = new QueuedMails(records.client);
const [ana, beto] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Beto" })];

const text = "Buenos días, Ana:\n\n¿Podemos hablar el lunes?  🌋";

describe("reply to a submission", () => {
  const kind = "inquiry" as const;

  test("stores the text of a reply unchanged, and queues its mail", async () => {
    const ref = await records[kind]({ revision: 3 });
    await sendReply({ ...ref, text }, { operator: ana, now });
    expect(await records.readRow(ref)).toMatchObject({ revision: 4 });
    expect(await records.listEvents(ref)).toMatchObject([
      { type: "status", actor: "Ana", operator_id: ana.id, at: now, details: { from: "new", to: "contacted" } },
      { type: "reply", actor: "Ana", operator_id: ana.id, at: now, details: { text } },
    ]);
    const { timeline, pendingMails } = await getSubmission(ref, { operator: ana, now });
    const reply = timeline.find(({ type }) => type === "reply");
    const event = reply && "id" in reply ? reply.id : "";
    expect(pendingMails).toMatchObject([{ mail: "reply", event, state: "scheduled", attempts: 0 }]);
    expect(await mails.listFor(ref)).toMatchObject([{ mail: "reply", event_id: event, is_planned: false }]);
  });

  test("stores no personal data in the queued mail of a reply", async () => {
    const ref = await records[kind]();
    await sendReply({ ...ref, text }, { operator: ana, now });
    const queued = await mails.listFor(ref);
    const unsent = { state: "waiting", attempts: 0, lease: null, fault: null };
    expect(queued).toMatchObject([{ ...unsent, operator_id: null, operator_ids: null, monday: null }]);
    const { email, name } = await records.readRow(ref);
    for (const word of [email, name, "lunes"]) expect(JSON.stringify(queued)).not.toContain(word);
  });

  test.each(statuses)("records a reply to a submission that is %s", async (status) => {
    const before = {
      status,
      replied_at: isReplied(status) ? hoursAgo(3) : null,
      closed_at: isClosed(status) ? hoursAgo(2) : null,
      close_reason: status === "lost" ? "No budget" : null,
    };
    const ref = await records[kind]({ ...before, created_at: hoursAgo(30) });
    await sendReply({ ...ref, text }, { operator: ana, now });
    const isFirst = status === "new" || status === "in_review";
    const after = { ...before, status: isFirst ? "contacted" : status, replied_at: before.replied_at ?? now };
    expect(await records.readRow(ref)).toMatchObject({ ...after, revision: 1 });
    const types = (await records.listEvents(ref)).map(({ type }) => type);
    expect(types).toEqual(isFirst ? ["status", "reply"] : ["reply"]);
    const clock = {
      kind,
      route: "review" as const,
      status: after.status,
      createdAt: hoursAgo(30),
      repliedAt: after.replied_at,
      replyDueAt: null,
      replyWarningAt: null,
    };
    expect(["answered", "none"]).toContain(toClock(clock, now).state);
  });
});

describe("undo of the status change of a reply", () => {
  const undoneAt = new Date(now.getTime() + 60_000);

  test("keeps the reply and its time when the status change that it caused is undone", async () => {
    const ref = await records.evaluation();
    await sendReply({ ...ref, text }, { operator: ana, now });
    await records.undoStatus(ref, { operator: ana, now: undoneAt });
    expect(await records.readRow(ref)).toMatchObject({ status: "new", revision: 2, replied_at: now });
    expect(await mails.listFor(ref)).toMatchObject([{ mail: "reply" }]);
  });

  test("keeps the time of a reply when an earlier closing is undone", async () => {
    for (const status of ["lost", "won"] as const) {
      const ref = await records.inquiry();
      const reason = "No budget";
      await changeStatus({ ...ref, status, reason }, { operator: ana, now: hoursAgo(0.5) });
      await sendReply({ ...ref, text }, { operator: ana, now });
      await sendReply({ ...ref, text: "One more thing." }, { operator: ana, now: undoneAt });
      await records.undoStatus(ref, { operator: ana, now: undoneAt });
      expect(await records.readRow(ref)).toMatchObject({ status: "new", closed_at: null, replied_at: now });
    }
  });
});

test("sends another mail for a second reply without changing the status", async () => {
  const ref = await records.inquiry();
  await sendReply({ ...ref, text }, { operator: ana, now });
  const lastMessage = await records.lastMessage(ref);
  await sendReply({ ...ref, lastMessage, text: "One more thing." }, { operator: beto, now });
  expect((await records.listEvents(ref)).map(({ type }) => type)).toEqual(["status", "reply", "reply"]);
  const events = (await mails.listFor(ref)).map(({ event_id }) => event_id);
  expect(new Set(events).size).toBe(2);
  expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: now });
});

describe("reply form sent twice", () => {
  test("sends one reply and one mail when the form is sent twice", async () => {
    const ref = await records.evaluation();
    const reply = { ...ref, text };
    const both = await Promise.all([
      sendReply(reply, { operator: ana, now }),
      sendReply(reply, { operator: ana, now }),
    ]);
    expect(both).toEqual([both[0], both[0]]);
    expect([await records.listEvents(ref), await mails.listFor(ref)]).toMatchObject([{ length: 2 }, { length: 1 }]);
  });

  test("refuses the same text from another operator", async () => {
    const ref = await records.evaluation();
    await sendReply({ ...ref, text }, { operator: ana, now });
    const conflict = { kind: "conflict", message: expect.stringMatching(/Ana replied/) };
    await expect(sendReply({ ...ref, text }, { operator: beto, now })).rejects.toMatchObject(conflict);
    expect(await mails.listFor(ref)).toHaveLength(1);
    await sendReply({ ...ref, text: "Another" }, { operator: ana, now });
    expect(await mails.listFor(ref)).toHaveLength(2);
  });
});

describe("reply sent again with more than the first", () => {
  const base = { text, cc: ["ana@encaje.example"] };
  test("refuses added copies or files, because the mail has none of them", async () => {
    const ref = await records.inquiry();
    const first = await sendReply({ ...ref, ...base }, { operator: ana, now });
    const file = await addReplyFile({ ...ref, name: "a.txt", content: "SG9sYQ==" }, { operator: ana, now });
    for (const added of [{ cc: [] }, { cc: [...base.cc, "beto@encaje.example"] }, { files: [file.id] }]) {
      const again = sendReply({ ...ref, ...base, ...added }, { operator: ana, now });
      await expect(again).rejects.toMatchObject({ kind: "conflict", message: expect.stringMatching(/on its way/) });
    }
    expect(await sendReply({ ...ref, ...base }, { operator: ana, now })).toEqual(first);
    expect(await mails.listFor(ref)).toHaveLength(1);
  });

  test("accepts the same files and the person's own address", async () => {
    const ref = await records.inquiry();
    const file = await addReplyFile({ ...ref, name: "a.txt", content: "SG9sYQ==" }, { operator: ana, now });
    const { email } = await getSubmission(ref, { operator: ana, now });
    const reply = { ...ref, text, cc: [email.toUpperCase()], files: [file.id] };
    const first = await sendReply(reply, { operator: ana, now });
    for (const again of [reply, { ...ref, text }]) {
      expect(await sendReply(again, { operator: ana, now })).toEqual(first);
    }
  });
});

describe("conflicts of a reply", () => {
  test("accepts a reply after other changes of the submission", async () => {
    const ref = await records.evaluation();
    await changeOwner({ ...ref, owner: ana.id }, { operator: ana, now });
    await changeStatus({ ...ref, status: "in_review" }, { operator: ana, now });
    await addNote({ ...ref, text: "I have called them." }, { operator: beto, now });
    await sendReply({ ...ref, text }, { operator: ana, now });
    expect(await records.readRow(ref)).toMatchObject({ revision: 4 });
    expect(await records.readRow(ref)).toMatchObject({ status: "contacted", owner_id: ana.id });
  });

  test("stores one reply when two operators reply at once", async () => {
    const ref = await records.evaluation();
    const both = await Promise.allSettled(
      [ana, beto].map((operator) => sendReply({ ...ref, text: `I am ${operator.name}.` }, { operator, now })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await mails.listFor(ref)).toHaveLength(1);
  });

  test("refuses a reply if the operator has not read the person's last message", async () => {
    const ref = await records.evaluation();
    await sendReply({ ...ref, text }, { operator: ana, now });
    const lastMessage = await records.lastMessage(ref);
    await records.event(ref, "inbound", { inbound: "1", type: "message" }, "Ana Ruiz");
    const reply = (seen: string | undefined) =>
      sendReply({ ...ref, lastMessage: seen, text: "Good." }, { operator: ana, now });
    const conflict = { kind: "conflict", message: expect.stringMatching(/wrote a mail/) };
    await expect(reply(lastMessage)).rejects.toMatchObject(conflict);
    expect(await reply(await records.lastMessage(ref))).toMatchObject({ job: expect.any(String) });
  });
});

test("refuses a reply to a person who withdrew consent", async () => {
  for (const ref of [
    await records.evaluation({ consent_withdrawn_at: now }),
    await records.inquiry({ consent_withdrawn_at: now }),
  ]) {
    const reply = sendReply({ ...ref, text }, { operator: ana, now });
    await expect(reply).rejects.toMatchObject({ kind: "conflict", message: expect.stringMatching(/withdrawn/) });
    expect([await records.listEvents(ref), await mails.listFor(ref)]).toEqual([[], []]);
    expect(await records.readRow(ref)).toMatchObject({ status: "new", revision: 0, replied_at: null });
  }
});

test("stores no reply if its mail cannot be queued", async () => {
  const ref = await records.evaluation();
  const isIts = `NEW.kind = '${ref.kind}' AND NEW.submission_id = ${ref.id}`;
  const body = `BEGIN IF ${isIts} THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END`;
  const name = `refuse_${ref.id}`;
  await records.client.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$${body}$$`);
  await records.client.query(`CREATE TRIGGER ${name} BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION ${name}()`);
  try {
    const reply = sendReply({ ...ref, text }, { operator: ana, now });
    await expect(reply).rejects.toMatchObject({ cause: { message: expect.stringContaining("refused") } });
  } finally {
    await records.client.query(`DROP FUNCTION ${name} CASCADE`);
  }
  expect([await records.listEvents(ref), await mails.listFor(ref)]).toEqual([[], []]);
  expect(await records.readRow(ref)).toMatchObject({ status: "new", revision: 0, replied_at: null });
});

test("sends one reply for a form sent twice, even if a mail is sent in between", async () => {
  const ref = await records.evaluation();
  const first = await sendReply({ ...ref, text }, { operator: ana, now });
  await records.event(ref, "mail", { mail: "notice", messageId: "<x@y>", recipients: 1 });
  expect(await sendReply({ ...ref, text }, { operator: ana, now })).toEqual(first);
  expect(await mails.listFor(ref)).toHaveLength(1);
});
