import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../../domain/access/operator.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { inLongTransaction } from "../../maintenance.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, hoursAgo, newWord, now } from "../../submissions/core/desk.fixture.ts";
import { getSubmission } from "../../submissions/inbox/get-submission.ts";
import { findWaiters } from "../../waiters.fixture.ts";
import { toMessageId } from "../message-ids.ts";
import { newBounce, writeSimpleMail } from "./corpus.fixture.ts";
import { file, mail, multipart, plain } from "./mime.fixture.ts";
import { receiveMail } from "./receive-mail.ts";
import { listUnmatchedMails, lockUnmatchedMails } from "./unmatched.ts";

process.env.AUTH_SECRET ??= "a secret of thirty-two characters";
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

async function newThread() {
  const email = `${newWord()}@example.com`;
  const ref: SubmissionRef = await records.inquiry({ email });
  const list = async () => (await getSubmission(ref, { operator, now })).inbound;
  const receive = (content = plain("Hello.")) =>
    receiveMail(writeSimpleMail(email, content, formatReference(ref)), { now });
  /** Receives a mail with a file. @returns the mail's files as shown at the desk */
  const write = async () => {
    const parts = multipart("mixed", [plain("Hello."), file('filename="brief.pdf"', "%PDF")]);
    expect(await receive(parts)).toBe("message");
    return (await list()).at(-1)?.files;
  };
  return { ref, email, list, receive, write };
}

/** Stores `count` mails of the largest size, attached to the submission or unmatched. */
async function storeLargeMails(count: number, ref: SubmissionRef | null, email = ""): Promise<void> {
  await records.client.query(
    `INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, held_reason, from_address, from_name, subject,
       text, quoted, authentication)
     SELECT $5, encode(sha256(concat($4::text, ' ', number)::bytea), 'hex'), 'message', $1, $2::int,
       CASE WHEN $2::int IS NULL THEN 'unknown' END, $3, '', number, repeat('a', 100000), repeat('b', 100000), 'none'
     FROM generate_series(1, $6::int) AS number`,
    [ref?.kind, ref?.id, email, newWord(), now, count],
  );
}

test("keeps 250 MiB of files per submission, and only the names of others", async () => {
  const { ref, list, write } = await newThread();
  expect(await write()).toMatchObject([{ name: "brief.pdf", isKept: true }]);
  const [first] = await list();
  const insert = "INSERT INTO inbound_attachments (mail_id, name, media_type, content)";
  const content = "convert_to(repeat('x', 25 * 1024 * 1024), 'UTF8')";
  await records.client.query(`${insert} VALUES ($1, 'x', 'text/plain', ${content})`, [first?.id]);
  // Postgres copies the compressed content, which is much faster than compressing it for each row.
  const copies = "SELECT mail_id, name, media_type, content FROM inbound_attachments, generate_series(1, 9)";
  await records.client.query(`${insert} ${copies} WHERE mail_id = $1 AND name = 'x'`, [first?.id]);
  expect(await write()).toMatchObject([{ name: "brief.pdf", isKept: false }]);
  await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [ref.kind, ref.id]);
});

