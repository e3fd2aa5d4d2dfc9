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
 * Queues the mails of the response clock again, if the change from `before` to `after` restarts the clock: workers have
 * dropped those that came due while it stood still. Call it in the transaction of the change. Each mail is sent at most
 * once, however often the clock stops, and once more each time that the person asks again. A mail whose time has passed is due at once; an overdue submission gets no warning.
 */
export async function restartClock(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { before, after }: { before: Waiting & { consentWithdrawnAt: Date | null }; after: Waiting },
  now: Date,
): Promise<void> {
  if (before.consentWithdrawnAt || isAwaited(before) || !isAwaited(after)) return;
  const { isProcessed, askedAt, ...promise } = await readPromise(tx, { kind, id });
  // The worker will queue the clock's mails with the others.
  if (!isProcessed) return;
  const { status, repliedAt } = after;
  const clock = toClock({ kind, status, repliedAt, ...promise }, now);
  if (clock.state === "none") return;
  const known = await listKnownMails(tx, { kind, id }, askedAt);
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

async function readPromise(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef) {
  const select = {
    createdAt: true,
    route: true,
    isProcessed: true,
    askedAt: true,
    replyDueAt: true,
    replyWarningAt: true,
  } as const;
  const { route, ...promise } = await tx.submission.findUniqueOrThrow({
    where: { kind_id: { kind, id } },
    select,
  });
  return { ...promise, route: route === null ? null : LeadRoute.parse(route) };
}

/** The types of a submission's mails that are queued, or sent since the person has last asked. */
async function listKnownMails(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  askedAt: Date | null,
): Promise<Set<string>> {
  // Read the queue first: a mail that is sent in between is then on the timeline.
  const queued = await findQueuedMails(tx, { kind, id });
  const sent = await tx.$queryRaw<{ mail: string }[]>`
    SELECT details ->> 'mail' AS mail FROM submission_events
    WHERE kind = ${kind} AND submission_id = ${id} AND type = 'mail'
      AND (${askedAt}::timestamptz IS NULL OR at >= ${askedAt}::timestamptz)`;
  return new Set([...queued, ...sent.map(({ mail }) => mail)]);
}
