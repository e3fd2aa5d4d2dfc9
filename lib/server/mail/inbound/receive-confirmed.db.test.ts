import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { formatReference } from "../../../domain/submissions/core/submission-ref.ts";
import { DeskRecords, newWord, now } from "../../submissions/core/desk.fixture.ts";
import { toMessageId } from "../message-ids.ts";
import { writeMailToUs } from "./corpus.fixture.ts";
import { plain } from "./mime.fixture.ts";
import { receiveMail } from "./receive-mail.ts";
import { listUnmatchedMails } from "./unmatched.ts";

process.env.AUTH_SECRET ??= "a secret of thirty-two characters";
process.env.INBOUND_MAIL_SERVER = "mx.encaje.example";

const records = new DeskRecords(process.env.DATABASE_URL);

/** Receives a mail from the person with these Authentication-Results. */
async function receiveAnswer(...results: string[]) {
  const address = `${newWord()}@example.com`;
  const ref = await records.evaluation({ email: address, status: "contacted", replied_at: now });
  const toId = () => toMessageId(randomUUID(), ref, "encaje.example");
  const target = { address, other: "", reference: formatReference(ref), acknowledgement: toId(), reply: toId() };
  const headers = results.map((result): [string, string] => ["Authentication-Results", result]);
  const received = await receiveMail(writeMailToUs(target, plain("Yes."), { headers }), { now });
  const { mails } = await listUnmatchedMails({ operator: await records.operator() });
  const unmatched = mails.find(({ fromAddress }) => fromAddress === address);
  const { status } = await records.readRow(ref);
  return { received, status, heldReason: unmatched?.heldReason, suggestion: unmatched?.suggestion, ref };
}

test("attaches a mail to its submission if INBOUND_MAIL_SERVER confirms the sender", async () => {
  const answered = await receiveAnswer("mx.encaje.example; dmarc=pass header.from=example.com");
  expect(answered).toMatchObject({ received: "message", status: "in_review", heldReason: undefined });
});

test("leaves a mail unmatched if only another server confirms its sender", async () => {
  const results = ["mx.evil.example; dmarc=pass header.from=example.com", "mx.encaje.example; spf=pass"];
  const { ref, ...answered } = await receiveAnswer(...results);
  const expected = { received: "held", status: "contacted", heldReason: "unauthenticated", suggestion: ref };
  expect(answered).toEqual(expected);
});
