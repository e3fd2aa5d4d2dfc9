import { expect } from "@playwright/test";
import type { ApiError } from "../../lib/domain/errors.ts";
import {
  contactEndpoint,
  type Endpoint,
  endpoints,
  evaluateEndpoint,
  listRows,
  newRequestId,
} from "../support/submissions.ts";
import { byAgent, type Client, strictApiError, test } from "../support/test.ts";

type Change = Record<string, unknown>;
/** A change that makes a valid body invalid, and the expected error text: the field with its limits. */
type Fault = [change: Change, expected: RegExp];

const nine = [1, 1, 1, 1, 1, 1, 1, 1, 1];

const sharedFaults: Fault[] = [
  [{ name: undefined }, /\bname is required.*2.*120/],
  [{ name: "a" }, /\bname must.*2.*120/],
  [{ name: "   " }, /\bname must not be blank/],
  [{ name: 7 }, /\bname must.*2.*120/],
  [{ name: "a\0b" }, /\bname must not contain a NUL/],
  [{ name: "a\ud800b" }, /\bname must not contain.*surrogate/],
  [{ email: "nobody" }, /\bemail must.*254/],
  [{ email: null }, /\bemail must.*254/],
  [{ email: "a b@example.com" }, /\bemail must.*name@example\.com/],
  [{ language: "fr" }, /\blanguage must be en or es/],
  [{ language: undefined }, /\blanguage is required.*en or es/],
  [{ sourcePage: "x".repeat(241) }, /\bsourcePage must.*240/],
  [{ sourcePage: undefined }, /\bsourcePage is required.*240/],
  [{ channel: "fax" }, /\bchannel must be web or ai_agent/],
  [{ agentName: "a" }, /\bagentName must.*2.*120/],
  [{ userConsent: "true" }, /\buserConsent must be true or false/],
  [{ utm: [] }, /\butm must.*12.*500/],
  [{ utm: { utm_source: "x".repeat(501) } }, /\butm\.utm_source must.*500/],
  [{ utm: Object.fromEntries(Array.from({ length: 13 }, (_, at) => [at, ""])) }, /\butm must.*12/],
  [{ landingPage: "x".repeat(2049) }, /\blandingPage must.*2048/],
  [{ referrer: null }, /\breferrer must.*2048/],
  [{ website: "https://spam.example" }, /\bwebsite must be empty or omitted/],
];

const faults = new Map<Endpoint, Fault[]>([
  [
    evaluateEndpoint,
    [
      ...sharedFaults,
      [{ role: "x".repeat(121) }, /\brole must.*2.*120/],
      [{ company: "x".repeat(181) }, /\bcompany must.*2.*180/],
      [{ phone: "5".repeat(61) }, /\bphone must.*60/],
      [{ projectDescription: "too short" }, /\bprojectDescription must.*20.*4000/],
      [{ projectDescription: "x".repeat(4001) }, /\bprojectDescription must.*20.*4000/],
      [{ discoverySource: "" }, /\bdiscoverySource must.*1.*180/],
      [{ answers: nine.slice(1) }, /\banswers must.*9/],
      [{ answers: [...nine, 1] }, /\banswers must.*9/],
      [{ answers: [...nine.slice(1), 2.001] }, /\banswers\[8\] must.*0.*2/],
      [{ answers: [-0.001, ...nine.slice(1)] }, /\banswers\[0\] must.*0.*2/],
      [{ answers: ["1", ...nine.slice(1)] }, /\banswers\[0\] must.*0.*2/],
      [{ answers: undefined, answersByKey: {} }, /\banswersByKey\.budget is required.*under_10k, 10k_to_20k, over_20k/],
      [{ answers: undefined, answersByKey: { budget: "free" } }, /\banswersByKey\.budget must.*over_20k/],
    ],
  ],
  [
    contactEndpoint,
    [
      ...sharedFaults,
      [{ message: "too short" }, /\bmessage must.*10.*4000/],
      [{ message: "x".repeat(4001) }, /\bmessage must.*10.*4000/],
      [{ topic: "" }, /\btopic must.*40/],
      [{ topic: "Prize Draws" }, /\btopic must.*lowercase/],
      [{ topic: "x".repeat(41) }, /\btopic must.*40/],
    ],
  ],
]);

