import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Admin } from "../../domain/access/operator.ts";
import { EvaluationInput } from "../../domain/submissions/core/schema.ts";
import { type SubmissionRef, submissionPath } from "../../domain/submissions/core/submission-ref.ts";
import { validEvaluation } from "../../domain/submissions/core/valid-input.fixture.ts";
import { inLongTransaction, lockMaintenance } from "../maintenance.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { searchBytes } from "../people/byte-search.fixture.ts";
import { erasePerson } from "../people/erasures.ts";
import { purgeWithdrawn } from "../people/retain.ts";
import type { TakenMail } from "../queue/mails.ts";
import type { QueueWorker } from "../queue/worker.ts";
import { DeskRecords, newWord } from "../submissions/core/desk.fixture.ts";
import { answerConsent } from "../submissions/intake/consent.ts";
import { submitEvaluation } from "../submissions/intake/submit.ts";
import { sendReply } from "../submissions/reply/send-reply.ts";
import { deliverMail } from "./deliver-mail.ts";
import {
  deleteMailFile,
  deleteMailFiles,
  findMailContent,
  getMailFolder,
  toMailFileName,
  writeMailFile,
} from "./mail-files.ts";
import { byAgent } from "./mail-service.fixture.ts";
import { startMailWorker } from "./mail-worker.ts";
import { toMessageId } from "./message-ids.ts";
import { QueuedMails } from "./queued-mails.fixture.ts";
import { type Message, openTransport } from "./transport.ts";

vi.setConfig({ testTimeout: 60_000 });
const { url, adminUrl } = await switchToOwnDatabase(process.env);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-mail-"));
Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", SITE_URL: "https://encaje.example" });
const records = new DeskRecords(url);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});
let worker: QueueWorker | undefined;
async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = undefined;
}
afterEach(stopWorker);
afterAll(() => fs.rmSync(dataDir, { recursive: true }));

async function submitLead(change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const input = EvaluationInput.parse(
    validEvaluation({ answers: Array(9).fill(2), projectDescription: randomUUID(), ...change }),
  );
  const { id } = await submitEvaluation(input, { now: new Date(), requestId: randomUUID() });
  return { kind: "evaluation", id };
}

/** Waits until all mails of a submission are sent. @returns the submission's mail files */
async function waitForFiles({ kind, id }: SubmissionRef) {
  worker ??= await startMailWorker();
  const pending = "SELECT FROM mails WHERE kind = $1 AND submission_id = $2";
  await vi.waitFor(async () => {
    expect((await records.readRow({ kind, id })).is_processed).toBe(true);
    expect((await records.client.query(pending, [kind, id])).rows).toEqual([]);
  }, 20_000);
  return listFiles({ kind, id });
}

async function readMailFile(name: string): Promise<Buffer> {
  const content = await findMailContent(name);
  if (!content) throw new Error("no such file");
  return content;
}

async function findMailFiles() {
  const names = await fs.promises.readdir(getMailFolder()).catch(() => []);
  return names.flatMap((name) => {
    const [, kind, id, mail] = /^(evaluation|inquiry)-(\d+)-([a-z]+)-/.exec(name) ?? [];
    return kind ? [{ name, kind, id: Number(id), mail }] : [];
  });
}

async function listFiles({ kind, id }: SubmissionRef) {
  return (await findMailFiles()).filter((file) => file.kind === kind && file.id === id);
}

test("writes each mail to a file for its owner only when there is no mail server", async () => {
  const email = `${newWord()}@example.com`;
  const ref = await submitLead({ email, language: "es" });
  const files = await waitForFiles(ref);
  expect(files.map(({ mail }) => mail).sort()).toEqual(["acknowledgement", "notice"]);
  const name = files.find(({ mail }) => mail === "acknowledgement")?.name ?? "";
  const mail = await PostalMime.parse(await readMailFile(name));
  expect(mail).toMatchObject({
    to: [{ address: email }],
    from: { name: "Encaje", address: "hello@example.com" },
    replyTo: [{ name: "Encaje", address: "hello@example.com" }],
  });
  expect(mail.text).toContain("https://calendar.example.com/technical-fit-review");
  const { mode } = fs.statSync(path.join(dataDir, "mail", name));
  expect((mode & 0o777).toString(8)).toBe("600");
  const events = (await records.listEvents(ref)).filter(({ type }) => type === "mail");
  const id = name.slice(-40, -4);
  expect(events.map(({ details }) => details)).toContainEqual({
    mail: "acknowledgement",
    recipients: 1,
    messageId: toMessageId(id, ref, "example.com"),
  });
});

