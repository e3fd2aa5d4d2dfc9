import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { connectMcp, evaluationArguments, type FormAnswer, inquiryArguments } from "../../e2e/support/mcp.ts";
import { callToolRaw, getState } from "../../e2e/support/mcp-calls.ts";
import { AppError } from "../domain/errors.ts";
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { log } from "../server/log.ts";
import { askMcp, failWith, mcpUrl, stored, takenKeys } from "./mcp.fixture.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", UPSTASH_REDIS_REST_URL: "", RATE_LIMIT_IP_MAX: "1000" });

const origin = new URL(mcpUrl).origin;
const accepted: FormAnswer = { action: "accept", content: { agree: true } };
const call = (name: string, given: object, change: object = {}) => callToolRaw(mcpUrl, name, given, change, askMcp);

beforeEach(() => {
  stored.length = 0;
  takenKeys.length = 0;
  failWith(undefined);
});

describe("an MCP client that can show forms", () => {
  test("stores the submission only after the person has seen and accepted its values", async () => {
    const asked: string[] = [];
    const { call: callTool } = await connectMcp(origin, {
      fetch: askMcp,
      respondToForm: (message) => {
        asked.push(message);
        return accepted;
      },
    });
    const given = evaluationArguments({
      agentName: "ChatGPT",
      projectDescription: "Draws in two countries.\nWe agree.",
    });
    expect(await callTool("submit_evaluation", given)).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("El asistente “ChatGPT” quiere enviar lo siguiente a Encaje (localhost:3000)");
    expect(asked[0]).toMatch(/El aviso de privacidad del \d{1,2} de \p{L}+ de \d{4} en ese sitio/u);
    for (const value of [given.name, given.role, given.company, given.email]) expect(asked[0]).toContain(`“${value}”`);
    expect(asked[0]).toContain("> Draws in two countries.\n> We agree.");
    expect(asked[0]).toContain("¿Cuál es el presupuesto del proyecto, en dólares? Más de 20,000");
    expect(stored.map(({ context }) => context)).toEqual([
      {
        consentEvidence: "elicited",
        submissionKey: expect.stringMatching(/^[\w-]{36}$/),
        noticeVersion: privacyNoticeVersion,
      },
    ]);
  });

  test.each<[string, FormAnswer]>([
    ["declines", { action: "decline" }],
    ["cancels", { action: "cancel" }],
    ["leaves the box unticked", { action: "accept", content: { agree: false } }],
    ["accepts nothing", { action: "accept" }],
    [
      "accepts by an inherited property",
      { action: "accept", content: JSON.parse('{ "__proto__": { "agree": true } }') },
    ],
    ["declines although the box is ticked", { action: "decline", content: { agree: true } }],
  ])("stores nothing when the person %s", async (_, answer) => {
    const { call: callTool } = await connectMcp(origin, { fetch: askMcp, respondToForm: () => answer });
    for (const [name, given] of [
      ["submit_evaluation", evaluationArguments()],
      ["submit_inquiry", inquiryArguments()],
    ] as const) {
      expect(await callTool(name, given)).toMatchObject({
        isError: true,
        text: expect.stringContaining(
          `The person has not agreed. Nothing was stored. Do not call ${name} again unless the person asks for it.`,
        ),
      });
    }
    expect(stored).toEqual([]);
  });

  test("reports faults instead of asking the person for consent", async () => {
    let count = 0;
    const respondToForm = () => {
      count++;
      return accepted;
    };
    const { call: callTool } = await connectMcp(origin, { fetch: askMcp, respondToForm });
    expect((await callTool("submit_inquiry", inquiryArguments({ message: "x" }))).isError).toBe(true);
    expect((await callTool("submit_inquiry", inquiryArguments({ userConsent: false }))).isError).toBe(true);
    expect(count).toBe(0);
  });

  test("shows each hostile value in quotes on one line", async () => {
    let shown = "";
    const respondToForm = (message: string) => {
      shown = message;
      return accepted;
    };
    const { call: callTool } = await connectMcp(origin, { fetch: askMcp, respondToForm });
    const name = "Ana\u202e\n\nEncaje: nothing is sent";
    await callTool("submit_inquiry", inquiryArguments({ language: "en", name, agentName: "A\u0007\n\nB" }));
    expect(shown).toContain("Full name: “Ana Encaje: nothing is sent”");
    expect(shown).toContain("The assistant “A B” wants to send");
  });
});

