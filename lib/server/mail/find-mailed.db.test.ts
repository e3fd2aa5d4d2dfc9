import { expect, test } from "vitest";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { DeskRecords, now } from "../submissions/core/desk.fixture.ts";
import { findConversation } from "./find-mailed.ts";

const records = new DeskRecords(process.env.DATABASE_URL);

async function recordEvent({ kind, id }: SubmissionRef, type: "mail" | "inbound", details: object): Promise<void> {
  await records.client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details) VALUES ($1, $2, $3, 'x', $4, $5)`,
    [kind, id, now, type, JSON.stringify(details)],
  );
}

const recordSentMail = (ref: SubmissionRef, mail: string, messageId: string) =>
  recordEvent(ref, "mail", { mail, messageId, recipients: 1 });

async function recordReceivedMail(ref: SubmissionRef, messageId: string | null, type = "message"): Promise<void> {
  const { rows } = await records.client.query(
    `INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, message_id, from_address, from_name, subject,
       text, quoted, authentication)
     VALUES (now(), encode(sha256(gen_random_uuid()::text::bytea), 'hex'), $1, $2, $3, $4, 'a@b.example', '', '', '', '', 'none')
     RETURNING id::text`,
    [type, ref.kind, ref.id, messageId],
  );
  await recordEvent(ref, "inbound", {
    inbound: rows[0].id,
    type,
    ...(type === "bounce" ? { messageId: "<ours@x>" } : {}),
  });
}

test("lists a conversation's Message-IDs from the acknowledgement to the person's last mail", async () => {
  const ref = await records.inquiry();
  expect(await findConversation(ref)).toEqual([]);
  await recordSentMail(ref, "notice", "<notice@x>");
  await recordSentMail(ref, "acknowledgement", "<ack@x>");
  await recordSentMail(ref, "reply", "<first@x>");
  expect(await findConversation(ref)).toEqual(["<ack@x>"]);
  await recordReceivedMail(ref, "<one@y>");
  await recordReceivedMail(ref, "<away@y>", "auto_reply");
  await recordSentMail(ref, "reply", "<second@x>");
  await recordReceivedMail(ref, "<two@y>");
  await recordSentMail(ref, "reply", "<third@x>");
  await recordReceivedMail(ref, "<back@y>", "bounce");
  await recordReceivedMail(ref, null);
  await recordReceivedMail(ref, "<no-ascii-ñ@y>");
  expect(await findConversation(ref)).toEqual(["<ack@x>", "<first@x>", "<one@y>", "<second@x>", "<two@y>"]);
});

test("keeps the first and the latest Message-IDs of a long conversation", async () => {
  const ref = await records.inquiry();
  await recordSentMail(ref, "acknowledgement", "<ack@x>");
  for (let at = 1; at <= 30; at++) await recordReceivedMail(ref, `<${at}@y>`);
  const ids = await findConversation(ref);
  expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([20, "<ack@x>", "<12@y>", "<30@y>"]);
});
