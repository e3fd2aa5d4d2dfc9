import "server-only";
import { type Clock, type Db, PgBoss, systemClock } from "pg-boss";
import { undoSeconds } from "../../domain/desk/reply.ts";
import { splitConnections } from "../connections.ts";
import { env } from "../env.ts";
import { describeError, log } from "../log.ts";
import type { TakenJob } from "./jobs.ts";
import { mailQueue, mailQueueOptions } from "./queue.ts";

/** A mail that the server accepts slowly delays the rest of its batch, but no other batch. */
const mailBatchSize = 2;
const pollingIntervalSeconds = 1;
/** Interval of the checks for dead workers and for a clock that was set back. */
const monitorSeconds = 15;
const stopMillisecondsMax = 5_000;
const warningMilliseconds = 60_000;

/**
 * pg-boss computes its pauses from this clock. With the system clock, a worker that is sending while the clock is set back
 * three hours would then pause for three hours.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** `completed`: the handler has deleted the job. `failed`: retry. `deadletter`: give up. `output` is stored with the job. */
export type JobOutcome = { status: "completed" } | { status: "failed" | "deadletter"; output: object };

type Handlers = {
  /** Whether jobs may be taken; asked every second, and after a failed job. */
  canTake: () => Promise<boolean>;
  /** Queues the mails of new submissions; called every second. @returns number of submissions processed */
  fillQueue: () => Promise<number>;
  /** Sends mails. @returns one outcome per job, in the order of the jobs */
  deliver: (jobs: TakenJob[]) => Promise<JobOutcome[]>;
  /** Number of batches sent at the same time. */
  concurrency: number;
  clock?: QueueClock | undefined;
};

export type QueueClock = Clock;

export type QueueWorker = {
  /** Resolves once the queue was filled for the first time, or that failed. */
  filled: Promise<void>;
  /** Takes no new job and waits five seconds for running ones; another worker retries what is left. */
  stop: () => Promise<void>;
};

/**
 * Fills the queue and sends its mails until it is stopped. Any number of workers may run, in any number of processes: no
 * two take the same job.
 * @throws Error when the database cannot be reached
 */
export async function startQueueWorker({
  canTake,
  fillQueue,
  deliver,
  concurrency,
  clock = steadyClock,
}: Handlers): Promise<QueueWorker> {
  const boss = new PgBoss({
    connectionString: env().DIRECT_URL ?? env().DATABASE_URL,
    application_name: "encaje-mail",
    max: splitConnections(env().DATABASE_CONNECTIONS).queue,
    schedule: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    clock,
  });
  const warn = warnOncePerMinute();
  boss.on("error", warn);
  const recover = () => recoverFromClockJump(boss.getDb()).catch(warn);
  try {
    await boss.start();
    const taking = createTaking(boss, { canTake, deliver, concurrency });
    await taking.follow();
    await recover();
    // Retry the jobs of dead workers now: pg-boss looks for them only after its first interval.
    await boss.supervise(mailQueue);
    const filling = startFilling(
      clock,
      async (signal) => {
        await taking.follow();
        while (!signal.aborted && (await fillQueue()) > 0) taking.wake();
      },
      warn,
    );
    const recovering = setInterval(() => void recover(), monitorSeconds * 1_000).unref();
    return {
      filled: filling.filled,
      stop: async () => {
        clearInterval(recovering);
        await filling.stop();
        await boss.stop({ graceful: true, timeout: stopMillisecondsMax });
      },
    };
  } catch (error) {
    // A half-started worker would keep running beside its successor.
    await boss.stop({ graceful: false }).catch(warn);
    throw error;
  }
}

type Taking = Pick<Handlers, "canTake" | "deliver" | "concurrency">;

