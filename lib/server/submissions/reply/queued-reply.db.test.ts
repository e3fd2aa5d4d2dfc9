import { describe, expect, test } from "vitest";
import { type NewReply, undoSeconds } from "../../../domain/submissions/reply/reply.ts";
import { deliverMail } from "../../mail/deliver-mail.ts";
import { sendAgain } from "../../mail/mail-queue.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import type { Message } from "../../mail/transport.ts";
import { changeStatus, DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { getSubmission } from "../inbox/get-submission.ts";
import { cancelReply, sendReplyNow } from "./queued-reply.ts";
import { addReplyFile, getReplyFile } from "./reply-files.ts";
import { sendReply } from "./send-reply.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const mails = new QueuedMails(records.client);
const [ana, beto] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Beto" })];

type Ref = Pick<NewReply, "kind" | "id">;
const text = "¿Podemos hablar el lunes?";
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const send = (ref: Ref, change: Partial<NewReply> = {}, operator = ana) =>
  sendReply({ ...ref, text, ...change }, { operator, now });
const cancel = (ref: Ref, job: string, operator = ana) => cancelReply({ ...ref, job }, { operator, now: later(0.1) });
const by = (minutes: number) => ({ operator: ana, now: later(minutes) });
const listTypes = async (ref: Ref) => (await records.listEvents(ref)).map(({ type }) => type);

/** Creates a fake mail server that stores the mails it gets. */
function openMailServer() {
  const sent: Message[] = [];
  const transport = {
    areFiles: false,
    verify: async () => undefined,
    send: async (message: Message) => {
      sent.push(message);
      return { refused: 0, deferred: [] };
    },
    forget: async () => undefined,
    close: () => undefined,
  };
  return { transport, sent };
}

/** Sends a mail like a worker, even before it is due. */
async function deliver(id: string) {
  const lease = await mails.take(id);
  const row = await mails.readRow(id);
  if (!row) return { result: "gone", sent: [] };
  const { kind, submission_id, event_id, attempts, is_planned } = row;
  const reply = { mail: "reply", kind, id: submission_id, event: event_id };
  const job = { ...reply, ...(is_planned ? { isPlanned: true } : {}) };
  const { transport, sent } = openMailServer();
  const { result } = await deliverMail({ id, lease, attempts, job }, transport);
  return { result, sent };
}

test("delays a reply by ten seconds for an undo, unless it is to be sent now", async () => {
  const ref = await records.inquiry();
  const { job } = await send(ref);
  const row = await mails.readRow(job);
  expect(Number(row?.next_at) - Number(row?.created_at)).toBe(undoSeconds * 1_000);
  const atOnce = await records.inquiry();
  const { job: sent } = await send(atOnce, { when: "now" });
  const sentNow = await mails.readRow(sent);
  expect(sentNow?.next_at).toEqual(sentNow?.created_at);
});

describe("cancelled reply", () => {
  test.each(["evaluation", "inquiry"] as const)(
    "restores a submission of kind %s when a reply is cancelled",
    async (kind) => {
      const clock = { created_at: hoursAgo(40), clock_mail_at: hoursAgo(4) };
      const ref = await records[kind]({ ...clock, status: "in_review" });
      const before = await records.readRow(ref);
      const { job } = await send(ref);
      expect(await records.readRow(ref)).toMatchObject({ status: "contacted", replied_at: now });
      expect(await cancel(ref, job)).toEqual({ text, cc: [] });
      expect(await records.readRow(ref)).toEqual({ ...before, revision: 2 });
      expect([await listTypes(ref), await mails.listFor(ref)]).toEqual([["seen"], []]);
    },
  );

  test("returns the files of a cancelled reply to the operator who cancelled it", async () => {
    const ref = await records.inquiry();
    const file = await addReplyFile({ ...ref, name: "a.txt", content: btoa("Hola") }, { operator: ana, now });
    const { job } = await send(ref, { files: [file.id] });
    await cancel(ref, job, beto);
    const own = { ...ref, file: file.id };
    expect(await getReplyFile(own, { operator: beto })).toMatchObject({ name: "a.txt", type: "text/plain" });
    await expect(getReplyFile(own, { operator: ana })).rejects.toMatchObject({ kind: "not_found" });
  });

  test("keeps a later status change and a colleague's reply when a reply is cancelled", async () => {
    const ref = await records.evaluation();
    const { job } = await send(ref);
    await changeStatus({ ...ref, status: "booked" }, { operator: beto, now: later(0.05) });
    await cancel(ref, job);
    expect(await records.readRow(ref)).toMatchObject({ status: "booked", replied_at: now });
    const other = await records.evaluation();
    const first = await send(other);
    const lastMessage = await records.lastMessage(other);
    await sendReply({ ...other, lastMessage, text: "Hola" }, { operator: beto, now: later(0.05) });
    await cancel(other, first.job);
    expect(await records.readRow(other)).toMatchObject({ status: "contacted", replied_at: later(0.05) });
  });

  test("restores status and clock when two replies are cancelled, the older one first", async () => {
    const ref = await records.evaluation();
    const first = await send(ref);
    const second = await sendReply({ ...ref, lastMessage: await records.lastMessage(ref), text: "Hola" }, by(0.05));
    await cancel(ref, first.job);
    await cancel(ref, second.job);
    expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at: null });
    expect(await listTypes(ref)).toEqual(["seen", "seen"]);
  });

  test("leaves the submission new when a reply is cancelled after its status was undone", async () => {
    const ref = await records.evaluation();
    const { job } = await send(ref);
    await records.undoStatus(ref, { operator: ana, now: later(0.05) });
    await cancel(ref, job);
    expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at: null });
  });

  test("tells webhooks of a cancelled reply only if it changes the submission", async () => {
    await records.client.query(
      `INSERT INTO webhook_endpoints (id, name, url, events, shape, format, secret, created_at)
       VALUES (gen_random_uuid(), 'CRM', 'https://crm.example', '{}', 'ids', 'standard', '-', now())`,
    );
    const cases = [
      { change: {}, events: 1 },
      { change: { when: later(60).toISOString() }, events: 0 },
    ];
    for (const { change, events } of cases) {
      const ref = await records.inquiry();
      const { job } = await send(ref, change);
      const sql = "SELECT change FROM webhook_events WHERE kind = $1 AND submission_id = $2";
      const { rowCount: before } = await records.client.query(sql, [ref.kind, ref.id]);
      await cancel(ref, job);
      const { rows } = await records.client.query(sql, [ref.kind, ref.id]);
      expect([change, rows.slice(before ?? 0)]).toEqual([change, Array(events).fill({ change: "status" })]);
    }
    await records.client.query("DELETE FROM webhook_endpoints");
  });

  test("audits a cancelled reply without its text", async () => {
    const carla = await records.operator();
    const ref = await records.inquiry();
    const { job } = await send(ref, {}, carla);
    await cancel(ref, job, carla);
    expect((await records.listAudit(carla)).map(({ action, details }) => ({ action, details }))).toEqual([
      { action: "reply_sent", details: ref },
      { action: "reply_cancelled", details: ref },
    ]);
  });

  test("cancels only the given reply, and only once", async () => {
    const [ref, other] = [await records.inquiry(), await records.inquiry()];
    const { job } = await send(ref);
    const conflict = { kind: "conflict" };
    await expect(cancel(other, job)).rejects.toMatchObject(conflict);
    const both = await Promise.allSettled([cancel(ref, job), cancel(ref, job)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const notice = await mails.insert({ mail: "notice", ...ref });
    await expect(cancel(ref, notice)).rejects.toMatchObject({ kind: "conflict" });
    expect(await mails.readRow(notice)).toBeDefined();
  });
});

