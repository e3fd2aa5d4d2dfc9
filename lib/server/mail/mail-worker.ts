import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeliveryFault } from "../../domain/mail/mail.ts";
import { isCodeTooOld } from "../code-level.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { describeError, log } from "../log.ts";
import { beforeMaintenance } from "../maintenance.ts";
import { oncePerProcess } from "../once-per-process.ts";
import type { TakenJob } from "../queue/jobs.ts";
import { hasWork } from "../queue/pending-mails.ts";
import { type JobOutcome, type QueueClock, type QueueWorker, startQueueWorker } from "../queue/worker.ts";
import { type Delivery, deliverMail, type Outcome } from "./deliver-mail.ts";
import { queueDueSummaries } from "./digests.ts";
import { isMailHeld } from "./hold.ts";
import { readAll, startMailboxReader } from "./inbound/mailbox-reader.ts";
import { MailServerWatch } from "./mail-server-watch.ts";
import type { SiteParts } from "./prepare-mail.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";
import { openTransport } from "./transport.ts";

const summaryLookMilliseconds = 15_000;
const concurrentBatches = 4;
/** At retry intervals of up to two minutes: more than five hours. */
const refusalsMax = 200;

/** The hold began after the worker had taken the job. */
const heldFault: Outcome = { result: "failed", fault: { code: "HELD", isPermanent: false } };
const internalFault: Outcome = { result: "failed", fault: { code: "INTERNAL", isPermanent: false } };

/** Codes of faults that concern one mail, or are our own. */
const faultsOfMails = ["EENVELOPE", "EMESSAGE", "EADDRESS", "INTERNAL", "HELD"];
const faultLineMilliseconds = 60_000;

type SendingWorker = QueueWorker & { isPaused: () => Promise<boolean> };
type Sending = { siteParts: SiteParts; clock?: QueueClock; onDelivered?: (outcomes: Outcome[]) => void };

/**
 * Queues the mails of new submissions, sends all queued mails and reads the mailbox until it is stopped.
 * @throws Error when the database cannot be reached
 */
export async function startMailWorker(sending: Sending): Promise<QueueWorker> {
  const worker = await startSending(sending);
  const stopReading = startMailboxReader();
  return {
    ...worker,
    stop: async () => {
      await Promise.all([worker.stop(), stopReading()]);
    },
  };
}

async function startSending({ siteParts, clock, onDelivered }: Sending): Promise<SendingWorker> {
  const transport = openTransport();
  const server = new MailServerWatch(transport);
  const isHeld = tellWhenHeld();
  const isTooOld = () => database((_db, pool) => isCodeTooOld(pool), "mail");
  const isPaused = async () => (await isTooOld()) || (await isHeld()) || server.isAway();
  const delivery: Delivery = { transport, siteParts, now: () => new Date(clock?.now() ?? Date.now()) };
  const lookForSummaries = everyFewSeconds(() => queueDueSummaries({ now: delivery.now() }), delivery.now);
  const worker = await startQueueWorker({
    canTake: async () => !(await isPaused()),
    fillQueue: async () => {
      if (await isTooOld()) return 0;
      await lookForSummaries();
      return queueFollowingMails(delivery.now());
    },
    deliver: async (jobs) => {
      const outcomes = await deliverAll(jobs, delivery);
      if (outcomes.some(isOfServer)) await server.probe();
      if (!server.isAway()) logFaults(outcomes);
      onDelivered?.(outcomes);
      return outcomes.map((outcome, at) => toJobOutcome(outcome, jobs[at]));
    },
    // beforeMaintenance() holds a connection for each batch of files.
    concurrency: transport.areFiles ? 1 : concurrentBatches,
    clock,
  }).catch((error: unknown) => {
    transport.close();
    throw error;
  });
  return {
    ...worker,
    isPaused,
    stop: async () => {
      await worker.stop();
      transport.close();
    },
  };
}

/** As `isMailHeld`, and logs when a hold begins. */
function tellWhenHeld(): () => Promise<boolean> {
  let wasHeld = false;
  return async () => {
    const isHeld = await isMailHeld();
    if (isHeld && !wasHeld) log().warn("mail is held: none is sent until an admin releases it at /admin/mail");
    wasHeld = isHeld;
    return isHeld;
  };
}

