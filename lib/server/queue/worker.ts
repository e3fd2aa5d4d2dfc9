import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { database, type RawTransaction } from "../db.ts";
import { describeError, log } from "../log.ts";
import { oncePerMinute, withoutOverlap } from "../repeat.ts";
import type { LeasedRow } from "./leases.ts";

const pollMilliseconds = 1_000;
const renewMilliseconds = 5_000;
const stopMillisecondsMax = 5_000;

type Handlers<Row extends LeasedRow> = {
  canTake: () => Promise<boolean>;
  /** Queues some of the due work. @returns 0 once none is left */
  fillQueue?: () => Promise<number>;
  take: (db: RawTransaction, max: number) => Promise<Row[]>;
  renew: (db: RawTransaction, leases: string[]) => Promise<void>;
  deliver: (taken: Row) => Promise<void>;
  atOnce: number;
};

export type QueueWorker = {
  /** Waits at most five seconds for deliveries in progress. Another worker retries unfinished ones. */
  stop: () => Promise<void>;
};
export type QueueSender = QueueWorker & {
  /** Queues and sends until nothing is due or the sender is stopped. */
  sendDue: () => Promise<void>;
  start: () => void;
};

/** Any number of senders may run, in any number of processes, because no two take the same row. */
export async function openQueueSender<Row extends LeasedRow>(handlers: Handlers<Row>): Promise<QueueSender> {
  const ending = new AbortController();
  // Every query of the queue fails while the database is unavailable.
  const warn = oncePerMinute((error: unknown) => {
    log().warn({ error: describeError(error) }, "a queue cannot be read");
  });
  const underWay = new Map<string, Promise<void>>();

  const renew = () => database((db) => handlers.renew(db, [...underWay.keys()]), "mail");
  const fill = withoutOverlap(async () => {
    while (!ending.signal.aborted && (await handlers.fillQueue?.()));
  });
  const take = withoutOverlap(async () => {
    while (!ending.signal.aborted && (await handlers.canTake())) {
      // The sender may have been stopped in the meantime.
      if (ending.signal.aborted) return;
      const max = handlers.atOnce - underWay.size;
      const taken = max ? await database((db) => handlers.take(db, max), "mail") : [];
      for (const row of taken) {
        const sending = handlers
          .deliver(row)
          .catch(warn)
          .finally(() => underWay.delete(row.lease));
        underWay.set(row.lease, sending);
      }
      if (!underWay.size) return;
      // Continues with others while a server is slow to accept one.
      await Promise.race([...underWay.values(), sleep(pollMilliseconds, undefined, { ref: false })]);
    }
  });
  const sendDue = async () => {
    await fill().catch(warn);
    await take();
  };

  await renew();
  const renewing = setInterval(() => void renew().catch(warn), renewMilliseconds).unref();
  let looking: NodeJS.Timeout | undefined;
  return {
    sendDue,
    start: () => {
      const poll = () => void sendDue().catch(warn);
      poll();
      looking = setInterval(poll, pollMilliseconds);
    },
    stop: async () => {
      clearInterval(looking);
      ending.abort();
      // Once `take` has ended, `underWay` contains the last row it took.
      const ended = Promise.allSettled([fill(), take()])
        .then(() => Promise.allSettled(underWay.values()))
        // If the process keeps running, it renews the leases of what it is still sending.
        .finally(() => clearInterval(renewing));
      await Promise.race([ended, sleep(stopMillisecondsMax, undefined, { ref: false })]);
    },
  };
}