test("either cancels or sends a reply when an operator cancels it while a worker takes it", async () => {
  for (let round = 0; round < 12; round++) {
    const ref = await records.inquiry();
    const { job } = await send(ref, { when: "now" });
    const [undone, sent] = await Promise.allSettled([cancel(ref, job), deliver(job)]);
    const isSent = sent.status === "fulfilled" && sent.value.result === "sent";
    expect([undone.status, isSent]).toEqual(undone.status === "fulfilled" ? ["fulfilled", false] : ["rejected", true]);
    expect((await listTypes(ref)).includes("mail")).toBe(isSent);
    expect(await records.readRow(ref)).toMatchObject({ replied_at: isSent ? now : null });
    expect(await mails.listFor(ref)).toEqual([]);
  }
});

describe("planned reply", () => {
  const sendAt = later(600).toISOString();

  test("leaves status and reply time unchanged until a planned reply is sent", async () => {
    const ref = await records.inquiry();
    const { job, startsAt } = await send(ref, { when: sendAt });
    expect(startsAt).toEqual(later(600));
    const planned = { state: "waiting", is_planned: true, due_at: later(600), next_at: later(600) };
    expect(await mails.readRow(job)).toMatchObject(planned);
    expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at: null, revision: 1 });
    const before = new Date();
    expect(await deliver(job)).toMatchObject({ result: "sent" });
    const { replied_at, ...row } = await records.readRow(ref);
    expect(row).toMatchObject({ status: "contacted", revision: 2 });
    expect(Number(replied_at)).toBeGreaterThanOrEqual(Number(before));
    expect(Number(replied_at)).toBeLessThanOrEqual(Date.now());
    expect(await records.listEvents(ref)).toMatchObject([
      { type: "reply", actor: "Ana", details: { text, sendAt } },
      { type: "status", actor: "Ana", operator_id: ana.id, at: replied_at, details: { from: "new", to: "contacted" } },
      { type: "mail", at: replied_at },
    ]);
    await records.undoStatus(ref, { operator: ana, now: new Date() });
    expect(await records.readRow(ref)).toMatchObject({ status: "new", replied_at });
  });

  test("changes nothing when a planned reply is cancelled", async () => {
    const ref = await records.inquiry();
    const before = await records.readRow(ref);
    const { job } = await send(ref, { when: sendAt });
    await cancel(ref, job, beto);
    expect(await records.readRow(ref)).toEqual({ ...before, revision: 2 });
    expect([await listTypes(ref), await mails.listFor(ref)]).toEqual([["seen"], []]);
  });

  test("sends a planned reply now on request", async () => {
    const ref = await records.inquiry();
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    const reply = { ...ref, text, when: tomorrow.toISOString() };
    const { job } = await sendReply(reply, { operator: ana, now: new Date() });
    await sendReplyNow({ ...ref, job }, { operator: beto, now });
    const { rows } = await records.client.query(
      "SELECT state, is_planned, due_at <= now() AND next_at <= now() AS is_due FROM mails WHERE id = $1",
      [job],
    );
    expect(rows).toEqual([{ state: "waiting", is_planned: false, is_due: true }]);
    expect(await deliver(job)).toMatchObject({ result: "sent" });
    await expect(sendReplyNow({ ...ref, job }, { operator: beto, now })).rejects.toMatchObject({ kind: "conflict" });
  });

  test.each([
    ["a past time", later(-1)],
    ["a time more than sixty days ahead", later(61 * 24 * 60)],
  ])("refuses a planned reply for %s", async (_, at) => {
    const ref = await records.inquiry();
    await expect(send(ref, { when: at.toISOString() })).rejects.toMatchObject({ kind: "invalid_input" });
    expect([await listTypes(ref), await mails.listFor(ref)]).toEqual([[], []]);
  });
});

