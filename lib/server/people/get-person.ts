import "server-only";
import type { Admin } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { PersonCounts } from "../../domain/people/person.ts";
import type { Status } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
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
export async function findPerson({ email }: { email: string }, _context: Context): Promise<SubmissionRef> {
  const [newest] = await database((db) => listSent(db, email, 1), "desk");
  if (!newest) throw noPerson();
  return { kind: newest.kind, id: newest.id };
}

/** @throws AppError `not_found` */
export async function getPerson(ref: SubmissionRef, _context: Context) {
  const { email, sent, newest } = await database(async (db) => {
    const email = await getEmail(db, ref);
    const sent = await db.$queryRaw<Pick<PersonCounts, "evaluations" | "inquiries">[]>`
      SELECT (count(*) FILTER (WHERE kind = 'evaluation'))::int AS evaluations,
        (count(*) FILTER (WHERE kind = 'inquiry'))::int AS inquiries
      FROM submissions WHERE ${whereSentBy(email)}`;
    return { email, sent: sent[0] ?? { evaluations: 0, inquiries: 0 }, newest: await listSent(db, email, shownMax) };
  }, "desk");
  const mentioned = await inLongTransaction((tx) => listMentions(tx, email));
  return {
    email,
    newest,
    counts: { ...sent, mentions: mentioned.length },
    mentioned: mentioned.slice(0, shownMax),
  };
}

function listSent(db: Prisma.TransactionClient, email: string, max: number): Promise<Sent[]> {
  return db.$queryRaw<Sent[]>`
    SELECT kind, id, created_at AS "createdAt", status FROM submissions WHERE ${whereSentBy(email)}
    ORDER BY created_at DESC, kind DESC, id DESC LIMIT ${max}`;
}

/** @throws AppError `not_found` */
export async function getEmail(db: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<string> {
  const row = await db.submission.findUnique({ select: { email: true }, where: { kind_id: { kind, id } } });
  if (!row) throw noPerson();
  return row.email;
}

export function noPerson(): AppError {
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
