import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { PersonCounts } from "../../domain/people/person.ts";
import type { Status } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { onlyAdmins } from "../auth/only-admins.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { isSentBy } from "../submissions/sent-by.ts";
import { tables } from "../submissions/tables.ts";
import { inLongTransaction } from "./maintenance.ts";
import { listMentions } from "./mentions.ts";
import { nobodyFound } from "./people-errors.ts";

const shownMax = 20;

export type Sent = SubmissionRef & { createdAt: Date; status: Status };
export type Person = {
  email: string;
  counts: PersonCounts;
  /** What they sent, newest first, and who mentions them: at most twenty each. */
  newest: Sent[];
  mentioned: SubmissionRef[];
};

/**
 * What is held on the person who sent a submission.
 * @throws AppError `forbidden` to a member; `not_found`; `unavailable`
 */
export async function getPerson(operator: Operator, ref: SubmissionRef): Promise<Person> {
  if (operator.role !== "admin") throw onlyAdmins();
  const { email, sent, newest } = await database(async (db) => {
    const email = await emailOf(db, ref);
    const [sent] = await db.$queryRaw<{ leads: number; inquiries: number }[]>`
      SELECT (SELECT count(*) FROM leads WHERE ${isSentBy(email)})::int AS leads,
        (SELECT count(*) FROM contacts WHERE ${isSentBy(email)})::int AS inquiries`;
    const newest = await db.$queryRaw<Sent[]>`
      SELECT kind, id, created_at AS "createdAt", status FROM (
        SELECT 'lead' AS kind, id, created_at, status FROM leads WHERE ${isSentBy(email)}
        UNION ALL SELECT 'inquiry', id, created_at, status FROM contacts WHERE ${isSentBy(email)}
      ) AS sent ORDER BY created_at DESC, kind COLLATE "C" DESC, id DESC LIMIT ${shownMax}`;
    return { email, sent, newest };
  }, "desk");
  const mentioned = await inLongTransaction((tx) => listMentions(tx, email));
  const { leads, inquiries } = sent ?? { leads: 0, inquiries: 0 };
  return {
    email,
    counts: { leads, inquiries, mentions: mentioned.length },
    newest,
    mentioned: mentioned.slice(0, shownMax),
  };
}

/** @throws AppError `not_found` */
export async function emailOf(db: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<string> {
  const [row] = await db.$queryRaw<{ email: string }[]>`SELECT email FROM ${tables[kind]} WHERE id = ${id}`;
  if (!row) throw nobodyFound();
  return row.email;
}
