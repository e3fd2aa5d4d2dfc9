import "server-only";
import { type Clock, type Db, PgBoss, systemClock } from "pg-boss";
import { env } from "../env.ts";
import { describeError, log } from "../log.ts";
import type { TakenJob } from "./jobs.ts";
import { mailQueue, mailQueueOptions } from "./queue.ts";

/** A server that takes its time over one mail holds up the other of its batch, and no other batch. */
const mailBatchSize = 2;
const pollingIntervalSeconds = 1;
/** How soon it is noticed that a worker has died or that the clock was set back; mails are tried again then. */
const monitorSeconds = 15;
const endingMilliseconds = 5_000;
const complaintMilliseconds = 60_000;

/**
 * pg-boss reckons its pauses from this. By the system clock, a worker whose mail is under way while the clock is set back
 * three hours would pause for three hours.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** What becomes of a job: deleted by its handler, tried again, or given up. `output` is kept with the job. */
export type JobOutcome = { status: "completed" } | { status: "failed" | "deadletter"; output: object };

type Handlers = {
  /** Queues mails that are not in the queue yet; called every second. @returns how many submissions had some */
  fillQueue: () => Promise<number>;
  /** Sends mails. One outcome per job, in their order. */
  deliver: (jobs: TakenJob[]) => Promise<JobOutcome[]>;
  /** Batches of mails at the same time. */
  concurrency: number;
  clock?: QueueClock | undefined;
};

export type QueueClock = Clock;

export type QueueWorker = {
  /** Takes no new job and waits five seconds at most for those under way; the others are tried again. */
  stop: () => Promise<void>;
};

/**
 * Fills the queue and sends its mails as long as it runs. Any number of workers may run, in any number of processes: each takes what no
 * other has taken.
 * @throws Error when the database cannot be reached
 */
export async function startQueueWorker({
  fillQueue,
  deliver,
  concurrency,
  clock = steadyClock,
}: Handlers): Promise<QueueWorker> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    application_name: "encaje-mail",
    max: 3,
    schedule: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    clock,
  });
  const complain = complainSometimes();
  boss.on("error", complain);
  const options = {
    pollingIntervalSeconds,
    burstWhenBatchFull: true,
    batchSize: mailBatchSize,
    localConcurrency: concurrency,
    perJobResults: true,
  } as const;
  const recover = () => recoverFromClockJump(boss.getDb()).catch(complain);
  try {
    await boss.start();
    const mailWorker = await boss.work(mailQueue, options, async (jobs) => {
      const outcomes = await deliver(jobs);
      return jobs.map(({ id }, at) => ({ id, ...(outcomes[at] ?? { status: "failed" as const }) }));
    });
    await recover();
    // What an earlier worker left behind, at once; pg-boss itself looks for it first after an interval.
    await boss.supervise(mailQueue);
    const stopFilling = startFilling(
      clock,
      async (signal) => {
        // Told, the worker does not wait for its next poll.
        while (!signal.aborted && (await fillQueue()) > 0) boss.notifyWorker(mailWorker);
      },
      complain,
    );
    const recovering = setInterval(() => void recover(), monitorSeconds * 1_000).unref();
    return {
      stop: async () => {
        clearInterval(recovering);
        await stopFilling();
        await boss.stop({ graceful: true, timeout: endingMilliseconds });
      },
    };
  } catch (error) {
    // Half started, it would go on beside the one that is started next.
    await boss.stop({ graceful: false }).catch(complain);
    throw error;
  }
}

/** Calls `fill` now and every second, never twice at once. @returns what ends it, once the call under way is over */
function startFilling(
  clock: Clock,
  fill: (signal: AbortSignal) => Promise<void>,
  onError: (error: Error) => void,
): () => Promise<void> {
  const ending = new AbortController();
  let filling: Promise<void> | undefined;
  const look = () => {
    filling ??= fill(ending.signal)
      .catch(onError)
      .finally(() => {
        filling = undefined;
      });
  };
  look();
  const timer = clock.setInterval(look, pollingIntervalSeconds * 1_000);
  return async () => {
    ending.abort();
    clock.clearInterval(timer);
    await filling;
  };
}

/** A database that is away is met at every poll: it is logged once a minute. */
function complainSometimes(): (error: Error) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const at = performance.now();
    if (at - lastAt < complaintMilliseconds) return;
    lastAt = at;
    log().warn({ error: describeError(error) }, "the mail queue cannot be read");
  };
}

/**
 * Brings back jobs that were stored while the clock was ahead: without this, they wait until the clock gets there again.
 * A clock mail stays as it is, as its due time is reckoned from the time stored with its submission. Changes nothing
 * while the clock is right; called every few seconds. By SQL: pg-boss trusts the clock and has no call for this.
 */
export async function recoverFromClockJump(db: Db): Promise<void> {
  // Jobs due at once, and retries that lie further ahead than the longest interval between two attempts.
  await db.executeSql(
    `UPDATE pgboss.job SET start_after = pgboss.job_now(), created_on = least(created_on, pgboss.job_now()),
       keep_until = least(keep_until, pgboss.job_now() + ${mailQueueOptions.retentionSeconds} * interval '1 second')
     WHERE name = $1 AND (state = 'created' AND start_after = created_on AND start_after > pgboss.job_now()
       OR state = 'retry' AND start_after > pgboss.job_now() + retry_delay_max * interval '1 second')`,
    [mailQueue],
  );
  // A dead worker's jobs. A living worker renews its heartbeat by itself.
  await db.executeSql(
    `UPDATE pgboss.job SET started_on = least(started_on, pgboss.job_now()),
       heartbeat_on = least(heartbeat_on, pgboss.job_now())
     WHERE name = $1 AND state = 'active' AND greatest(started_on, heartbeat_on) > pgboss.job_now()`,
    [mailQueue],
  );
  // The last look for dead workers: the next one comes an interval after it.
  await db.executeSql(
    `UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL
     WHERE name = $1 AND greatest(monitor_on, monitor_claim_on) > pgboss.job_now()`,
    [mailQueue],
  );
}
