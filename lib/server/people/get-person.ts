import "server-only";
import type { Admin } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { PersonCounts, type PersonRef } from "../../domain/people/person.ts";
import type { Status } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { subscriberHash } from "../catalog/subscribers.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { inLongTransaction } from "../maintenance.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";
import { listMentions } from "./mentions.ts";

type Context = { admin: Admin };

/** Maximum submissions and mentions shown on a person's page, newest first. */
const shownMax = 20;

type Sent = SubmissionRef & { createdAt: Date; status: Status };

/** @throws AppError `not_found` */
export function findPerson({ email }: { email: string }, _context: Context): Promise<PersonRef> {
  return database(async (db) => {
    const [newest] = await listSentSubmissions(db, email, 1);
    if (newest) return { submission: { kind: newest.kind, id: newest.id } };
    const [subscriber] = await db.$queryRaw<{ subscriber: string }[]>`
      SELECT ${subscriberHash} AS subscriber FROM subscribers WHERE ${whereSentBy(email)}`;
    if (!subscriber) throw newNoPersonError();
    return subscriber;
  }, "desk");
}

/** @throws AppError `not_found` */
export async function getPerson(ref: PersonRef, _context: Context) {
  const { email, sent, newest, subscription } = await database(async (db) => {
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
    };
  }, "desk");
  const mentioned = await inLongTransaction((tx) => listMentions(tx, email));
  return {
    email,
    newest,
    subscription,
    counts: { ...sent, mentions: mentioned.length },
    mentioned: mentioned.slice(0, shownMax),
  };
}

function listSentSubmissions(db: Prisma.TransactionClient, email: string, max: number): Promise<Sent[]> {
  return db.$queryRaw<Sent[]>`
    SELECT kind, id, created_at AS "createdAt", status FROM submissions WHERE ${whereSentBy(email)}
    ORDER BY created_at DESC, kind DESC, id DESC LIMIT ${max}`;
}

/** @throws AppError `not_found` */
export async function getEmail(db: Prisma.TransactionClient, ref: PersonRef): Promise<string> {
  const [row] =
    "subscriber" in ref
      ? await db.$queryRaw<{ email: string }[]>`
          SELECT email FROM subscribers WHERE ${subscriberHash} = ${ref.subscriber}`
      : await db.submission.findMany({ select: { email: true }, where: ref.submission });
  if (!row) throw newNoPersonError();
  return row.email;
}

type Subscription = {
  language: string;
  requestedAt: Date;
  confirmedAt: Date | null;
  noticeVersion: string | null;
  changesSince: Date;
  nextAt: Date;
};

export async function findSubscriptionOfPerson(
  db: Prisma.TransactionClient,
  email: string,
): Promise<Subscription | null> {
  const [subscription = null] = await db.$queryRaw<Subscription[]>`
    SELECT language, requested_at AS "requestedAt", confirmed_at AS "confirmedAt", notice_version AS "noticeVersion",
      changes_since AS "changesSince", next_at AS "nextAt"
    FROM subscribers WHERE ${whereSentBy(email)}`;
  return subscription;
}

export function newNoPersonError(): AppError {
  return new AppError("not_found", "Nothing is held under this address.");
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
