import pLimit from "p-limit";

const watchMilliseconds = 100;

type Job = { age: number; waitsUntil: number; isRunning: boolean; refuse: (reason: Error) => void };

type TurnBounds = {
  concurrency: number;
  /** Maximum number of waiting calls. Any further call is refused at once. */
  waitingMax: number;
  waitMillisecondsMax: number;
  /** Time without any success after which the database counts as unavailable. */
  silenceMillisecondsMax: number;
};

type TakeTurn = {
  <Result>(work: (isRefused: () => boolean) => Promise<Result>): Promise<Result>;
  countWaiting: () => number;
};

/**
 * Calls also wait long for a busy database. It is unavailable only if no call succeeds for `silenceMillisecondsMax`. A
 * blocked event loop reads no responses, so the time between two checks counts for at most a quarter of that.
 * @param isAlive returns true for errors which show that the database responds
 * @returns a function that runs `work` in its turn; `isRefused` returns true once the call has rejected. It rejects
 * with an Error at once when too many calls wait, after `waitMillisecondsMax`, and after `silenceMillisecondsMax`
 * without any success. Running work then finishes and keeps its place.
 */
export function createTurns(
  { concurrency, waitingMax, waitMillisecondsMax, silenceMillisecondsMax }: TurnBounds,
  isAlive: (error: unknown) => boolean,
): TakeTurn {
  const limit = pLimit(concurrency);
  const jobs = new Set<Job>();
  let silence = 0;
  let watchedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function watchSilence(): void {
    const now = performance.now();
    const gap = Math.min(now - watchedAt, silenceMillisecondsMax / 4);
    watchedAt = now;
    silence += gap;
    const isSilent = silence >= silenceMillisecondsMax;
    if (isSilent) limit.clearQueue();
    for (const job of jobs) {
      job.age += gap;
      if (isSilent && (!job.isRunning || job.age >= silenceMillisecondsMax))
        endJob(job, new Error("the database does not respond"));
      else if (now >= job.waitsUntil) endJob(job, new Error("the database is too busy"));
    }
  }

  function beginJob(refuse: Job["refuse"]): Job {
    const now = performance.now();
    const job = { age: 0, waitsUntil: now + waitMillisecondsMax, isRunning: false, refuse };
    if (limit.activeCount === 0) silence = 0;
    if (jobs.size === 0) {
      watchedAt = now;
      timer = setInterval(watchSilence, watchMilliseconds);
    }
    jobs.add(job);
    return job;
  }

  function endJob(job: Job, reason?: Error): void {
    if (reason) job.refuse(reason);
    jobs.delete(job);
    if (jobs.size === 0) clearInterval(timer);
  }

  const takeTurn = async <Result>(work: (isRefused: () => boolean) => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= waitingMax) throw new Error("too many calls are waiting for the database");
    const { promise: refusal, reject } = Promise.withResolvers<never>();
    const job = beginJob(reject);
    const turn = limit(async () => {
      if (!jobs.has(job)) return refusal;
      job.isRunning = true;
      try {
        const result = await work(() => !jobs.has(job));
        silence = 0;
        return result;
      } catch (error) {
        if (isAlive(error)) silence = 0;
        throw error;
      } finally {
        endJob(job);
      }
    });
    return Promise.race([turn, refusal]);
  };
  return Object.assign(takeTurn, { countWaiting: () => limit.pendingCount });
}