describe("the signed state carried by a consent question", () => {
  const given = inquiryArguments();
  const consent = accepted;

  test("asks for consent again if the signed state is missing or forged", async () => {
    const first = await call("submit_inquiry", given, { inputResponses: { consent } });
    expect(first).toMatchObject({ resultType: "input_required" });
    const state = getState(first);
    const [version, body = "", mac = ""] = state.split(".");
    const forgedBody = Buffer.from(
      Buffer.from(body, "base64url")
        .toString()
        .replace(/"key":"\w/, '"key":"_'),
    ).toString("base64url");
    for (const requestState of [
      "",
      "x",
      `${state}x`,
      `${state}=`,
      `${state}\n`,
      ` ${state}`,
      state.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      `${version}.${forgedBody}.${mac}`,
      `${version}.${body}.`,
      state.slice(0, -4),
    ]) {
      const again = await call("submit_inquiry", given, { inputResponses: { consent }, requestState });
      expect([requestState, again.resultType]).toEqual([requestState, "input_required"]);
    }
    expect(stored).toEqual([]);
  });

  test("asks for consent again if the arguments or the tool have changed", async () => {
    const requestState = getState(await call("submit_inquiry", given));
    const answered = { inputResponses: { consent }, requestState };
    for (const [name, other] of [
      ["submit_inquiry", { ...given, email: "other@example.com" }],
      ["submit_inquiry", { ...given, agentName: "Another" }],
      ["submit_evaluation", evaluationArguments()],
    ] as const) {
      expect(await call(name, other, answered)).toMatchObject({ resultType: "input_required" });
    }
    expect(stored).toEqual([]);
  });

  test("asks for consent again if the person responds after more than ten minutes", async () => {
    const requestState = getState(await call("submit_inquiry", given));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    onTestFinished(() => void vi.useRealTimers());
    const late = await call("submit_inquiry", given, { inputResponses: { consent }, requestState });
    expect([late.resultType, stored]).toEqual(["input_required", []]);
  });

  test("accepts the signed state for other spellings of the same arguments", async () => {
    const requestState = getState(await call("submit_inquiry", given));
    const reversed = Object.fromEntries(Object.entries(given).reverse());
    const spelled = { ...reversed, name: ` ${given.name} `, dryRun: null };
    expect(await call("submit_inquiry", spelled, { inputResponses: { consent }, requestState })).toMatchObject({
      resultType: "complete",
    });
  });

  test("uses the same submission key when a signed state is replayed", async () => {
    const requestState = getState(await call("submit_inquiry", given));
    for (let count = 0; count < 3; count++)
      await call("submit_inquiry", given, { inputResponses: { consent }, requestState });
    expect(stored).toHaveLength(3);
    expect(new Set(stored.map(({ context }) => context.submissionKey)).size).toBe(1);
    const other = getState(await call("submit_inquiry", given));
    expect(other).not.toBe(requestState);
  });

  test("stores nothing for a state replayed after the person declined", async () => {
    const requestState = getState(await call("submit_inquiry", given));
    await call("submit_inquiry", given, { inputResponses: { consent: { action: "decline" } }, requestState });
    await call("submit_inquiry", given, { inputResponses: { consent }, requestState });
    expect(stored.map(({ context }) => context.submissionKey)).toEqual(takenKeys);
  });

  test("says that the person declined although their answer cannot be recorded, and logs why", async () => {
    const logError = vi.spyOn(log(), "error");
    onTestFinished(() => logError.mockRestore());
    const requestState = getState(await call("submit_inquiry", given));
    failWith(new AppError("unavailable", "The database is unavailable.", { retryAfterSeconds: 2 }));
    const inputResponses = { consent: { action: "decline" } };
    const { content } = await call("submit_inquiry", given, { inputResponses, requestState });
    expect(JSON.stringify(content)).toContain("The person has not agreed. Nothing was stored. Do not call");
    expect(logError).toHaveBeenCalledOnce();
  });

  test("asks for consent again if the person's response is missing or malformed", async () => {
    const requestState = getState(await call("submit_inquiry", given));
    for (const inputResponses of [
      undefined,
      {},
      { other: consent },
      { consent: { roots: [] } },
      JSON.parse(`{ "__proto__": { "consent": ${JSON.stringify(consent)} } }`),
      { consent: { method: "x", result: consent } },
    ]) {
      expect(await call("submit_inquiry", given, { inputResponses, requestState })).toMatchObject({
        resultType: "input_required",
      });
    }
    expect(stored).toEqual([]);
  });

  test("puts no personal data into the signed state", async () => {
    const state = Buffer.from(
      getState(await call("submit_inquiry", given)).split(".")[1] ?? "",
      "base64url",
    ).toString();
    for (const value of [given.name, given.email, given.message]) expect(state).not.toContain(String(value));
  });
});

test("accepts the consent that an assistant claims if its client shows no forms", async () => {
  for (const elicitation of [undefined, { url: {} }]) {
    await call("submit_inquiry", inquiryArguments(), { elicitation });
  }
  expect(stored.map(({ context }) => context)).toEqual([
    { consentEvidence: "claimed" },
    { consentEvidence: "claimed" },
  ]);
  expect(await call("submit_inquiry", inquiryArguments(), { elicitation: {} })).toMatchObject({
    resultType: "input_required",
  });
});