describe("planned reply of a closed submission", () => {
  const begun = Date.now();
  const at = (minutes: number) => new Date(begun + minutes * 60_000);
  const planReply = (ref: Ref) =>
    sendReply({ ...ref, text, when: at(600).toISOString() }, { operator: ana, now: at(0) });
  const close = (ref: Ref, status: "won" | "lost" | "spam" = "lost") =>
    changeStatus({ ...ref, status, reason: "No answer" }, { operator: beto, now: at(5) });
  const listStates = async (ref: Ref) => {
    const { pendingMails } = await getSubmission(ref, { operator: ana, now: at(5) });
    return pendingMails.filter(({ mail }) => mail === "reply").map(({ state }) => state);
  };
  test.each(["won", "lost", "spam"] as const)(
    "withholds the planned reply of a submission closed as %s",
    async (status) => {
      const ref = await records.inquiry();
      const { job } = await planReply(ref);
      await close(ref, status);
      expect(await listStates(ref)).toEqual(["held"]);
      expect(await deliver(job)).toEqual({ result: "postponed", sent: [] });
      expect(await listStates(ref)).toEqual(["held"]);
      await sendReplyNow({ ...ref, job }, { operator: beto, now: at(602) });
      expect(await deliver(job)).toMatchObject({ result: "sent" });
      expect(await records.readRow(ref)).toMatchObject({ status });
    },
  );

  test("withholds a planned reply whose submission is reopened too late", async () => {
    const ref = await records.inquiry();
    const { job } = await planReply(ref);
    await close(ref);
    expect(await deliver(job)).toMatchObject({ result: "postponed" });
    await records.undoStatus(ref, { operator: beto, now: at(602) });
    expect(await listStates(ref)).toEqual(["held"]);
    expect(await cancel(ref, job)).toEqual({ text, cc: [] });
    expect(await listStates(ref)).toEqual([]);
  });

  test("sends a planned reply on time when its submission is reopened before the planned time", async () => {
    const ref = await records.inquiry();
    const { job } = await planReply(ref);
    await close(ref);
    await records.undoStatus(ref, { operator: beto, now: at(6) });
    expect(await listStates(ref)).toEqual(["scheduled"]);
    expect(await deliver(job)).toMatchObject({ result: "sent" });
  });

  test("sends a planned reply that was written after the submission was closed", async () => {
    const ref = await records.inquiry({ status: "won", closed_at: hoursAgo(1) });
    const { job } = await planReply(ref);
    expect(await deliver(job)).toMatchObject({ result: "sent" });
  });
});

