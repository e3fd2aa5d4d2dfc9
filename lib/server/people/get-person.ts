import "server-only";
import type { Admin } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { PersonCounts, type PersonRef, type PersonSubmission } from "../../domain/people/person.ts";
import { listUnmatchedBookingsFrom } from "../bookings/unmatched-bookings.ts";
import { database } from "../db.ts";
import { Prisma, type Subscriber } from "../generated/prisma/client.ts";
import { inLongTransaction } from "../maintenance.ts";
import { whereMailFrom, whereSentBy } from "../submissions/core/sent-by.ts";
import { findReadableBlock } from "../submissions/spam/block-list.ts";
import { listMentions } from "./mentions.ts";

type Context = { admin: Admin };

/** Maximum submissions and mentions shown on a person's page, newest first. */
const shownMax = 20;

/** Addresses stored outside submissions, with the hash that `PersonRef` has. */
const otherAddresses = Prisma.sql`(
  SELECT email, encode(sha256(convert_to(origin || id, 'UTF8')), 'hex') AS record FROM (
    SELECT 'subscriber' AS origin, id::text, email FROM subscribers
    UNION ALL SELECT 'mail', id::text, from_address FROM inbound_mails
    UNION ALL SELECT 'booking', uid, email FROM unmatched_bookings
    UNION ALL SELECT 'block', id::text, value FROM blocked_senders WHERE type = 'address'
  ) AS stored WHERE email IS NOT NULL
) AS addresses`;

/** @throws AppError `not_found` */
export function findPerson({ email }: { email: string }, _context: Context): Promise<PersonRef> {
  return database(async (db) => {
    const [newest] = await listSentSubmissions(db, email, 1);
    if (newest) return { submission: { kind: newest.kind, id: newest.id } };
    const [other] = await db.$queryRaw<{ record: string }[]>`
      SELECT record FROM ${otherAddresses} WHERE ${whereSentBy(email)} LIMIT 1`;
    if (!other) throw createNoPersonError();
    return other;
  }, "desk");
}

/** @throws AppError `not_found` */
export async function getPerson(ref: PersonRef, _context: Context) {
  const { email, sent, ...stored } = await database(async (db) => {
    const email = await getEmail(db, ref);
    const sent = await db.$queryRaw<Pick<PersonCounts, "evaluations" | "inquiries">[]>`
      SELECT (count(*) FILTER (WHERE kind = 'evaluation'))::int AS evaluations,
        (count(*) FILTER (WHERE kind = 'inquiry'))::int AS inquiries
      FROM submissions WHERE ${whereSentBy(email)}`;
    return {
      email,
      sent: sent[0] ?? { evaluations: 0, inquiries: 0 },
      newest: await listSentSubmissions(db, email, shownMax),
      subscription: await findSubscriptionOfPerson(db, email),
      mailCount: (await listOtherMailIds(db, email)).length,
      bookingCount: (await listUnmatchedBookingsFrom(db, email)).length,
      isBlocked: (await findReadableBlock(db, email)) !== null,
    };
  }, "desk");
  const mentioned = await inLongTransaction((tx) => listMentions(tx, email));
  return {
    ...stored,
    email,
    counts: { ...sent, mentions: mentioned.length },
    mentioned: mentioned.slice(0, shownMax),
  };
}

function listSentSubmissions(db: Prisma.TransactionClient, email: string, max: number): Promise<PersonSubmission[]> {
  return db.$queryRaw<PersonSubmission[]>`
    SELECT kind, id, created_at AS "createdAt", status FROM submissions WHERE ${whereSentBy(email)}
    ORDER BY created_at DESC, kind DESC, id DESC LIMIT ${max}`;
}

/** @throws AppError `not_found` */
export async function getEmail(db: Prisma.TransactionClient, ref: PersonRef): Promise<string> {
  const [row] =
    "record" in ref
      ? await db.$queryRaw<{ email: string }[]>`SELECT email FROM ${otherAddresses} WHERE record = ${ref.record}`
      : await db.submission.findMany({ select: { email: true }, where: ref.submission });
  if (!row) throw createNoPersonError();
  return row.email;
}

/** Lists mails that an erasure would delete but that belong to none of the person's submissions. */
export async function listOtherMailIds(db: Prisma.TransactionClient, email: string): Promise<bigint[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT inbound_mails.id FROM inbound_mails
    LEFT JOIN submissions ON submissions.kind = inbound_mails.kind AND submissions.id = submission_id
    WHERE ${whereMailFrom(email)} AND (submission_id IS NULL OR NOT (${whereSentBy(email)}))`;
  return rows.map(({ id }) => id);
}

export async function findSubscriptionOfPerson(db: Prisma.TransactionClient, email: string) {
  const [subscription = null] = await db.$queryRaw<Omit<Subscriber, "id" | "email">[]>`
    SELECT language, requested_at AS "requestedAt", confirmed_at AS "confirmedAt", notice_version AS "noticeVersion",
      changes_since AS "changesSince", next_at AS "nextAt"
    FROM subscribers WHERE ${whereSentBy(email)}`;
  return subscription;
}

export function createNoPersonError(): AppError {
  return new AppError("not_found", "Nothing is stored under this address.");
}

const erasuresMax = 20;

/** Lists the latest erasures. The audit log has all of them. */
export async function listErasures(_context: Context) {
  const rows = await database(
    (db) =>
      db.auditEntry.findMany({
        select: { id: true, at: true, actor: true, details: true },
        where: { action: "person_erased" },
        orderBy: { id: "desc" },
        take: erasuresMax,
      }),
    "desk",
  );
  return rows.map(({ id, details, ...row }) => ({ ...row, id: String(id), counts: PersonCounts.parse(details) }));
}