test("shows the newest hundred of 102 mails, oldest first", async () => {
  const { ref, list, write } = await newThread();
  await write();
  await records.client.query(
    `INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, from_address, from_name, subject, text, quoted,
       authentication)
     SELECT now(), encode(sha256(concat($2::int, ' ', number)::bytea), 'hex'), 'message', $1, $2, '', '', number, '', '', 'none'
     FROM generate_series(1, 101) AS number`,
    [ref.kind, ref.id],
  );
  const shown = await list();
  expect(shown.map(({ subject }) => subject)).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 2}`));
});

test.each(["with the submission", "with another submission of theirs"])(
  "keeps 20 MiB of a person's mail texts, stored %s",
  async (where) => {
    const { ref, email, list, receive } = await newThread();
    const other = await records.inquiry({ email: email.toUpperCase() });
    expect(await receive()).toBe("message");
    await storeLargeMails(104, where === "with the submission" ? ref : other, email);
    expect(await receive()).toBe("message");
    await storeLargeMails(1, ref);
    const before = await list();
    expect([await receive(), await list()]).toEqual(["unreadable", before]);
    const { mails } = await listUnmatchedMails({ operator });
    const [head] = mails.filter(({ fromAddress, heldReason }) => fromAddress === email && heldReason === "unreadable");
    expect(head).toMatchObject({ text: "", subject: formatReference(ref), suggestion: ref });
    await records.client.query("DELETE FROM inbound_mails WHERE from_address = $1", [email]);
  },
);

test("accepts a person's mail even if forged mails use up the limit of their address", async () => {
  const { ref, email, list, receive } = await newThread();
  await storeLargeMails(210, null, email);
  expect(await receive()).toBe("message");
  expect(await list()).toMatchObject([{ text: "Hello." }]);
  expect(await receiveMail(newBounce(toMessageId(randomUUID(), ref, "encaje.example")), { now })).toBe("bounce");
  await records.client.query("DELETE FROM inbound_mails WHERE from_address = $1", [email]);
});

test("keeps 20 MiB of text from a sender's unmatched mails", async () => {
  const email = `${newWord()}@example.com`;
  const receive = () => receiveMail(mail([["From", email.toUpperCase()]], plain(newWord())), { now: hoursAgo(-1) });
  const listHeads = async () =>
    (
      await records.client.query(
        `SELECT subject, held_reason, text, quoted FROM inbound_mails
         WHERE from_address = $1 AND text = '' ORDER BY id`,
        [email],
      )
    ).rows;
  await storeLargeMails(104, null, email);
  expect([await receive(), await listHeads()]).toEqual(["held", []]);
  await storeLargeMails(1, null, email);
  expect(await receive()).toBe("held");
  expect(await listHeads()).toEqual([{ subject: "1", held_reason: "unreadable", text: "", quoted: "" }]);
  await records.client.query("DELETE FROM inbound_mails WHERE lower(from_address) = $1", [email]);
});

test("stores unmatched mails one after another, which prevents deadlocks", async () => {
  const raw = mail([["From", `${newWord()}@example.com`]], plain("Hello."));
  const { receiving } = await inLongTransaction(async (tx) => {
    await lockUnmatchedMails(tx);
    const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    let isStored = false;
    const receiving = receiveMail(raw, { now }).finally(() => {
      isStored = true;
    });
    expect(await findWaiters(own?.pid ?? 0, () => isStored)).toHaveLength(1);
    return { receiving };
  });
  expect(await receiving).toBe("held");
});

test("still reports a stored mail as a duplicate after its sender reaches the text limit", async () => {
  const { ref, email } = await newThread();
  const raw = mail([["From", email]], plain("Hello."));
  expect(await receiveMail(raw, { now })).toBe("held");
  await storeLargeMails(105, ref);
  expect(await receiveMail(raw, { now })).toBe("duplicate");
  expect(await (await newThread()).receive()).toBe("message");
});

test("shortens older mails once a page exceeds 1 MiB of text", async () => {
  const { ref, list, receive } = await newThread();
  await storeLargeMails(12, ref);
  await receive(plain("Short."));
  await storeLargeMails(4, ref);
  await receive(plain("Shortest."));
  const shown = await list();
  const sizes = shown.map(({ text, quoted, isShortened }) => [text.length, quoted.length, isShortened]);
  const [whole, shortened] = [
    [100_000, 100_000, false],
    [1_000, 0, true],
  ];
  const ofSubmission = [...Array.from({ length: 11 }, () => shortened), whole, [6, 0, false]];
  expect(sizes).toEqual([...ofSubmission, ...Array.from({ length: 4 }, () => whole), [9, 0, false]]);
  const email = `${newWord()}@example.com`;
  await storeLargeMails(8, null, email);
  const { mails } = await listUnmatchedMails({ operator });
  const unmatched = mails.filter(({ fromAddress }) => fromAddress === email);
  expect(unmatched.map(({ isShortened }) => isShortened).toSorted()).toContain(true);
  await records.client.query("DELETE FROM inbound_mails WHERE from_address = $1", [email]);
});