/** Takes the same mail twice, as two workers would if the first one's lease ended. */
async function takeMailTwice(ref: SubmissionRef): Promise<[first: TakenMail, second: TakenMail]> {
  await new QueuedMails(records.client).queueFollowing();
  const { rows } = await records.client.query<{ id: string; lease: string }>(
    `UPDATE mails SET state = 'sending', lease = gen_random_uuid(), attempts = 2
     WHERE mail = 'acknowledgement' AND kind = $1 AND submission_id = $2 RETURNING id, lease`,
    [ref.kind, ref.id],
  );
  if (!rows[0]) throw new Error("no such mail");
  const second = { ...rows[0], attempts: 2, job: { mail: "acknowledgement", ...ref } };
  return [{ ...second, lease: randomUUID(), attempts: 1 }, second];
}

test("keeps only the file of the later attempt to send a mail", async () => {
  const ref = await submitLead();
  const [first, second] = await takeMailTwice(ref);
  const transport = openTransport();
  expect(await deliverMail(second, transport)).toEqual({ result: "sent" });
  expect(await deliverMail(first, transport)).toEqual({ result: "lost" });
  expect((await listFiles(ref)).map(({ mail }) => mail)).toEqual(["acknowledgement"]);
  expect((await records.listEvents(ref)).filter(({ type }) => type === "mail")).toHaveLength(1);
});

test("leaves no mail file behind when the person is erased while the file is being written", async () => {
  const email = `${newWord()}@example.com`;
  const ref = await submitLead({ email });
  const [, taken] = await takeMailTwice(ref);
  const files = openTransport();
  const send = async (message: Message) => {
    const sent = await files.send(message);
    expect(await listFiles(ref)).toHaveLength(1);
    await records.client.query("DELETE FROM submissions WHERE kind = 'evaluation' AND id = $1", [ref.id]);
    return sent;
  };
  expect(await deliverMail(taken, { ...files, send })).toEqual({ result: "lost" });
  expect(await listFiles(ref)).toEqual([]);
});

test("writes no mail file during an erasure", async () => {
  const ref = await submitLead();
  const waits = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ShareLock' AND NOT granted`;
  await inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    worker = await startMailWorker();
    await expect.poll(async () => (await records.client.query(waits)).rows).toHaveLength(1);
    expect(await listFiles(ref)).toEqual([]);
  });
  expect(await waitForFiles(ref)).toHaveLength(2);
});

test("continues to delete mail files when one of them is already gone", async () => {
  const refs = [await submitLead(), await submitLead()];
  for (const ref of refs) await waitForFiles(ref);
  await stopWorker();
  await deleteMailFiles(async () => {
    for (const { name } of await findMailFiles()) await deleteMailFile(name);
    return false;
  });
  expect(await findMailFiles()).toEqual([]);
});

test("deletes a digest's file once one of its submissions is erased", async () => {
  const [kept, erased] = [await records.evaluation(), await records.inquiry()];
  const write = async (refs: SubmissionRef[]) => {
    const name = toMailFileName({ kind: null, id: null }, "digest", randomUUID());
    const links = refs.map((ref) => `https://encaje.example${submissionPath(ref)}`);
    await writeMailFile(name, Buffer.from(["Subject: x", "", ...links, ""].join("\r\n")));
    return name;
  };
  const overview = `overview-${randomUUID()}.eml`;
  await writeMailFile(overview, Buffer.from("Subject: x\r\n\r\nLost: Ana Ruiz left\r\n"));
  const [both, one] = [await write([kept, erased]), await write([kept])];
  await deleteMailFiles();
  expect([await findMailContent(both), await findMailContent(one)]).not.toContain(null);
  expect(await findMailContent(overview)).toBeNull();
  await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [erased.kind, erased.id]);
  await deleteMailFiles();
  expect(await findMailContent(both)).toBeNull();
  expect(await findMailContent(one)).not.toBeNull();
});

test("erases a person's submissions, mails, links and mail files", async () => {
  const [word, reply] = [newWord(), newWord()];
  const email = `${word}@example.com`;
  const person = { name: `Ana ${word}`, company: word, projectDescription: `A project that is called ${word}.` };
  const own = await submitLead({ ...byAgent, ...person, email });
  const queued = await submitLead({ ...person, email: email.toUpperCase(), answers: Array(9).fill(1) });
  const other = await submitLead({ projectDescription: `My colleague is ${email}, write to her.` });
  for (const ref of [own, queued, other]) await waitForFiles(ref);
  await stopWorker();
  await sendReply({ ...own, text: `Dear ${word}: ${reply}` }, { operator: admin, now: new Date() });
  expect([(await listFiles(own)).length, (await listFiles(other)).length]).toEqual([2, 2]);
  const found = await searchBytes(adminUrl, [word, reply]);
  expect([found[word]?.length, found[reply]?.length]).not.toContain(0);

  await erasePerson({ email }, { admin, now: new Date() });
  expect(await searchBytes(adminUrl, [word, reply])).toEqual({ [word]: [], [reply]: [] });
  const ids = [own.id, queued.id];
  const mails = "SELECT FROM mails WHERE submission_id = ANY ($1)";
  const links = "SELECT FROM consent_links WHERE submission_id = ANY ($1)";
  for (const query of [mails, links]) expect((await records.client.query(query, [ids])).rows).toEqual([]);
  // The acknowledgement to the other person does not mention the address, so its file is kept.
  expect((await listFiles(other)).map(({ mail }) => mail)).toEqual(["acknowledgement"]);
  const left = fs.readdirSync(path.join(dataDir, "mail"));
  for (const name of left) expect(fs.readFileSync(path.join(dataDir, "mail", name), "utf8")).not.toContain(word);
  expect([await listFiles(own), await listFiles(queued)]).toEqual([[], []]);
});

