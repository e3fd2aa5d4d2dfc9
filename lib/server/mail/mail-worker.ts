import "server-only";
import { type Clock, type JobWithMetadata, PgBoss, systemClock } from "pg-boss";
import type { DeliveryFault } from "../../domain/mail/outbox.ts";
import { env } from "../env.ts";
import { describeError, log } from "../log.ts";
import { beforeMaintenance } from "../people/maintenance.ts";
import { mailQueue, storedQueue } from "../queue/queue.ts";
import { recoverFromClockJump } from "../queue/recover-from-clock-jump.ts";
import { type Delivery, deliverMail, type Outcome } from "./deliver-mail.ts";
import type { MailPages } from "./prepare-mail.ts";
import { queueFollowingMails, type StoredJob } from "./queue-following-mails.ts";
import { openTransport } from "./transport.ts";

/** A server that takes its time over one mail holds up the other of its batch, and no other batch. */
const batchSize = 2;
const batches = 4;
/** Submissions whose mails are queued in one transaction. */
const storedBatchSize = 50;
const pollingIntervalSeconds = 1;
/** How soon it is noticed that a worker has died or that the clock was set back; mails are tried again then. */
const monitorSeconds = 15;
/** At two minutes each, five hours and more. */
const refusalsMax = 200;
const endingMilliseconds = 5_000;
const complaintMilliseconds = 60_000;

/** What is tried again, whatever it was. */
const ourFault: Outcome = { result: "failed", fault: { code: "INTERNAL", isPermanent: false } };

/**
 * pg-boss reckons its pauses from this. By the system clock, a worker whose mail is under way while the clock is set back
 * three hours would pause for three hours.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

export type MailWorker = {
  /** Takes no new mail and waits five seconds at most for those under way; what is not sent by then is tried again. */
  stop: () => Promise<void>;
};

/**
 * Sends what the queue holds, as long as it runs. Any number of workers may run, in any number of processes: each takes
 * what no other has taken.
 * @throws Error when the database cannot be reached
 */
export async function startMailWorker({ pages, clock }: { pages: MailPages; clock?: Clock }): Promise<MailWorker> {
  const transport = openTransport();
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    application_name: "encaje-mail",
    max: 3,
    schedule: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    clock: clock ?? steadyClock,
  });
  const complain = complainSometimes();
  boss.on("error", complain);
  const delivery: Delivery = { boss, transport, pages, now: () => new Date(clock?.now() ?? Date.now()) };
  // A batch of files keeps a connection for itself.
  const localConcurrency = transport.areFiles ? 1 : batches;
  const polling = { batchSize, localConcurrency, pollingIntervalSeconds, burstWhenBatchFull: true } as const;
  const options = { ...polling, perJobResults: true } as const;
  const recover = () => recoverFromClockJump(boss.getDb()).catch(complain);
  try {
    await boss.start();
    const mailWorker = await boss.work(mailQueue, { ...options, includeMetadata: true }, (jobs) =>
      deliverAll(jobs, delivery),
    );
    const storedOptions = { batchSize: storedBatchSize, pollingIntervalSeconds, burstWhenBatchFull: true };
    await boss.work(storedQueue, storedOptions, async (jobs) => {
      await queueMails(jobs, boss);
      boss.notifyWorker(mailWorker);
    });
    await recover();
    // What an earlier worker left behind, at once; pg-boss itself looks for it first after an interval.
    for (const queue of [storedQueue, mailQueue]) await boss.supervise(queue);
  } catch (error) {
    // Half started, it would go on beside the one that is started next.
    await boss.stop({ graceful: false }).catch(complain);
    transport.close();
    throw error;
  }
  const recovering = setInterval(() => void recover(), monitorSeconds * 1_000).unref();
  return {
    stop: async () => {
      clearInterval(recovering);
      await boss.stop({ graceful: true, timeout: endingMilliseconds });
      transport.close();
    },
  };
}

/** What is thrown is stored with the jobs: it must not be the database's own words, which quote rows. */
async function queueMails(jobs: StoredJob[], boss: PgBoss): Promise<void> {
  try {
    await queueFollowingMails(jobs, boss);
  } catch (error) {
    log().warn({ count: jobs.length, error: describeError(error) }, "mails of submissions could not be queued");
    throw new Error("the mails could not be queued");
  }
}

async function deliverAll(jobs: JobWithMetadata<unknown>[], delivery: Delivery) {
  const deliver = () => Promise.all(jobs.map((job) => tryToDeliver(job, delivery)));
  const outcomes = delivery.transport.areFiles
    ? await beforeMaintenance(deliver).catch(() => jobs.map(() => ourFault))
    : await deliver();
  tellOf(outcomes);
  return outcomes.map((outcome, at) => {
    const id = jobs[at]?.id ?? "";
    if (outcome.result !== "failed") return { id, status: "completed" } as const;
    return {
      id,
      status: isDead(outcome.fault, jobs[at]?.retryCount) ? "deadletter" : "failed",
      output: outcome.fault,
    } as const;
  });
}

/** A server that says no for hours is not to be asked for days. */
function isDead({ isPermanent, response = 0 }: DeliveryFault, retryCount = 0): boolean {
  return isPermanent || (response >= 500 && retryCount >= refusalsMax);
}

async function tryToDeliver(job: JobWithMetadata<unknown>, delivery: Delivery): Promise<Outcome> {
  try {
    return await deliverMail(job, delivery);
  } catch (error) {
    log().warn({ job: job.id, error: describeError(error) }, "a mail could not be made");
    return ourFault;
  }
}

/** One line for all that was done at once, without a word of any mail. */
function tellOf(outcomes: Outcome[]): void {
  const sent = outcomes.filter(({ result }) => result === "sent").length;
  if (sent) log().info({ sent }, "mails were sent");
  const faults = outcomes.flatMap((outcome) => (outcome.result === "failed" ? [outcome.fault] : []));
  if (faults.length) log().warn({ count: faults.length, faults: distinct(faults) }, "mails could not be sent");
}

function distinct(faults: DeliveryFault[]): DeliveryFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** A database that is away is met at every poll: it is told once a minute. */
function complainSometimes(): (error: Error) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const at = performance.now();
    if (at - lastAt < complaintMilliseconds) return;
    lastAt = at;
    log().warn({ error: describeError(error) }, "the mail queue cannot be read");
  };
}
