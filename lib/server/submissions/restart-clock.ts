import "server-only";
import { toClock } from "../../domain/submissions/clock.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { isClosed, type Progress } from "../../domain/submissions/status.ts";
import { SubmissionKind, type SubmissionRef, toSubmissionKey } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { listQueuedMails, type NewMail, queueMails } from "../queue/jobs.ts";
import { releaseMails } from "./held-mails.ts";

type Waiting = Pick<Progress, "status" | "repliedAt">;
type Change = { before: Waiting & { consentWithdrawnAt: Date | null }; after: Waiting };

const isAwaited = ({ status, repliedAt }: Waiting) => !repliedAt && !isClosed(status);
/**
 * Queues the mails that were kept back, if the change from `before` to `after` says that it is no spam, and those of
 * the response clock again, if it restarts the clock: workers have dropped those that came due while it stood still.
 * Call it in the transaction of the change. Each mail is sent at most once, however often the clock stops, and once
 * more each time that the person asks again. A mail whose time has passed is due at once; an overdue submission gets no
 * warning.
 */
export function restartClock(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  change: Change,
  now: Date,
): Promise<void> {
  return restartClocks(tx, [{ kind, id, ...change }], now);
}

/** As `restartClock`, of many submissions, in the same few statements. */
export async function restartClocks(
  tx: Prisma.TransactionClient,
  changes: (SubmissionRef & Change)[],
  now: Date,
): Promise<void> {
  await releaseMails(
    tx,
    changes.filter(({ before, after }) => before.status === "spam" && after.status !== "spam"),
  );
  const restarted = changes.filter(
    ({ before, after }) => !before.consentWithdrawnAt && !isAwaited(before) && isAwaited(after),
  );
  if (!restarted.length) return;
  const promises = await readPromises(tx, restarted);
  const known = await listKnownMails(tx, restarted, promises);
  const mails = restarted.flatMap(({ kind, id, after: { status, repliedAt } }): NewMail[] => {
    const promise = promises.get(toSubmissionKey({ kind, id }));
    // The worker will queue the clock's mails with the others.
    if (!promise?.isProcessed) return [];
    const clock = toClock({ kind, status, repliedAt, ...promise }, now);
    if (clock.state === "none") return [];
    return [
      ...(clock.state === "overdue" ? [] : [{ mail: "warning" as const, at: clock.warnsAt }]),
      { mail: "breach" as const, at: clock.dueAt },
    ]
      .filter(({ mail }) => !known.has(`${toSubmissionKey({ kind, id })} ${mail}`))
      .map(({ mail, at }) => ({ data: { mail, kind, id }, ...(at > now ? { startAfter: at } : {}) }));
  });
  await queueMails(tx, mails);
}

async function readPromises(tx: Prisma.TransactionClient, refs: SubmissionRef[]) {
  const rows = await tx.submission.findMany({
    select: {
      kind: true,
      id: true,
      createdAt: true,
      route: true,
      isProcessed: true,
      askedAt: true,
      replyDueAt: true,
      replyWarningAt: true,
    },
    where: { OR: refs.map(({ kind, id }) => ({ kind, id })) },
  });
  return new Map(
    rows.map(({ kind, id, route, ...promise }) => {
      return [
        toSubmissionKey({ kind: SubmissionKind.parse(kind), id }),
        { ...promise, route: route === null ? null : LeadRoute.parse(route) },
      ];
    }),
  );
}

/**
 * Submissions and types of their mails that wait, and of those that have died or were sent since the person has last
 * asked.
 */
async function listKnownMails(
  tx: Prisma.TransactionClient,
  refs: SubmissionRef[],
  promises: Map<string, { askedAt: Date | null }>,
): Promise<Set<string>> {
  // Read the queue first: a mail that is sent in between is then on the timeline.
  const queued = (await listQueuedMails(tx, refs)).filter(({ isWaiting, queuedAt, ...ref }) => {
    const askedAt = promises.get(toSubmissionKey(ref))?.askedAt;
    return isWaiting || !askedAt || queuedAt >= askedAt;
  });
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  const sent = await tx.$queryRaw<(SubmissionRef & { mail: string })[]>`
    SELECT event.kind, event.submission_id AS id, event.details ->> 'mail' AS mail
    FROM submissions AS s JOIN submission_events AS event ON event.kind = s.kind AND event.submission_id = s.id
    WHERE (s.kind, s.id) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))
      AND event.type = 'mail' AND (s.asked_at IS NULL OR event.at >= s.asked_at)`;
  return new Set([...queued, ...sent].map((known) => `${toSubmissionKey(known)} ${known.mail}`));
}
