import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import type { App } from "../../tools/processes.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { firstByDay } from "../support/nightly.ts";
import { test } from "../support/processes.ts";
import {
  type Running,
  redisServer,
  startRedis,
  startSecureRedis,
  startUpstashBridge,
  token,
  toSecureSettings,
} from "../support/redis.ts";
import { createClient, inquiry, query, randomAddress, randomEmail } from "../support/test.ts";

const max = 10;
const warning = /"level":40.*Redis is slow or unavailable/g;

const settings = {
  DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
  TRUSTED_PROXY_HOPS: "1",
  RATE_LIMIT_IP_MAX: String(max),
  // Set the rate limit's window to a day, so that it never ends during a test.
  RATE_LIMIT_WINDOW_SECONDS: "86400",
};

async function submitInquiry({ url }: App, address = randomAddress(), change = {}): Promise<number> {
  return (await createClient(url, address).post("/api/leads/contact", inquiry(change))).status;
}

/** Sends `count` submissions concurrently, alternating between the apps. */
async function submitConcurrently(apps: App[], count: number, once: (app: App) => Promise<number>): Promise<number[]> {
  const left = Array.from({ length: count }, (_, at) => apps[at % apps.length]);
  const statuses: number[] = [];
  const lane = async () => {
    for (let app = left.pop(); app; app = left.pop()) statuses.push(await once(app));
  };
  await Promise.all(Array.from({ length: max }, lane));
  return statuses;
}

type Stage = {
  settings: Record<string, string>;
  redis: Running;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

async function startUpstashStage(): Promise<Stage> {
  const redis = await startRedis();
  const bridge = await startUpstashBridge(redis.port);
  const atBridge = { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${bridge.port}`, UPSTASH_REDIS_REST_TOKEN: token };
  const stage: Stage = {
    settings: { ...settings, ...atBridge },
    redis,
    restart: async () => {
      stage.redis = await startRedis(redis.port);
    },
    stop: async () => {
      await bridge.stop();
      await stage.redis.stop();
    },
  };
  return stage;
}

async function startSecureRedisStage(): Promise<Stage> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-redis-"));
  const redis = await startSecureRedis(folder);
  const stage: Stage = {
    settings: { ...settings, ...toSecureSettings(folder, redis.port) },
    redis,
    restart: async () => {
      stage.redis = await startSecureRedis(folder, redis.port);
    },
    stop: async () => {
      await stage.redis.stop();
      fs.rmSync(folder, { recursive: true });
    },
  };
  return stage;
}

const stages = [
  ["Redis' own protocol, TLS and a password", startSecureRedisStage],
  ["Upstash's protocol", startUpstashStage],
] as const;

for (const [how, makeStage] of redisServer ? firstByDay(stages) : []) {
  test.describe(`with two apps on one Redis by ${how}`, () => {
    let stage: Stage;
    let apps: [App, App];
    test.describe.configure({ mode: "default" });
    test.beforeAll(async () => {
      stage = await makeStage();
      apps = [await startBuiltApp(stage.settings), await startBuiltApp(stage.settings)];
      // Make the first calls of Redis before the measured ones, because they take longer.
      for (const app of apps) expect(await submitInquiry(app)).toBe(201);
    });
    test.afterAll(async () => {
      for (const app of apps) await app.stop();
      await stage.stop();
    });

    test("accepts exactly 10 of 60 submissions sent to both apps with a limit of 10", async () => {
      const [address, email] = [randomAddress(), randomEmail()];
      const statuses = await submitConcurrently(apps, 60, (app) => submitInquiry(app, address, { email }));
      for (const app of apps) expect(app.output()).not.toMatch(warning);
      expect(statuses.filter((status) => status === 201)).toHaveLength(max);
      expect(statuses.filter((status) => status === 429)).toHaveLength(60 - max);
      expect(await query("SELECT id FROM submissions WHERE kind = 'inquiry' AND email = $1", [email])).toHaveLength(
        max,
      );
    });

    test("accepts submissions while Redis is down, and shares one limit again afterwards", async () => {
      stage.redis.signal("SIGSTOP");
      for (const app of apps) {
        expect(await submitInquiry(app)).toBe(201);
        const address = randomAddress();
        const statuses = await submitConcurrently([app], 2 * max, () => submitInquiry(app, address));
        expect(statuses.filter((status) => status === 201)).toHaveLength(max);
        expect(app.output().match(warning)).toHaveLength(1);
      }
      await stage.redis.stop();
      for (const app of apps) expect(await submitInquiry(app)).toBe(201);

      await stage.restart();
      const exhaustOneAskTheOther = async () => {
        const address = randomAddress();
        await submitConcurrently([apps[0]], max, () => submitInquiry(apps[0], address));
        return submitInquiry(apps[1], address);
      };
      await expect.poll(exhaustOneAskTheOther, { intervals: [250] }).toBe(429);
    });
  });
}
