import "server-only";
import { clockOf } from "../../domain/submissions/clock.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { isClosed, type Progress } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { mailQueue, storedQueue } from "../queue/queue.ts";
import { queueMails } from "../queue/queue-mails.ts";

type Waiting = Pick<Progress, "status" | "repliedAt">;

const isAwaited = ({ status, repliedAt }: Waiting) => !repliedAt && !isClosed(status);

/**
 * Queues the mails of a response clock that a change from `before` to `after` has made run again, in the transaction of
 * that change: those that rang while nobody waited are gone from the queue. Each is sent once, however often the clock
 * stops. What is past is due at once, but nothing is warned of that is late already.
 */
export async function restartClock(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { before, after }: { before: Waiting & { consentWithdrawnAt: Date | null }; after: Waiting },
  now: Date,
): Promise<void> {
  if (before.consentWithdrawnAt || isAwaited(before) || !isAwaited(after)) return;
  const { status, repliedAt } = after;
  const clock = clockOf({ kind, status, repliedAt, ...(await promiseOf(tx, { kind, id })) }, now);
  if (clock.state === "none") return;
  const known = await knownMails(tx, { kind, id });
  // The worker is about to queue all mails of this submission.
  if (known.has(null)) return;
  const mails = [
    ...(clock.state === "overdue" ? [] : [{ mail: "warning" as const, at: clock.warnsAt }]),
    { mail: "breach" as const, at: clock.dueAt },
  ].filter(({ mail }) => !known.has(mail));
  if (!mails.length) return;
  await queueMails(
    tx,
    mails.map(({ mail, at }) => ({ data: { mail, kind, id }, ...(at > now ? { startAfter: at } : {}) })),
  );
}

async function promiseOf(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef) {
  const select = { createdAt: true, route: true } as const;
  const { createdAt, route } = await tx.submission.findUniqueOrThrow({ where: { kind_id: { kind, id } }, select });
  return { createdAt, route: route === null ? null : LeadRoute.parse(route) };
}

/** The mails of a submission that are in the queue, dead or alive, or have been sent; null for those not queued yet. */
async function knownMails(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<Set<string | null>> {
  const rows = await tx.$queryRaw<{ mail: string | null }[]>`
    SELECT data ->> 'mail' AS mail FROM pgboss.job
    WHERE name IN (${storedQueue}, ${mailQueue}) AND data @> ${JSON.stringify({ kind, id })}::jsonb
    UNION
    SELECT details ->> 'mail' FROM submission_events WHERE kind = ${kind} AND submission_id = ${id} AND type = 'mail'`;
  return new Set(rows.map(({ mail }) => mail));
}
