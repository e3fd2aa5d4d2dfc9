import "server-only";
import type { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import { settleBookings } from "../bookings/book-time.ts";
import { reconcileBookings } from "../bookings/reconcile-bookings.ts";
import { queueChangesMails } from "../catalog/subscribers.ts";
import { watchCatalog } from "../catalog/watch.ts";
import { isCodeTooOld } from "../code-level.ts";
import { database, inMailTransaction, rawDatabase } from "../db.ts";
import { describeError, log } from "../log.ts";
import { runBeforeMaintenance } from "../maintenance.ts";
import { queueClockMails } from "../queue/clock-mails.ts";
import {
  failTakenMail,
  isMailHeld,
  recoverFromClockJump,
  renewLeases,
  type TakenMail,
  takeMails,
} from "../queue/mails.ts";
import { countMails, hasDueWork } from "../queue/pending-mails.ts";
import { openQueueSender, type QueueSender, type QueueWorker } from "../queue/worker.ts";
import { oncePerMinute, repeatEvery, withoutOverlap } from "../repeat.ts";
import { openWebhookSender } from "../webhooks/deliver-webhook.ts";
import { deliverMail, type Outcome } from "./deliver-mail.ts";
import { queueDueDigests } from "./digests.ts";
import { readAllNewMails, startMailboxReader } from "./inbound/read-mailbox.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";
import { openTransport, type Transport, toDeliveryFault } from "./transport.ts";

const mailsAtOnceMax = 8;
/** Maximum number of attempts after refusals: about five hours, with pauses of up to two minutes. */
const refusalsMax = 200;

/** Result when an admin holds all mail after the worker has taken a mail. */
const holdFault: Outcome = { result: "failed", fault: { code: "HELD", isPermanent: false } };
const internalFault: Outcome = { result: "failed", fault: { code: "INTERNAL", isPermanent: false } };

/** Codes of faults that say nothing about the mail server, so the server is not probed. */
const singleMailFaultCodes = ["EENVELOPE", "EMESSAGE", "EADDRESS", "EAUTHOR", "INTERNAL", "HELD"];

type Sending = { onDelivered?: (outcome: Outcome) => void };
type MailSender = QueueSender & { isPaused: () => Promise<boolean> };

export async function startMailWorker(): Promise<QueueWorker> {
  const sender = await openMailSender();
  const webhooks = await openWebhookSender().catch(async (error) => {
    await sender.stop();
    throw error;
  });
  sender.start();
  webhooks.start();
  const stops = [
    sender.stop,
    webhooks.stop,
    startMailboxReader(),
    repeatEvery(15_000, (signal) => settleBookings(new Date(), { signal })),
    repeatEvery(60_000, (signal) => reconcileBookings(new Date(), signal)),
    repeatEvery(15_000, (signal) => watchCatalog(new Date(), { signal })),
  ];
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** The sender sends nothing before `start` or `sendDue` is called. */
export async function openMailSender({ onDelivered }: Sending = {}): Promise<MailSender> {
  const transport = openTransport();
  const server = watchMailServer(transport);
  const isHeld = createHoldCheck();
  const isTooOld = () => database((_db, pool) => isCodeTooOld(pool), "mail");
  const isPaused = async () => (await isTooOld()) || (await isHeld()) || server.isAway();
  const sender = await openQueueSender({
    canTake: async () => !(await isPaused()),
    fillQueue: async () => {
      if (await isTooOld()) return 0;
      // A failing task must not stop the others.
      const now = new Date();
      const looks = [
        inMailTransaction(queueFollowingMails),
        inMailTransaction(queueClockMails),
        queueDueDigests({ now }),
        queueChangesMails(rawDatabase("mail"), now),
      ];
      await Promise.allSettled(looks);
      return (await Promise.all(looks)).reduce((sum, count) => sum + count, 0);
    },
    take: takeMails,
    renew: async (db, leases) => {
      await recoverFromClockJump(db);
      await renewLeases(db, leases);
    },
    deliver: async (taken) => {
      const outcome = await tryDelivery(taken, transport);
      if (outcome.result === "failed") {
        const isDead = shouldGiveUp(outcome.fault, taken.attempts);
        await database((db) => failTakenMail(db, taken, { fault: outcome.fault, isDead }), "mail");
        if (!singleMailFaultCodes.includes(outcome.fault.code)) await server.probe();
        if (!server.isAway()) logFault(outcome.fault);
      }
      if (outcome.result === "sent") log().info({ mail: taken.id }, "a mail was sent");
      onDelivered?.(outcome);
    },
    // Writing a file holds a database connection for runBeforeMaintenance(), so only one is written at a time.
    atOnce: transport.areFiles ? 1 : mailsAtOnceMax,
  }).catch((error: unknown) => {
    transport.close();
    throw error;
  });
  return {
    ...sender,
    isPaused,
    stop: async () => {
      await sender.stop();
      transport.close();
    },
  };
}

function createHoldCheck(): () => Promise<boolean> {
  let wasHeld = false;
  return async () => {
    const isHeld = await isMailHeld();
    if (isHeld && !wasHeld) log().warn("mail is held: none is sent until an admin releases it at /admin/mail");
    wasHeld = isHeld;
    return isHeld;
  };
}

/** Maximum time of a received mail after a cron call's `seconds`: together, they stay within the one-minute limit. */
const lastMailMilliseconds = 30_000;

/**
 * Starts no mail after `seconds`. Mails being sent then have five more seconds. A received mail being parsed has up to
 * half a minute; one that might take longer waits for the next call.
 * @returns numbers of mails, and whether anything may be left
 * @throws Error when the database cannot be reached
 */
export async function sendDueMails({
  seconds,
}: {
  seconds: number;
}): Promise<{ sent: number; failed: number; isMore: boolean }> {
  const signal = AbortSignal.timeout(seconds * 1_000);
  const isOver = new Promise((resolve) => signal.addEventListener("abort", resolve));
  const deadline = performance.now() + seconds * 1_000 + lastMailMilliseconds;
  const counts = { sent: 0, failed: 0 };
  const sender = await openMailSender({
    onDelivered: ({ result }) => {
      if (result === "sent" || result === "failed") counts[result]++;
    },
  });
  const reading = readAllNewMails({ signal, deadline });
  try {
    await Promise.race([isOver, sendBeforeAndAfter(sender, reading)]);
    const isMore = signal.aborted || (await hasDueWork({ isPaused: await sender.isPaused() }));
    return { ...counts, isMore: isMore || (await reading) === "later" };
  } finally {
    await Promise.all([sender.stop(), reading]);
  }
}

/** Sends due mails, and sends again after the mailbox is read, because a received mail may queue a notice. */
async function sendBeforeAndAfter(sender: QueueSender, mailboxRead: Promise<unknown>): Promise<void> {
  await sender.sendDue();
  await mailboxRead;
  await sender.sendDue();
}

async function tryDelivery(taken: TakenMail, transport: Transport): Promise<Outcome> {
  try {
    if (await isMailHeld()) return holdFault;
    const work = () => deliverMail(taken, transport);
    return transport.areFiles ? await runBeforeMaintenance(work) : await work();
  } catch (error) {
    log().warn({ mail: taken.id, error: describeError(error) }, "a mail could not be prepared");
    return internalFault;
  }
}

/** Gives up after hours of refusals by a mail server. After outages, mails are retried for days. */
function shouldGiveUp({ isPermanent, response = 0 }: DeliveryFault, attempts: number): boolean {
  return isPermanent || (response >= 500 && attempts > refusalsMax);
}

/** Logs at most once a minute, because the desk shows the fault of each mail. */
const logFault = oncePerMinute((fault: DeliveryFault) => log().warn({ fault }, "a mail could not be sent"));

const probeMilliseconds = 10_000;

/** Detects that the mail server refuses all mail. Mails then wait until a probe succeeds. */
function watchMailServer(transport: Pick<Transport, "verify">) {
  let outage: { since: number; nextProbeAt: number } | undefined;
  const warn = oncePerMinute((since: number, fault: DeliveryFault) => void logOutage(since, fault));
  const probe = withoutOverlap(async () => {
    const fault = await transport.verify().then(() => undefined, toDeliveryFault);
    const at = performance.now();
    if (fault) {
      outage = { since: outage?.since ?? at, nextProbeAt: at + probeMilliseconds };
      warn(outage.since, fault);
      return;
    }
    if (outage) log().info({ minutes: toMinutes(at - outage.since) }, "the mail server is available again");
    outage = undefined;
  });
  /** Returns whether the last probe failed. Starts a new one in the background when it is due. */
  const isAway = () => {
    if (outage && performance.now() >= outage.nextProbeAt) void probe();
    return outage !== undefined;
  };
  return { probe, isAway };
}

const toMinutes = (milliseconds: number) => Math.floor(milliseconds / 60_000);

async function logOutage(since: number, fault: DeliveryFault): Promise<void> {
  const due = await countMails().then(
    ({ waiting }) => waiting,
    (error: unknown) => describeError(error),
  );
  const sinceTime = new Date(performance.timeOrigin + since);
  const minutes = toMinutes(performance.now() - since);
  log().warn(
    { due, since: sinceTime, minutes, fault },
    "the mail server is unavailable: no mail is sent until it responds",
  );
}
