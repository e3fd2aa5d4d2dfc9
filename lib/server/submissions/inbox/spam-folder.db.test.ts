import { hash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { listSubmissions } from "./list-submissions.ts";
import { countNewSpam, markSpamSeen } from "./spam-folder.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const spam = { status: "spam", created_at: hoursAgo(400), closed_at: hoursAgo(399), spam_reasons: ["honeypot"] };

const receive = ({ kind, id }: SubmissionRef, hours: number, type = "message") =>
  records.client.query(
    `INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, from_address, from_name, subject, text, quoted, authentication)
     VALUES ($1, $2, $3, $4, $5, 'ana@example.com', '', '', 'Did you get it?', '', 'none')`,
    [hoursAgo(hours), hash("sha256", randomUUID()), type, kind, id],
  );

test("marks spam as new again when its person writes, once for all mails", async () => {
  const operator = await records.operator();
  await markSpamSeen({}, { operator, now: hoursAgo(10) });
  const [wrote, machine, before, back, repeated] = [
    await records.inquiry(spam),
    await records.inquiry(spam),
    await records.inquiry({ ...spam, spam_reasons: null, closed_at: hoursAgo(8) }),
    await records.inquiry(),
    await records.evaluation({ ...spam, closed_at: hoursAgo(2), created_at: hoursAgo(3) }),
  ];
  for (const hours of [9, 8]) await receive(wrote, hours);
  await receive(machine, 9, "auto_reply");
  await receive(before, 9);
  await receive(back, 9);
  await receive(repeated, 1);
  expect(await countNewSpam({ operator })).toBe(2);
  const { rows } = await listSubmissions(parseInboxQuery({ view: "spam" }), { operator, now });
  const marked = rows.filter(({ hasWritten }) => hasWritten).map(({ kind, id }) => ({ kind, id }));
  expect(marked).toHaveLength(2);
  expect(marked).toEqual(expect.arrayContaining([wrote, repeated]));
  await markSpamSeen({}, { operator, now });
  expect(await countNewSpam({ operator })).toBe(0);
  await receive(machine, -1);
  expect(await countNewSpam({ operator })).toBe(1);
});