/** Takes jobs and delivers them, for as long as `canTake` allows it. */
function createTaking(boss: PgBoss, { canTake, deliver, concurrency }: Taking) {
  const options = {
    pollingIntervalSeconds,
    burstWhenBatchFull: true,
    batchSize: mailBatchSize,
    localConcurrency: concurrency,
    perJobResults: true,
  } as const;
  let worker: string | undefined;
  const take = () =>
    boss.work(mailQueue, options, async (jobs) => {
      const outcomes = await deliver(jobs);
      // Before the next batch. What was delivered stays so while the database is away.
      const hasFailed = outcomes.some(({ status }) => status === "failed");
      if (hasFailed && !(await canTake().catch(() => true))) await pause();
      return jobs.map(({ id }, at) => ({ id, ...(outcomes[at] ?? { status: "failed" as const }) }));
    });
  const pause = async () => {
    if (worker === undefined) return;
    worker = undefined;
    await boss.offWork(mailQueue, { wait: false });
  };
  const follow = async () => {
    if (await canTake()) worker ??= await take();
    else await pause();
  };
  /** Before its next poll. */
  const wake = () => worker === undefined || boss.notifyWorker(worker);
  return { follow, wake };
}

/** Calls `fill` now and every second, never twice at once. `stop` awaits a running call. */
function startFilling(
  clock: Clock,
  fill: (signal: AbortSignal) => Promise<void>,
  onError: (error: Error) => void,
): QueueWorker {
  const ending = new AbortController();
  let filling: Promise<void> | undefined;
  const look = () => {
    filling ??= fill(ending.signal)
      .catch(onError)
      .finally(() => {
        filling = undefined;
      });
    return filling;
  };
  const filled = look();
  const timer = clock.setInterval(look, pollingIntervalSeconds * 1_000);
  return {
    filled,
    stop: async () => {
      ending.abort();
      clock.clearInterval(timer);
      await filling;
    },
  };
}

/** Every poll fails while the database is away: logs one warning a minute. */
function warnOncePerMinute(): (error: Error) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const at = performance.now();
    if (at - lastAt < warningMilliseconds) return;
    lastAt = at;
    log().warn({ error: describeError(error) }, "the mail queue cannot be read");
  };
}

/**
 * Makes jobs due that were stored while the clock was ahead: otherwise they would wait until the clock gets there again.
 * Leaves mails of the response clock alone, whose due time comes from the time stored with their submission. Changes
 * nothing while the clock is right. SQL, because pg-boss trusts the clock.
 */
export async function recoverFromClockJump(db: Db): Promise<void> {
  const delay = `interval '${undoSeconds} seconds'`;
  // Jobs due at once or after seconds, and retries further ahead than the longest interval between two attempts.
  await db.executeSql(
    `UPDATE pgboss.job SET start_after = pgboss.job_now(), created_on = least(created_on, pgboss.job_now()),
       keep_until = least(keep_until, pgboss.job_now() + ${mailQueueOptions.retentionSeconds} * interval '1 second')
     WHERE name = $1 AND (state = 'created' AND start_after = created_on AND start_after > pgboss.job_now()
       OR state = 'created' AND start_after <= created_on + ${delay} AND start_after > pgboss.job_now() + ${delay}
       OR state = 'retry' AND start_after > pgboss.job_now() + retry_delay_max * interval '1 second')`,
    [mailQueue],
  );
  // Jobs of dead workers. A living worker renews its heartbeat.
  await db.executeSql(
    `UPDATE pgboss.job SET started_on = least(started_on, pgboss.job_now()),
       heartbeat_on = least(heartbeat_on, pgboss.job_now())
     WHERE name = $1 AND state = 'active' AND greatest(started_on, heartbeat_on) > pgboss.job_now()`,
    [mailQueue],
  );
  // The last check for dead workers: pg-boss makes the next one an interval later.
  await db.executeSql(
    `UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL
     WHERE name = $1 AND greatest(monitor_on, monitor_claim_on) > pgboss.job_now()`,
    [mailQueue],
  );
}
