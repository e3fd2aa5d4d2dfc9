import "server-only";
import { toClock } from "../../domain/submissions/clock.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { isClosed, type Progress } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { findQueuedMails, queueMails } from "../queue/jobs.ts";

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
  const { isProcessed, ...promise } = await promiseOf(tx, { kind, id });
  // The worker queues the clock's mails with the others.
  if (!isProcessed) return;
  const { status, repliedAt } = after;
  const clock = toClock({ kind, status, repliedAt, ...promise }, now);
  if (clock.state === "none") return;
  const known = await knownMails(tx, { kind, id });
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
  const select = { createdAt: true, route: true, isProcessed: true } as const;
  const { createdAt, route, isProcessed } = await tx.submission.findUniqueOrThrow({
    where: { kind_id: { kind, id } },
    select,
  });
  return { createdAt, isProcessed, route: route === null ? null : LeadRoute.parse(route) };
}

/** The mails of a submission that were queued or sent. */
async function knownMails(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<Set<string>> {
  // The queue first: a mail that is sent meanwhile is in the timeline then.
  const queued = await findQueuedMails(tx, { kind, id });
  const sent = await tx.$queryRaw<{ mail: string }[]>`
    SELECT details ->> 'mail' AS mail FROM submission_events
    WHERE kind = ${kind} AND submission_id = ${id} AND type = 'mail'`;
  return new Set([...queued, ...sent.map(({ mail }) => mail)]);
}