test("sends the planned reply of a disabled operator only when another one chooses so", async () => {
  const dora = await records.operator({ name: "Dora Paz" });
  const ref = await records.inquiry();
  const { job } = await send(ref, { when: new Date(Date.now() + 600_000).toISOString() }, dora);
  const { job: undone } = await send(await records.inquiry(), {}, dora);
  await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [dora.id]);
  expect(await deliver(undone)).toMatchObject({ result: "sent" });
  expect(await deliver(job)).toEqual({ result: "failed", sent: [] });
  const { job: refused } = await send(
    await records.inquiry(),
    { when: new Date(Date.now() + 600_000).toISOString() },
    dora,
  );
  for (const [id, code] of [
    [job, "EAUTHOR"],
    [refused, "EENVELOPE"],
  ]) {
    const died = "UPDATE mails SET state = 'dead', lease = NULL, fault = $2 WHERE id = $1";
    await records.client.query(died, [id, JSON.stringify({ code, isPermanent: true })]);
  }
  await sendAgain({ jobs: [job, refused] }, { operator: beto, now });
  expect(await deliver(job)).toMatchObject({ result: "sent" });
  expect(await mails.readRow(refused)).toMatchObject({ state: "waiting", is_planned: true });
});

test("sends a reply from the operator, with their signature and files", async () => {
  const dora = await records.operator({ name: "Dora Paz" });
  await records.client.query("UPDATE operators SET signature = $1 WHERE id = $2", ["Dora\nTel. 5555", dora.id]);
  const ref = await records.inquiry();
  const file = await addReplyFile({ ...ref, name: "a.txt", content: btoa("Hola") }, { operator: dora, now });
  const { job } = await send(ref, { when: "now", files: [file.id] }, dora);
  const { sent } = await deliver(job);
  expect(sent).toMatchObject([
    {
      from: { name: "Dora Paz, Encaje" },
      subject: `Re: Recibimos su pregunta (referencia Q-${ref.id})`,
      text: expect.stringContaining(`${text}\n\nDora\nTel. 5555\n`),
      attachments: [{ filename: "a.txt", contentType: "text/plain", content: Buffer.from("Hola") }],
    },
  ]);
});