test("erases mail files that name a person in a copy or an attachment", async () => {
  const [email, ref] = [`${newWord()}@example.com`, await submitLead()];
  await records.inquiry({ email });
  const file = `Content-Disposition: attachment; filename="${email}"\r\n\r\nx`;
  for (const head of [`Cc: ${email}\r\n\r\nx`, file, `Cc: other.${email}\r\n\r\nx`]) {
    await writeMailFile(toMailFileName(ref, "copy", randomUUID()), Buffer.from(`Subject: x\r\n${head}`));
  }
  await erasePerson({ email }, { admin, now: new Date() });
  const [kept, ...others] = await listFiles(ref);
  expect([String(await readMailFile(kept?.name ?? "")), others]).toEqual([expect.stringContaining("other."), []]);
});

test("deletes a person's queued mails when they withdraw their consent", async () => {
  const email = `${newWord()}@example.com`;
  const ref = await submitLead({ ...byAgent, email, language: "en", answers: Array(9).fill(1) });
  const kept = await submitLead({ ...byAgent, answers: Array(9).fill(1) });
  await waitForFiles(kept);
  const files = await waitForFiles(ref);
  const acknowledgement = files.find(({ mail }) => mail === "acknowledgement")?.name ?? "";
  const { text = "" } = await PostalMime.parse(await readMailFile(acknowledgement));
  const tokens = [...text.matchAll(/token=([\w-]{43})/g)].map(([, token]) => token);
  for (const each of [ref, kept])
    await new QueuedMails(records.client).insert({ mail: "reply", ...each }, { delaySeconds: 3_600 });
  expect(await answerConsent({ token: tokens[1] }, { now: new Date() })).toMatchObject({ purpose: "withdraw", ...ref });
  const listMails = async ({ id }: SubmissionRef) =>
    (await records.client.query("SELECT FROM mails WHERE submission_id = $1", [id])).rows.length;
  expect([await listMails(ref), await listMails(kept)]).toEqual([0, 1]);
  // A withdrawn submission is kept for `minutes`; the hourly purge sets half an hour.
  expect(await purgeWithdrawn({ now: new Date(), minutes: 1 })).toEqual({ evaluations: 0, inquiries: 0 });
  expect(await purgeWithdrawn({ now: new Date() })).toEqual({ evaluations: 1, inquiries: 0 });
  expect([await records.readRow(ref), await records.listEvents(ref), await listFiles(ref)]).toEqual([
    undefined,
    [],
    [],
  ]);
  expect([(await records.readRow(kept)).id, (await listFiles(kept)).length]).toEqual([kept.id, 2]);
  const { rows } = await records.client.query(
    "SELECT actor, details FROM audit_entries WHERE action = 'withdrawn_erased'",
  );
  expect(rows).toEqual([{ actor: "service", details: { evaluations: 1, inquiries: 0 } }]);
  expect(await purgeWithdrawn({ now: new Date() })).toEqual({ evaluations: 0, inquiries: 0 });
});

test("deletes only mail files whose submission is missing", async () => {
  const ref = await submitLead();
  await waitForFiles(ref);
  const orphan = `inquiry-2147483000-reply-${randomUUID()}.eml`;
  await writeMailFile(orphan, Buffer.from("Subject: x\r\n\r\nx"));
  const unfinished = `${orphan}.tmp`;
  fs.writeFileSync(path.join(dataDir, "mail", unfinished), "Subject: x");
  fs.writeFileSync(path.join(dataDir, "mail", "notes.txt"), "mine");
  await deleteMailFiles();
  for (const name of [orphan, unfinished]) expect(fs.existsSync(path.join(dataDir, "mail", name))).toBe(false);
  expect(fs.existsSync(path.join(dataDir, "mail", "notes.txt"))).toBe(true);
  expect(await listFiles(ref)).toHaveLength(2);
});
