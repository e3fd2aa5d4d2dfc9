import "server-only";
import { foldName } from "../../domain/plain-text.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { oncePerProcess } from "../process.ts";
import { oncePerMinute } from "../repeat.ts";
import { seen } from "../seen.ts";
import { type LimitState, MemoryLimiter, type Policy } from "./memory-limiter.ts";
import { connectRedis, createRedisLimiter, findRedisFault, openRedis, type RedisConnection } from "./redis.ts";

const floodFactor = 10;

/** Rate limits for submissions (contract 8.1). Without Redis, each server counts alone. */
export function getSubmissionPolicies() {
  const settings = env();
  const windowSeconds = settings.RATE_LIMIT_WINDOW_SECONDS;
  return {
    client: { name: "client", max: settings.RATE_LIMIT_IP_MAX, windowSeconds },
    agent: { name: "agent", max: settings.RATE_LIMIT_AGENT_MAX, windowSeconds },
    host: { name: "host", max: settings.RATE_LIMIT_HOST_MAX, windowSeconds },
    subject: { name: "subject", max: settings.RATE_LIMIT_IP_MAX, windowSeconds },
  };
}

/** Limit for requests that are counted before their bodies are read, valid or not. */
export function getFloodPolicy(of: "client" | "host"): Policy {
  const { max, windowSeconds } = getSubmissionPolicies()[of];
  return { name: "requests", max: max * floodFactor, windowSeconds };
}

/** Maximum booking attempts for each submission. */
const bookingsMax = 10;

/** Form steps of one client in ten minutes: enough for several people of an office who each complete all steps. */
const formStepsPolicy: Policy = { name: "steps", max: 300, windowSeconds: 600 };

/** Requests for each key of the operator API. */
export const keyPolicy: Policy = { name: "key", max: 600, windowSeconds: 60 };

const pauseMilliseconds = 5_000;

/** Time until which Redis is not used after a failure. All limits share it, because they use the same Redis. */
let pausedUntil = 0;

/** Creates a rate limiter that counts in Redis if Redis is configured and responds, and otherwise in memory. */
function createLimiter(policy: Policy, redis: RedisConnection | undefined) {
  const memory = new MemoryLimiter(policy);
  const spendInRedis = redis && createRedisLimiter(policy, redis);
  return async (key: string, now: number): Promise<LimitState> => {
    if (spendInRedis && now >= pausedUntil) {
      try {
        return await spendInRedis(key);
      } catch (error) {
        // Stops using Redis for a while, because otherwise every submission would wait for the timeout.
        pausedUntil = now + pauseMilliseconds;
        redis.reset();
        seen.limiterFallback.publish(undefined);
        warnOfFallback(error);
      }
    }
    return memory.spend(key, now);
  };
}

const warnOfFallback = oncePerMinute((error: unknown) => {
  log().warn(
    { error: findRedisFault(error) },
    "Redis is slow or unavailable: this instance counts submissions in its own memory",
  );
});

const getLimiters = () =>
  oncePerProcess("limiters", () => {
    const redis = openRedis();
    const { client, agent, host, subject } = getSubmissionPolicies();
    const booking = { name: "booking", max: bookingsMax, windowSeconds: client.windowSeconds };
    return {
      booking: createLimiter(booking, redis),
      client: createLimiter(client, redis),
      agent: createLimiter(agent, redis),
      host: createLimiter(host, redis),
      subject: createLimiter(subject, redis),
      key: createLimiter(keyPolicy, redis),
      flood: new MemoryLimiter(getFloodPolicy("client")),
      hostFlood: new MemoryLimiter(getFloodPolicy("host")),
      formSteps: new MemoryLimiter(formStepsPolicy),
      redis,
    };
  });

/** Call this before the first submission. */
export async function prepareLimits(): Promise<void> {
  const { redis } = getLimiters();
  if (redis) await connectRedis(redis);
}

/** A hosted assistant counts as one caller: its users share IP addresses. Requests for practice count separately. */
type Caller = { clientIp: string; assistantHost?: string; isPractice?: boolean };

/** No other key has the prefix for practice, because addresses and agent keys contain no space. */
const toKey = (key: string, { isPractice }: Caller) => (isPractice ? `practice ${key}` : key);

/** `now` is in milliseconds since the epoch. */
export function spendRequest(by: Caller, now: number): LimitState {
  const { flood, hostFlood } = getLimiters();
  if (by.assistantHost !== undefined) return hostFlood.spend(toKey(by.assistantHost, by), now);
  return flood.spend(toKey(by.clientIp, by), now);
}

/**
 * Counts the client and then its agent. For a hosted assistant, counts the person (`subjectHash`) and then the host.
 * Stops at the first refusal, so that a caller over its own limit does not use up a shared one. Persons count only with
 * a host, because other callers could name a new one each time.
 */
export async function spendSubmission(
  by: Caller & { agentName?: string; subjectHash?: string },
  now: number,
): Promise<LimitState[]> {
  const { client, agent, host, subject } = getLimiters();
  const { assistantHost, subjectHash } = by;
  if (assistantHost !== undefined) {
    const key = `${assistantHost} ${subjectHash}`;
    const states = subjectHash === undefined ? [] : [await subject(toKey(key, by), now)];
    if (states.every(({ isAllowed }) => isAllowed)) states.push(await host(toKey(assistantHost, by), now));
    return states;
  }
  const states = [await client(toKey(by.clientIp, by), now)];
  if (states[0]?.isAllowed && by.agentName !== undefined) {
    states.push(await agent(toKey(foldName(by.agentName), by), now));
  }
  return states;
}

/** Separate from the limits for submissions, so that counting steps never uses them up. */
export const spendFormStep = (clientIp: string, now: number): LimitState =>
  getLimiters().formSteps.spend(clientIp, now);

export const spendKey = (keyId: number, now: number): Promise<LimitState> => getLimiters().key(String(keyId), now);

/** Counts a booking attempt against the caller and then the submission, given by its reference. */
export async function spendBookingAttempt(by: Caller, reference: string, now: number): Promise<LimitState[]> {
  const states = await spendSubmission(by, now);
  if (states.every(({ isAllowed }) => isAllowed)) states.push(await getLimiters().booking(reference, now));
  return states;
}
