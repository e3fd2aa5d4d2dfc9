import { beforeAll, expect, test } from "vitest";
import type { Operator } from "../../../domain/desk/operator.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/submission-ref.ts";
import { DeskRecords, newWord, now } from "../../submissions/desk.fixture.ts";
import { getSubmission } from "../../submissions/get-submission.ts";
import { file, mail, multipart, plain } from "./mime.fixture.ts";
import { receiveMail } from "./receive-mail.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

async function newThread() {
  const email = `${newWord()}@example.com`;
  const ref: SubmissionRef = await records.inquiry({ email });
  const list = async () => (await getSubmission(ref, { operator, now })).inbound;
  /** @returns its files at the desk */
  const write = async () => {
    const headers: [string, string][] = [
      ["From", email],
      ["Message-ID", `<${newWord()}@mail.example>`],
      ["Subject", formatReference(ref)],
    ];
    const parts = multipart("mixed", [plain("Hello."), file('filename="brief.pdf"', "%PDF")]);
    expect(await receiveMail(mail(headers, parts), { now })).toBe("message");
    return (await list()).at(-1)?.files;
  };
  return { ref, list, write };
}

test("a submission keeps 250 MiB of files, and of more the names", async () => {
  const { ref, list, write } = await newThread();
  expect(await write()).toMatchObject([{ name: "brief.pdf", isKept: true }]);
  const [first] = await list();
  await records.client.query(
    `INSERT INTO inbound_attachments (mail_id, name, media_type, content)
     SELECT $1, 'x', 'text/plain', convert_to(repeat('x', 25 * 1024 * 1024), 'UTF8') FROM generate_series(1, 10)`,
    [first?.id],
  );
  expect(await write()).toMatchObject([{ name: "brief.pdf", isKept: false }]);
  await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [ref.kind, ref.id]);
});

test("of a hundred and two mails, the newest hundred are shown, oldest first", async () => {
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
