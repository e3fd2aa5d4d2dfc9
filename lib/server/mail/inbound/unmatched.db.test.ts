import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Admin } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { inLongTransaction } from "../../maintenance.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { erasePerson } from "../../people/erasures.ts";
import { exportPerson } from "../../people/export-person.ts";
import { DeskRecords, hoursAgo, newWord, now } from "../../submissions/core/desk.fixture.ts";
import { getSubmission } from "../../submissions/inbox/get-submission.ts";
import { openInboundFile } from "../../submissions/inbox/list-inbound.ts";
import { newMessageId, writeSimpleMail } from "./corpus.fixture.ts";
import { file, multipart, plain } from "./mime.fixture.ts";
import { type InboundOutcome, purgeReceivedDigests, receiveMail } from "./receive-mail.ts";
import {
  attachInbound,
  discardInbound,
  dropOldestFiles,
  dropOldestUnmatched,
  listUnmatchedMails,
  purgeUnmatchedMails,
} from "./unmatched.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

const newAddress = () => `${newWord()}@example.com`;

/** Receives a mail that refers to no submission. @returns its id */
async function receive(from: string, { text = "Hello.", at = now } = {}): Promise<string> {
  const messageId = newMessageId();
  const parts = multipart("mixed", [plain(text), file('filename="brief.pdf"', "%PDF")]);
  await receiveMail(writeSimpleMail(`Ana <${from}>`, parts, "Question", messageId), { now: at });
  const digest = createHash("sha256").update(`${messageId}\n${from}`).digest("hex");
  return String((await records.client.query("SELECT id FROM inbound_mails WHERE digest = $1", [digest])).rows[0].id);
}

const find = async (id: string) => (await listUnmatchedMails({ operator: admin })).mails.find((each) => each.id === id);
const readAudit = async (action: string) =>
  (
    await records.client.query("SELECT action, details FROM audit_entries WHERE operator_id = $1 AND action = $2", [
      admin.id,
      action,
    ])
  ).rows;

