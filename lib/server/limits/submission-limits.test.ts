import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getFloodPolicy, getSubmissionPolicies, spendSubmission } from "./submission-limits.ts";

Object.assign(process.env, {
  RATE_LIMIT_WINDOW_SECONDS: "600",
  RATE_LIMIT_IP_MAX: "3",
  RATE_LIMIT_AGENT_MAX: "5",
  RATE_LIMIT_HOST_MAX: "7",
  UPSTASH_REDIS_REST_URL: "",
  UPSTASH_REDIS_REST_TOKEN: "",
});

/** The tests share the process's limiters and one time, so each uses its own clients and agents. */
const now = 1_800_000_000_000;
const isAllowed = async (by: { clientIp: string; agentName?: string }) =>
  (await spendSubmission(by, now)).every((state) => state.isAllowed);

test("sets flood limits to ten times the submission limits", () => {
  expect(getSubmissionPolicies()).toEqual({
    client: { name: "client", max: 3, windowSeconds: 600 },
    agent: { name: "agent", max: 5, windowSeconds: 600 },
    host: { name: "host", max: 7, windowSeconds: 600 },
    subject: { name: "subject", max: 3, windowSeconds: 600 },
  });
  expect(getFloodPolicy("client")).toMatchObject({ max: 30, windowSeconds: 600 });
  expect(getFloodPolicy("host")).toMatchObject({ max: 70, windowSeconds: 600 });
});

describe("submission limits", () => {
  test("counts a submission sent by an agent against both the client's and the agent's limit", async () => {
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

  test("does not count a submission against the agent's limit if the client is over its own", async () => {
    const [agentName, clientIp] = [`Agent ${randomUUID()}`, randomUUID()];
    for (let i = 0; i < 50; i++) await spendSubmission({ clientIp, agentName }, now);
    const states = await spendSubmission({ clientIp: randomUUID(), agentName }, now);
    expect(states.map(({ remaining }) => remaining)).toEqual([2, 1]);
  });
});

describe("person named by a host", () => {
  const spend = async (by: { assistantHost?: string; subjectHash?: string; clientIp?: string }) =>
    (await spendSubmission({ clientIp: randomUUID(), ...by }, now)).map(
      ({ policy, isAllowed, remaining }) => `${policy.name} ${isAllowed ? remaining : "refused"}`,
    );

  test("limits a person named by a host like a client of its own", async () => {
    const by = { assistantHost: randomUUID(), subjectHash: "a" };
    expect([await spend(by), await spend(by)]).toEqual([
      ["subject 2", "host 6"],
      ["subject 1", "host 5"],
    ]);
    expect(await spend(by)).toEqual(["subject 0", "host 4"]);
    for (let at = 0; at < 9; at++) expect(await spend(by)).toEqual(["subject refused"]);
    for (const left of [3, 2, 1]) expect(await spend({ ...by, subjectHash: "b" })).toContain(`host ${left}`);
    expect(await spend({ ...by, subjectHash: undefined })).toEqual(["host 0"]);
    expect(await spend({ ...by, subjectHash: "c" })).toEqual(["subject 2", "host refused"]);
  });

  test("counts a person separately for each host that names them", async () => {
    for (let at = 0; at < 2; at++) {
      expect(await spend({ assistantHost: randomUUID(), subjectHash: "a" })).toEqual(["subject 2", "host 6"]);
    }
  });

  test("counts a submission against its client's limit if its person is named without a host", async () => {
    const clientIp = randomUUID();
    const states = [];
    for (let at = 0; at < 4; at++) states.push(await spend({ clientIp, subjectHash: `${at}` }));
    expect(states).toEqual([["client 2"], ["client 1"], ["client 0"], ["client refused"]]);
  });
});