/** Runs `look` at once and then at most every 15 seconds. */
function everyFewSeconds(look: () => Promise<void>, now: () => Date): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const elapsed = now().getTime() - last;
    // Less than nothing: the clock was set back.
    if (elapsed >= 0 && elapsed < summaryLookMilliseconds) return;
    last = now().getTime();
    await look();
  };
}

const lookMilliseconds = 250;
/** With the seconds of a call by the cron, within the minute of its function. */
const lastMailMilliseconds = 30_000;

/**
 * Works as `startMailWorker` until nothing is due and the mailbox is read. After `seconds`, mails that are being sent have five
 * more to end. A mail of the mailbox may take up to half a minute more, if it is hard to parse: one that might take longer is
 * not begun. What is left waits for the next call.
 * @returns numbers of mails, and whether anything may be left
 * @throws Error when the database cannot be reached
 */
export async function sendDueMails({
  siteParts,
  seconds,
}: {
  siteParts: SiteParts;
  seconds: number;
}): Promise<{ sent: number; failed: number; isMore: boolean }> {
  const until = performance.now() + seconds * 1_000;
  const counts = { sent: 0, failed: 0 };
  const worker = await startSending({
    siteParts,
    onDelivered: (outcomes) => {
      for (const { result } of outcomes) if (result === "sent" || result === "failed") counts[result]++;
    },
  });
  const limits = { signal: AbortSignal.timeout(seconds * 1_000), deadline: until + lastMailMilliseconds };
  let isReading = env().IMAP_URL !== undefined;
  const reading = readAll(limits).finally(() => {
    isReading = false;
  });
  let isMore = true;
  try {
    // Until then, summaries that are due are not in the queue.
    await Promise.race([worker.filled, sleep(seconds * 1_000, undefined, { ref: false })]);
    while (isMore && performance.now() < until) {
      // Before the look: a mail that is read during it may queue a notice after it.
      const wasReading = isReading;
      isMore = (await hasWork({ isPaused: await worker.isPaused() })) || wasReading;
      if (isMore) await sleep(lookMilliseconds);
    }
  } finally {
    await Promise.all([worker.stop(), reading]);
  }
  return { ...counts, isMore: isMore || (await reading) === "later" };
}

async function deliverAll(jobs: TakenJob[], delivery: Delivery): Promise<Outcome[]> {
  const deliver = () => Promise.all(jobs.map((job) => tryToDeliver(job, delivery)));
  const outcomes = delivery.transport.areFiles
    ? await beforeMaintenance(deliver).catch(() => jobs.map(() => internalFault))
    : await deliver();
  const sent = outcomes.filter(({ result }) => result === "sent").length;
  if (sent) log().info({ sent }, "mails were sent");
  return outcomes;
}

const isOfServer = (outcome: Outcome) => outcome.result === "failed" && !faultsOfMails.includes(outcome.fault.code);

function toJobOutcome(outcome: Outcome, job: TakenJob | undefined): JobOutcome {
  if (outcome.result !== "failed") return { status: "completed" };
  return { status: isDead(outcome.fault, job?.retryCount) ? "deadletter" : "failed", output: outcome.fault };
}

/** Gives up after hours on a server that answers with refusals; only an outage is retried for days. */
function isDead({ isPermanent, response = 0 }: DeliveryFault, retryCount = 0): boolean {
  return isPermanent || (response >= 500 && retryCount >= refusalsMax);
}

async function tryToDeliver(job: TakenJob, delivery: Delivery): Promise<Outcome> {
  try {
    return (await isMailHeld()) ? heldFault : await deliverMail(job, delivery);
  } catch (error) {
    log().warn({ job: job.id, error: describeError(error) }, "a mail could not be prepared");
    return internalFault;
  }
}

const unlogged = oncePerProcess("faults of mails", () => ({ faults: [] as DeliveryFault[], isWaiting: false }));

/** Logs faults at once and then those of a minute together, without any content. */
function logFaults(outcomes: Outcome[]): void {
  unlogged.faults.push(...outcomes.flatMap((outcome) => (outcome.result === "failed" ? [outcome.fault] : [])));
  if (unlogged.isWaiting || !unlogged.faults.length) return;
  const faults = unlogged.faults.splice(0);
  const different = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
  log().warn({ count: faults.length, faults: [...different.values()] }, "mails could not be sent");
  unlogged.isWaiting = true;
  setTimeout(() => {
    unlogged.isWaiting = false;
    logFaults([]);
  }, faultLineMilliseconds).unref();
}