async function sendRefused(client: Client, path: string, body: unknown): Promise<ApiError> {
  const requestId = newRequestId();
  const answer = await client.post(path, body, { "x-request-id": requestId });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 400 });
  expect(answer.headers.get("x-request-id")).toBe(requestId);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await listRows(requestId)).toEqual([]);
  return strictApiError.parse(answer.json);
}

for (const [{ path, valid }, list] of faults) {
  test.describe(`the error text of ${path}`, () => {
    for (const [change, expected] of list) {
      test(`explains the fault in ${JSON.stringify(change).slice(0, 70)}: ${expected.source}`, async ({ client }) => {
        const { error, code } = await sendRefused(client, path, valid(change));
        expect(error).toMatch(expected);
        expect(code).toBeUndefined();
      });
    }

    test("names every faulty field in the error text", async ({ client }) => {
      const { error } = await sendRefused(client, path, valid({ name: "", email: "x", language: "x", referrer: 1 }));
      for (const name of ["name", "email", "language", "referrer"])
        expect(error).toMatch(new RegExp(`\\b${name} must`));
      expect(error).not.toMatch(/\b(sourcePage|channel|utm)\b/);
    });

    test("keeps an error text under 4,000 characters, without values from the input", async ({ client }) => {
      const secret = "confidential-value";
      const { error } = await sendRefused(client, path, {
        name: secret.repeat(500),
        email: `${secret}@`,
        answers: Array(8_000).fill(secret),
        utm: { [secret.repeat(500)]: 1 },
        [secret]: secret,
      });
      expect(error.length).toBeLessThan(4_000);
      expect(error.replace(/\butm\.\S+/, "")).not.toContain(secret);
    });
  });
}

test.describe("the error code", () => {
  for (const { path, valid } of endpoints) {
    const agent = (change: Change) => ({ ...byAgent(valid()), ...change });

    test(`returns consent_required from ${path} unless an agent's userConsent is true`, async ({ client }) => {
      for (const userConsent of [undefined, false, null, "true", 1]) {
        const { code, error } = await sendRefused(client, path, agent({ userConsent }));
        expect(code).toBe("consent_required");
        expect(error).toMatch(/\buserConsent\b/);
      }
    });

    test(`returns agent_name_required from ${path} if an agent sends no name`, async ({ client }) => {
      const { code, error } = await sendRefused(client, path, agent({ agentName: undefined }));
      expect(code).toBe("agent_name_required");
      expect(error).toMatch(/\bagentName\b.*2.*120/);
    });

    test(`returns no error code from ${path} if an agent's name is present but invalid`, async ({ client }) => {
      for (const agentName of ["", "a", "  ", "x".repeat(121), null, 7]) {
        const { code, error } = await sendRefused(client, path, agent({ agentName }));
        expect(code).toBeUndefined();
        expect(error).toMatch(/\bagentName must/);
      }
    });

    test(`returns the first error code from ${path} if several apply`, async ({ client }) => {
      const bare = { channel: "ai_agent", name: 7, utm: "x" };
      expect((await sendRefused(client, path, bare)).code).toBe("consent_required");
      expect((await sendRefused(client, path, { ...bare, userConsent: true })).code).toBe("agent_name_required");
      const byWeb = await sendRefused(client, path, { ...bare, channel: "web", userConsent: false });
      expect(byWeb.code).toBe(path.endsWith("evaluate") ? "answers_required" : undefined);
    });
  }

  test("returns answers_required for an evaluation with neither or both of answers and answersByKey", async ({
    client,
  }) => {
    const { path, valid } = evaluateEndpoint;
    for (const change of [{ answers: undefined }, { answersByKey: {} }, { answersByKey: null }]) {
      const { code, error } = await sendRefused(client, path, valid(change));
      expect(code).toBe("answers_required");
      expect(error).toMatch(/\banswers\b.*\banswersByKey\b/);
    }
  });

  test("accepts an inquiry without answers, which only an evaluation needs", async ({ client }) => {
    const { path, valid } = contactEndpoint;
    expect((await client.post(path, valid({ answers: undefined, answersByKey: {} }))).status).toBe(201);
  });
});
