import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { floodPolicy, submissionPolicies } from "./policies.ts";
import { spendRequest, spendSubmission } from "./submission-limits.ts";

Object.assign(process.env, {
  RATE_LIMIT_WINDOW_SECONDS: "600",
  RATE_LIMIT_IP_MAX: "3",
  RATE_LIMIT_AGENT_MAX: "5",
  UPSTASH_REDIS_REST_URL: "",
  UPSTASH_REDIS_REST_TOKEN: "",
});

/** All tests share the limiters of one process, so they share one moment; each has clients and agents of its own. */
const now = 1_800_000_000_000;
const isAllowed = async (by: { clientIp: string; agentName?: string }) =>
  (await spendSubmission(by, now)).every((state) => state.isAllowed);

test("the policies are read from the environment, the flood guard being ten times the client's", () => {
  expect(submissionPolicies()).toEqual({
    client: { name: "client", max: 3, windowSeconds: 600 },
    agent: { name: "agent", max: 5, windowSeconds: 600 },
  });
  expect(floodPolicy()).toMatchObject({ max: 30, windowSeconds: 600 });
});

describe("a submission", () => {
  test("without an agent spends its client's allowance alone", async () => {
    const by = { clientIp: randomUUID() };
    expect(await spendSubmission(by, now)).toMatchObject([{ policy: { name: "client" }, remaining: 2 }]);
    expect([await isAllowed(by), await isAllowed(by), await isAllowed(by)]).toEqual([true, true, false]);
  });

  test("of an agent spends both, and the agent's is shared by all clients", async () => {
    const agentName = `Agent ${randomUUID()}`;
    for (let client = 0; client < 5; client++) {
      const states = await spendSubmission({ clientIp: randomUUID(), agentName }, now);
      expect(states.map(({ policy, remaining }) => [policy.name, remaining])).toEqual([
        ["client", 2],
        ["agent", 4 - client],
      ]);
    }
    const refused = await spendSubmission({ clientIp: randomUUID(), agentName }, now);
    expect(refused.map((state) => state.isAllowed)).toEqual([true, false]);
    expect(await isAllowed({ clientIp: randomUUID(), agentName: `Agent ${randomUUID()}` })).toBe(true);
  });

  test("of a client over its limit leaves the agent's allowance to others", async () => {
    const [agentName, clientIp] = [`Agent ${randomUUID()}`, randomUUID()];
    for (let i = 0; i < 50; i++) await spendSubmission({ clientIp, agentName }, now);
    const states = await spendSubmission({ clientIp: randomUUID(), agentName }, now);
    expect(states.map(({ remaining }) => remaining)).toEqual([2, 1]);
  });

  test("of the same agent by another spelling spends the same allowance", async () => {
    const name = randomUUID();
    const spellings = [
      `Agent ${name}`,
      `AGENT ${name.toUpperCase()}`,
      `  agent\t\n ${name} `,
      `Ａｇｅｎｔ\u3000${name}`,
    ];
    for (const agentName of spellings) expect(await isAllowed({ clientIp: randomUUID(), agentName })).toBe(true);
    const last = await spendSubmission({ clientIp: randomUUID(), agentName: `aGENT ${name}` }, now);
    expect(last[1]).toMatchObject({ isAllowed: true, remaining: 0 });
  });
});

test("the flood guard allows ten times the client's submissions and counts apart from them", async () => {
  const clientIp = randomUUID();
  const states = Array.from({ length: 31 }, () => spendRequest(clientIp, now).isAllowed);
  expect(states.filter(Boolean)).toHaveLength(30);
  expect(states.at(-1)).toBe(false);
  expect(await isAllowed({ clientIp })).toBe(true);
});
