import "server-only";
import { log } from "../log.ts";
import { oncePerProcess } from "../once-per-process.ts";
import { seen } from "../seen.ts";
import { agentKey } from "./agent-key.ts";
import { MemoryLimiter } from "./memory-limiter.ts";
import { floodPolicy, type LimitState, type Policy, submissionPolicies } from "./policies.ts";
import { connectRedis, openRedis, type RedisConnection } from "./redis.ts";
import { UpstashLimiter } from "./upstash-limiter.ts";

const pauseMilliseconds = 5_000;
const warnEveryMilliseconds = 60_000;

/** Time until which Redis is not used after a failure. Shared by all policies, because they use the same Redis. */
let pausedUntil = 0;

/** Counts in Redis if it is configured and responds, otherwise in memory. */
class SubmissionLimiter {
  readonly #memory: MemoryLimiter;
  readonly #redis: RedisConnection | undefined;
  readonly #upstash: UpstashLimiter | undefined;

  constructor(policy: Policy, redis: RedisConnection | undefined) {
    this.#memory = new MemoryLimiter(policy);
    this.#redis = redis;
    this.#upstash = redis && new UpstashLimiter(policy, redis.scripts);
  }

  async spend(key: string, now: number): Promise<LimitState> {
    if (this.#upstash && now >= pausedUntil) {
      try {
        return await this.#upstash.spend(key);
      } catch (error) {
        // Pauses the use of Redis, because every submission would wait for the timeout.
        pausedUntil = now + pauseMilliseconds;
        this.#redis?.reset();
        seen.limiterFallback.publish(undefined);
        warnOfFallback(now, error);
      }
    }
    return this.#memory.spend(key, now);
  }
}

let warnedAt = Number.NEGATIVE_INFINITY;

function warnOfFallback(now: number, error: unknown): void {
  if (now - warnedAt < warnEveryMilliseconds) return;
  warnedAt = now;
  const name = error instanceof Error ? error.name : typeof error;
  log().warn({ error: name }, "Redis is slow or gone: this instance counts submissions in its own memory");
}

type Limiters = Record<"client" | "agent" | "host" | "subject", SubmissionLimiter> &
  Record<"flood" | "hostFlood", MemoryLimiter> & { redis: RedisConnection | undefined };

const getLimiters = () => oncePerProcess("limiters", buildLimiters);

function buildLimiters(): Limiters {
  const redis = openRedis();
  const { client, agent, host, subject } = submissionPolicies();
  return {
    client: new SubmissionLimiter(client, redis),
    agent: new SubmissionLimiter(agent, redis),
    host: new SubmissionLimiter(host, redis),
    subject: new SubmissionLimiter(subject, redis),
    flood: new MemoryLimiter(floodPolicy()),
    hostFlood: new MemoryLimiter(floodPolicy("host")),
    redis,
  };
}

/** Connects to Redis. Call it before the first submission. */
export async function prepareLimits(): Promise<void> {
  const { redis } = getLimiters();
  if (redis) await connectRedis(redis);
}

/**
 * The caller to count. A hosted assistant counts as one, whatever its address and agent name, because its users share
 * addresses and others may claim the name. Practice requests count separately, against the same limits.
 */
type Caller = { clientIp: string; assistantHost?: string; isPractice?: boolean };

/** Prefixes are unambiguous because addresses and agent keys contain no space. */
const toKey = (key: string, { isPractice }: Caller) => (isPractice ? `practice ${key}` : key);

/** Counts one request before its body is read. `now` is in milliseconds since the epoch. */
export function spendRequest(by: Caller, now: number): LimitState {
  const { flood, hostFlood } = getLimiters();
  if (by.assistantHost !== undefined) return hostFlood.spend(toKey(by.assistantHost, by), now);
  return flood.spend(toKey(by.clientIp, by), now);
}

/**
 * Counts one valid submission and stops at the first refusal. Counts against the client and then its agent, or against
 * the person named by the host and then the host. In this order, a caller over its own limit does not use up the shared
 * limit. A person is counted only with a host, because callers could name a new one each time.
 */
export async function spendSubmission(
  by: Caller & { agentName?: string; subjectHash?: string },
  now: number,
): Promise<LimitState[]> {
  const { client, agent, host, subject } = getLimiters();
  const { assistantHost, subjectHash } = by;
  if (assistantHost !== undefined) {
    const key = `${assistantHost} ${subjectHash}`;
    const states = subjectHash === undefined ? [] : [await subject.spend(toKey(key, by), now)];
    if (states.every(({ isAllowed }) => isAllowed)) states.push(await host.spend(toKey(assistantHost, by), now));
    return states;
  }
  const states = [await client.spend(toKey(by.clientIp, by), now)];
  if (states[0]?.isAllowed && by.agentName !== undefined) {
    states.push(await agent.spend(toKey(agentKey(by.agentName), by), now));
  }
  return states;
}