describe("unmatched mail", () => {
  test("lists an unmatched mail with its reason and the newest submission of its sender", async () => {
    const email = newAddress();
    const ref = await records.inquiry({ email });
    const id = await receive(email);
    expect(await find(id)).toMatchObject({
      type: "message",
      fromName: "Ana",
      fromAddress: email,
      subject: "Question",
      text: "Hello.",
      heldReason: "unknown",
      suggestion: ref,
      authentication: "none",
      files: [{ name: "brief.pdf", mediaType: "application/octet-stream" }],
    });
  });

  test("moves a mail to the timeline of the submission to which an operator attaches it", async () => {
    const ref = await records.inquiry({ status: "contacted", replied_at: hoursAgo(1) });
    const id = await receive(newAddress());
    await attachInbound({ id, reference: ref }, { operator: admin, now });
    expect(await find(id)).toBeUndefined();
    const submission = await getSubmission(ref, { operator: admin, now });
    expect(submission.inbound).toMatchObject([{ id, text: "Hello." }]);
    expect(submission.timeline).toContainEqual(expect.objectContaining({ type: "inbound", actor: "The person" }));
    expect(submission.status).toBe("in_review");
    expect(await readAudit("inbound_attached")).toContainEqual({ action: "inbound_attached", details: ref });
  });

  test("attaches an unmatched mail once when two operators try", async () => {
    const ref = await records.inquiry();
    const id = await receive(newAddress());
    const attach = () =>
      attachInbound({ id, reference: ref }, { operator: admin, now }).then(
        () => "done",
        ({ kind }) => kind,
      );
    expect((await Promise.all([attach(), attach()])).toSorted()).toEqual(["done", "not_found"]);
    expect((await records.listEvents(ref)).filter(({ type }) => type === "inbound")).toHaveLength(1);
  });

  test("rejects attaching an unmatched mail to a submission that does not exist", async () => {
    const id = await receive(newAddress());
    const reference: SubmissionRef = { kind: "inquiry", id: 2_147_483_001 };
    await expect(attachInbound({ id, reference }, { operator: admin, now })).rejects.toMatchObject({
      kind: "not_found",
    });
    expect(await find(id)).toBeDefined();
  });

  test("discards an unmatched mail once, with its files", async () => {
    const id = await receive(newAddress());
    await discardInbound({ id }, { operator: admin, now });
    await expect(discardInbound({ id }, { operator: admin, now })).rejects.toMatchObject({ kind: "not_found" });
    const { rows } = await records.client.query("SELECT FROM inbound_attachments WHERE mail_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  test("purges an unmatched mail after ninety days unless it is attached", async () => {
    const [old, attached, young] = [
      await receive(newAddress(), { at: hoursAgo(91 * 24) }),
      await receive(newAddress(), { at: hoursAgo(91 * 24) }),
      await receive(newAddress(), { at: hoursAgo(89 * 24) }),
    ];
    await attachInbound({ id: attached, reference: await records.inquiry() }, { operator: admin, now });
    await purgeUnmatchedMails({ now });
    const { rows } = await records.client.query(
      "SELECT id::text FROM inbound_mails AS m WHERE id = ANY ($1) ORDER BY m.id",
      [[old, attached, young]],
    );
    expect(rows.map(({ id }) => id)).toEqual([attached, young]);
  });
});

test("returns a file of an unmatched mail unchanged, and audits its opening", async () => {
  const email = newAddress();
  await records.inquiry({ email });
  const id = await receive(email);
  const [part] = (await find(id))?.files ?? [];
  const { name, content } = await openInboundFile({ id: part?.id ?? "" }, { operator: admin, now });
  expect({ name, content: Buffer.from(content).toString() }).toEqual({ name: "brief.pdf", content: "%PDF" });
  expect(await readAudit("inbound_file_opened")).not.toEqual([]);
  await expect(openInboundFile({ id: "999999999" }, { operator: admin, now })).rejects.toMatchObject({
    kind: "not_found",
  });
});

test("keeps only the file names of an unmatched mail without a suggested submission", async () => {
  const id = await receive(newAddress());
  const [part] = (await find(id))?.files ?? [];
  expect(part).toMatchObject({ name: "brief.pdf", isKept: false });
  const { rows } = await records.client.query("SELECT content FROM inbound_attachments WHERE mail_id = $1", [id]);
  expect(rows).toEqual([{ content: Buffer.alloc(0) }]);
  await expect(openInboundFile({ id: part?.id ?? "" }, { operator: admin, now })).rejects.toMatchObject({
    kind: "not_found",
  });
});

test("drops the oldest unmatched mails beyond the limit", async () => {
  const email = newAddress();
  await records.inquiry({ email });
  const known = await receive(email, { at: hoursAgo(3) });
  const [old, young] = [await receive(newAddress(), { at: hoursAgo(2) }), await receive(newAddress())];
  const ids = [known, old, young];
  const listLeft = async (tx: Prisma.TransactionClient) =>
    (
      await tx.inboundMail.findMany({
        select: { id: true },
        where: { id: { in: ids.map(BigInt) } },
        orderBy: { id: "asc" },
      })
    ).map(({ id }) => String(id));
  const left: string[][] = [];
  const undone = inLongTransaction(async (tx) => {
    await tx.inboundMail.deleteMany({ where: { submissionId: null, id: { notIn: ids.map(BigInt) } } });
    await dropOldestUnmatched(tx, 2);
    left.push(await listLeft(tx));
    await dropOldestUnmatched(tx, 1);
    left.push(await listLeft(tx));
    throw new AppError("not_found", "undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(left).toEqual([[known, young], [known]]);
});

test("drops files of the oldest unmatched mails beyond the limit", async () => {
  const email = newAddress();
  const reference = await records.inquiry({ email });
  const attached = await receive(email, { at: hoursAgo(3) });
  await attachInbound({ id: attached, reference }, { operator: admin, now });
  const [old, young] = [await receive(email, { at: hoursAgo(2) }), await receive(email)];
  const left: (string | undefined)[][] = [];
  const undone = inLongTransaction(async (tx) => {
    await tx.inboundMail.deleteMany({ where: { submissionId: null, id: { notIn: [old, young].map(BigInt) } } });
    const listKept = async () => {
      const where = { mailId: { in: [attached, old, young].map(BigInt) }, isKept: true };
      const kept = await tx.inboundAttachment.findMany({ where, orderBy: { mailId: "asc" } });
      left.push(kept.map(({ mailId }) => String(mailId)));
    };
    for (const bytesMax of ["%PDF%PDF".length, "%PDF%PDF".length - 1]) {
      await dropOldestFiles(tx, bytesMax);
      await listKept();
    }
    const where = { mailId: BigInt(old) };
    expect(await tx.inboundAttachment.findFirst({ where })).toMatchObject({ name: "brief.pdf", isKept: false });
    throw new AppError("not_found", "undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(left).toEqual([
    [attached, old, young],
    [attached, young],
  ]);
});

describe("repeated delivery of a discarded mail", () => {
  async function deliver(): Promise<{ email: string; again: (at?: Date) => Promise<InboundOutcome> }> {
    const email = newAddress();
    const raw = writeSimpleMail(email);
    expect(await receiveMail(raw, { now })).toBe("held");
    return { email, again: (at = now) => receiveMail(raw, { now: at }) };
  }

  test("does not store a discarded mail when it is delivered again", async () => {
    const { email, again } = await deliver();
    const unmatched = (await listUnmatchedMails({ operator: admin })).mails.find(
      ({ fromAddress }) => fromAddress === email,
    );
    await discardInbound({ id: unmatched?.id ?? "" }, { operator: admin, now });
    expect(await again()).toBe("duplicate");
  });

  test("stores an erased mail as new when it is delivered again after thirty days", async () => {
    const { email, again } = await deliver();
    await erasePerson({ email }, { admin, now });
    const later = hoursAgo(-31 * 24);
    await purgeReceivedDigests({ now: hoursAgo(-29 * 24) });
    expect(await again(later)).toBe("duplicate");
    await purgeReceivedDigests({ now: later });
    expect(await again(later)).toBe("held");
  });
});

describe("inbound mails of a person", () => {
  test("exports all mails of a person, whatever they are attached to", async () => {
    const email = newAddress();
    const submission = await records.inquiry({ email });
    const other = await records.inquiry();
    await receive(email, { text: "Held." });
    await attachInbound(
      { id: await receive(email, { text: "Elsewhere." }), reference: other },
      { operator: admin, now },
    );
    await attachInbound({ id: await receive(email), reference: submission }, { operator: admin, now });
    const fromColleague = await receive(newAddress(), { text: "Their own words." });
    await attachInbound({ id: fromColleague, reference: submission }, { operator: admin, now });
    const { inquiries, otherMails } = await exportPerson({ submission }, { admin, now });
    expect(inquiries[0]?.received).toMatchObject([{ fromAddress: email, text: "Hello.", files: ["brief.pdf"] }]);
    expect(inquiries[0]?.timeline).toContainEqual(expect.objectContaining({ type: "inbound", actor: "person" }));
    expect(otherMails.map(({ text, files }) => ({ text, files }))).toEqual([
      { text: "Held.", files: ["brief.pdf"] },
      { text: "Elsewhere.", files: ["brief.pdf"] },
    ]);
  });

  test("erases a person's mails, and mentions of the person in other mails", async () => {
    const [email, other] = [newAddress(), newAddress()];
    const submission = await records.inquiry({ email: other });
    const [attached, unmatched] = [await receive(email), await receive(email)];
    await attachInbound({ id: attached, reference: submission }, { operator: admin, now });
    const mention = await receive(other, { text: `Write to ${email}.` });
    expect(await erasePerson({ email: email.toUpperCase() }, { admin, now })).toMatchObject({ mentions: 3 });
    const { rows } = await records.client.query("SELECT id::text FROM inbound_mails WHERE id = ANY ($1)", [
      [attached, unmatched, mention],
    ]);
    expect(rows).toEqual([{ id: mention }]);
    expect((await find(mention))?.text).toBe("Write to [erased].");
    expect((await records.listEvents(submission)).map(({ type }) => type)).not.toContain("inbound");
  });

  test("erases an unmatched mail from elsewhere that refers to the person's submission", async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { id } = await records.inquiry({ email });
    await receiveMail(writeSimpleMail(other, plain("From my other address."), `Re: Q-${id}`, newMessageId()), { now });
    expect(await erasePerson({ email }, { admin, now })).toMatchObject({ inquiries: 1, mentions: 1 });
    expect((await records.client.query("SELECT FROM inbound_mails WHERE from_address = $1", [other])).rowCount).toBe(0);
  });
});
