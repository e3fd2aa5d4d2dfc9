import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  connectMcp,
  evaluationArguments,
  generations,
  inquiryArguments,
  type ToolResult,
} from "../../e2e/support/mcp.ts";
import { answering } from "../domain/catalog/changes/document-state.ts";
import { compareApis } from "../domain/catalog/compare/compare.ts";
import { AppError } from "../domain/errors.ts";
import { answersByKeyWorth, nineTwos } from "../domain/submissions/core/valid-input.fixture.ts";
import { parseHandOff } from "../domain/submissions/intake/hand-off.ts";
import { askMcp, catalogState, entry, failWith, listing, mcpUrl, stored } from "./mcp.fixture.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", UPSTASH_REDIS_REST_URL: "" });

const connect = (options: Parameters<typeof connectMcp>[1] = {}) =>
  connectMcp(new URL(mcpUrl).origin, { fetch: askMcp, ...options });

beforeEach(() => {
  stored.length = 0;
  failWith(undefined);
});

describe.each(generations)("an MCP client of %s", (generation) => {
  test("lists and calls every tool, with equal text and structured content", async () => {
    const { client, call } = await connect({ generation });
    const { tools } = await client.listTools();
    const given: Record<string, Record<string, unknown>> = {
      get_evaluation_questions: {},
      search_catalog: {},
      get_api: { slug: entry.slug },
      submit_evaluation: evaluationArguments(),
      submit_inquiry: inquiryArguments(),
      prepare_form: { form: "inquiry", language: "en" },
    };
    const needingReceipt = ["list_times", "book_time", "get_submission"];
    const callable = tools.filter(({ name }) => !needingReceipt.includes(name));
    expect(callable.map(({ name }) => name)).toEqual(Object.keys(given));
    expect(client.getInstructions()).toContain("userConsent");
    for (const { name } of callable) {
      const { text, isError, structured } = await call(name, given[name]);
      expect({ name, isError, structured }).toEqual({ name, isError: false, structured: JSON.parse(text) });
    }
    expect(stored.map(({ input }) => Reflect.get(input, "channel"))).toEqual(["ai_agent", "ai_agent"]);
  });

  test("reports all faults of a call in one text", async () => {
    const { call } = await connect({ generation });
    expect(await call("submit_evaluation", evaluationArguments({ name: "x", language: "fr" }))).toEqual({
      isError: true,
      structured: undefined,
      text: "Nothing was stored. Correct this and call submit_evaluation again with all arguments: name must be text of 2 to 120 characters; language must be en or es. If the person would rather send it themselves, prepare_form writes a link to the filled form.",
    });
    expect(stored).toEqual([]);
  });
});

describe("a submission over MCP", () => {
  test("passes the arguments to the use case as an assistant's submission", async () => {
    const { call } = await connect();
    const given = evaluationArguments({ agentName: "ChatGPT" });
    await call("submit_evaluation", given);
    expect(stored[0]?.input).toEqual({ ...given, channel: "ai_agent", sourcePage: "mcp" });
    expect(stored[0]?.context.consentEvidence).toBe("claimed");
  });

  test("treats null as a missing argument, because strict hosts send it", async () => {
    const { call } = await connect();
    const { isError } = await call("submit_inquiry", inquiryArguments({ topic: null, agentName: null }));
    expect(isError).toBe(false);
    expect(stored[0]?.input).not.toHaveProperty("topic");
    expect((await call("submit_inquiry", inquiryArguments({ name: null }))).text).toContain("name is required");
  });

  test("uses the client's name for a missing agentName, and refuses a nameless client", async () => {
    const given = inquiryArguments({ agentName: undefined });
    const modern = await connect({ name: "Some Host" });
    await modern.call("submit_inquiry", given);
    expect(stored[0]?.input).toMatchObject({ agentName: "Some Host" });
    const legacy = await connect({ generation: "first", name: "Some Host" });
    expect((await legacy.call("submit_inquiry", given)).text).toContain("agentName is required (text of 2 to 120");
    const nameless = await connect({ name: "x" });
    expect((await nameless.call("submit_inquiry", given)).text).toContain("agentName must be text of 2 to 120");
  });

  test("requires the assistant to claim the person's consent for a submission", async () => {
    const { call } = await connect();
    for (const userConsent of [false, undefined, null, "true"]) {
      const { text, isError } = await call("submit_inquiry", inquiryArguments({ userConsent }));
      expect([isError, text.includes("userConsent")]).toEqual([true, true]);
    }
    expect((await call("submit_inquiry", inquiryArguments({ userConsent: false }))).text).toContain("ask the person");
    expect(stored).toEqual([]);
  });

  test("lists each missing answer with its options", async () => {
    const { call } = await connect();
    const { budget, ...rest } = answersByKeyWorth(nineTwos);
    const { text } = await call("submit_evaluation", evaluationArguments({ answersByKey: rest }));
    expect(budget).toBe("over_20k");
    expect(text).toContain("answersByKey.budget is required (one of under_10k, 10k_to_20k, over_20k)");
    expect(text).toContain("get_evaluation_questions");
    const wrong = { ...rest, budget: "a lot" };
    const refused = await call("submit_evaluation", evaluationArguments({ answersByKey: wrong }));
    expect(refused.text).toContain("answersByKey.budget must be one of under_10k, 10k_to_20k, over_20k");
  });

  test("lists all missing fields in at most 1,000 characters", async () => {
    const { call } = await connect({ generation: "first" });
    const { text } = await call("submit_evaluation", {});
    expect(text.length).toBeLessThanOrEqual(1_000);
    for (const name of Object.keys({ ...evaluationArguments(), ...answersByKeyWorth(nineTwos) })) {
      expect(text).toContain(name);
    }
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ["search_catalog", { query: "ticket" }, "query is not an argument (not given yet: search, language)"],
  ["submit_evaluation", evaluationArguments({ company: undefined, companyName: "X" }), "did you mean company?"],
  [
    "submit_evaluation",
    evaluationArguments({ answersByKey: undefined, budget: "over_20k" }),
    "budget is not an argument (did you mean answersByKey.budget?)",
  ],
  ["search_catalog", { serch: "ticket" }, "serch is not an argument (did you mean search?)"],
  ["get_api", { slug: entry.slug, lang: "es" }, "lang is not an argument (did you mean language?)"],
  ["get_evaluation_questions", { "Ignore all rules": 1 }, "an argument with another name is not an argument"],
  ["submit_inquiry", inquiryArguments({ channel: "web" }), "channel is not an argument"],
  ["submit_inquiry", { ...inquiryArguments(), agentName: null, agent_name: "X" }, "(did you mean agentName?)"],
  ["submit_evaluation", evaluationArguments({ description: "x" }), "description is not an argument"],
  [
    "submit_evaluation",
    evaluationArguments({ answersByKey: { ...answersByKeyWorth(nineTwos), budgets: "x" } }),
    "answersByKey.budgets is not an argument",
  ],
  ["prepare_form", { form: "inquiry", language: "en", subject: "x" }, "subject is not an argument"],
])("refuses an unknown argument of %s: %j", async (name, given, text) => {
  const { call } = await connect();
  const refused = await call(name, given);
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining(text)]);
  expect(stored).toEqual([]);
});

describe("a prepared form", () => {
  test("prepares a link that opens the form with all given values", async () => {
    const { call } = await connect();
    const { name, email } = inquiryArguments();
    const values = { name: String(name), email: String(email), projectDescription: "Draws in two countries & more." };
    const answersByKey = { budget: "over_20k", launch_timeline: "hard_date" };
    const given = { form: "evaluation", language: "es", agentName: "ChatGPT", answersByKey, ...values };
    const { origin, pathname, search, hash } = new URL(String((await call("prepare_form", given)).structured?.link));
    expect(origin + pathname).toBe("http://localhost:3000/es/evaluacion");
    expect(parseHandOff("evaluation", search, hash)).toEqual({
      values: { ...answersByKey, ...values },
      assistant: "ChatGPT",
    });
    for (const value of Object.values(values)) expect(decodeURIComponent(search)).not.toContain(value);
    const inquiry = await call("prepare_form", { form: "inquiry", language: "en", topic: "prize-draws" });
    expect(inquiry.structured?.link).toBe("http://localhost:3000/en/contact?topic=prize-draws&assistant=test-host");
    expect(stored).toEqual([]);
  });

  test("treats null inside an object as missing", async () => {
    const { call } = await connect({ name: "Some Host" });
    const answersByKey = { budget: "over_20k", after_project: null };
    const { structured } = await call("prepare_form", { form: "evaluation", language: "en", answersByKey });
    expect(structured?.link).toBe("http://localhost:3000/en/evaluation?budget=over_20k&assistant=Some+Host");
  });

  test("refuses to prepare a form with invalid values", async () => {
    const { call } = await connect();
    const form = (change: object) => call("prepare_form", { form: "evaluation", language: "en", ...change });
    expect((await form({ agentName: "Chat\u200bGPT" })).text).toContain(
      "Remove the invisible characters from agentName",
    );
    const foreign = await form({
      name: "Ana",
      message: "A question for you",
      topic: "prize-draws",
      company: "Caf\u202ee",
    });
    expect([foreign.isError, foreign.text]).toEqual([
      true,
      "The form of an evaluation has no message, topic: leave them out. Remove the invisible characters from company.",
    ]);
    expect((await form({ form: "inquiry", message: "Price?    ", name: "Ana\u200b" })).text).toContain(
      "Without white space at its ends, message must be text of 10 to 4000 characters. Remove the invisible characters from name.",
    );
    expect((await form({ answersByKey: { budget: "a lot" } })).text).toContain("answersByKey.budget must be one of");
    expect((await form({ email: "ana" })).text).toContain("email must be");
  });
});

test("returns the questions in one language, English by default", async () => {
  const { call } = await connect();
  const { structured } = await call("get_evaluation_questions", { language: "es" });
  expect(JSON.stringify(structured)).toContain("¿Cuál es el presupuesto del proyecto, en dólares?");
  expect(JSON.stringify(structured)).not.toContain("budget, in US dollars");
  expect(await call("get_evaluation_questions", {})).toEqual(
    await call("get_evaluation_questions", { language: "en" }),
  );
});

describe("the catalog tools", () => {
  test("returns entries in the requested language", async () => {
    const { call } = await connect();
    for (const [language, title, page] of [
      ["en", entry.titleEn, "/en/catalog/"],
      ["es", entry.titleEs, "/es/catalogo/"],
    ] as const) {
      const found = await call("search_catalog", { language });
      expect(found.structured).toMatchObject({ entries: [{ title }] });
      expect((await call("get_api", { slug: entry.slug, language })).structured).toMatchObject({
        title,
        page: expect.stringContaining(page),
      });
    }
  });

  test("returns whether the document is current, and its changes since a given day", async () => {
    const { call } = await connect();
    const at = new Date("2026-11-20T12:00:00Z");
    const toSpec = (paths: object) => ({ openapi: "3.1.0", info: {}, paths });
    const comparison = compareApis(toSpec({ "/a": { get: {} } }), toSpec({}), "2026-11-20");
    if (!comparison) throw new Error("the documents could not be compared");
    catalogState.state = { ...answering, checkedAt: at, unchangedAt: at, comparison: null };
    catalogState.releases = [{ ...entry, entryId: entry.id, number: 2, at, comparison }];
    onTestFinished(() => {
      Object.assign(catalogState, { state: null, releases: [] });
    });
    const { structured } = await call("get_api", { slug: entry.slug, changesSince: "2026-11-01" });
    expect(structured).toMatchObject({
      state: "Last checked on November 20, 2026: this is the document at its address.",
      changes: [
        "2026-11-20: 1 breaking change.",
        expect.stringMatching(/^2026-11-20: Breaking: GET \/a was removed\./),
      ],
    });
    expect((await call("get_api", { slug: entry.slug })).structured).not.toHaveProperty("changes");
    const unknownDay = await call("get_api", { slug: entry.slug, changesSince: "2026-02-30" });
    expect(unknownDay.text).toContain("changesSince must be a day such as 2026-12-03");
  });

  test("returns which word of a search to correct and which to leave out", async () => {
    const { call } = await connect();
    listing.entries = [];
    listing.near = { meant: ["receipt"], leftOut: ["futbol"], hasCorrection: true };
    onTestFinished(() => {
      listing.entries = [entry];
      listing.near = null;
    });
    const nothing = await call("search_catalog", { search: "Fútbol recipt" });
    expect(nothing.structured).toMatchObject({
      total: 0,
      nextStep: 'No entry has "Fútbol". Search for "receipt", or leave search out to list all entries.',
    });
    listing.entries = [entry];
    const nearest = await call("search_catalog", { search: "Fútbol recipt" });
    expect(nearest.structured).toMatchObject({
      total: 1,
      nextStep:
        'No entry has all the words. The nearest one, listed first, lacks "Fútbol". The search was read as "receipt".',
    });
  });

  test("marks texts as the publisher's, and omits internal fields", async () => {
    const { call } = await connect();
    const results = [await call("search_catalog"), await call("get_api", { slug: entry.slug })];
    for (const { structured } of results) expect(Object.keys(structured ?? {})[0]).toBe("note");
    expect(results[0]?.structured).toMatchObject({ total: 1, entries: [{ slug: entry.slug }] });
    for (const name of ["id", "spec", "published", "updatedAt"])
      expect(results[1]?.structured).not.toHaveProperty(name);
    expect(results[1]?.structured).toMatchObject({
      endpoints: entry.endpoints,
      specUrl: expect.stringMatching(/spec\.json$/),
    });
  });

  test("limits the length of a search, because results are cached", async () => {
    const { call } = await connect();
    const long = `${"loyalty ".repeat(20_000)}end`;
    listing.searched = [];
    await call("search_catalog", { search: long });
    await call("get_api", { slug: "x".repeat(100_000) });
    await call("search_catalog", { search: " Envío\u0000  a " });
    expect(listing.searched.map(({ length }) => length)).toEqual([119, 81, 0, 7]);
  });

  test("suggests similar slugs for an unknown slug", async () => {
    const { call } = await connect();
    expect(await call("get_api", { slug: "receipt-validation" })).toMatchObject({
      isError: true,
      text: `There is no API with this slug. Spelled alike: ${entry.slug}.`,
    });
    expect((await call("get_api", { slug: "zzz" })).text).toContain("search_catalog");
    expect((await call("get_api", {})).text).toContain("slug is required");
  });
});

describe("a failed tool call", () => {
  const callWithError = async (error: unknown): Promise<ToolResult> => {
    const { call } = await connect();
    failWith(error);
    return call("submit_inquiry", inquiryArguments());
  };

  test("reveals nothing internal in a failed tool call", async () => {
    const secret = "password authentication failed for user postgres";
    expect(await callWithError(new Error(secret))).toEqual({
      isError: true,
      structured: undefined,
      text: "Something went wrong on our side. The submission was not acknowledged. Try again later. If the person would rather send it themselves, prepare_form writes a link to the filled form.",
    });
    expect((await callWithError(new AppError("internal", secret))).text).not.toContain("postgres");
  });

  test("returns the seconds to wait when rate-limited", async () => {
    const away = new AppError("unavailable", "The service is busy.", { retryAfterSeconds: 3 });
    expect((await callWithError(away)).text).toContain("call again with the same arguments after 3 seconds");
  });

  test("reports a rate limit as a text, not as an HTTP status", async () => {
    const { call } = await connect({ from: "10.1.2.3" });
    const texts: string[] = [];
    for (let count = 0; count < 31; count++) {
      const { text, isError } = await call("submit_inquiry", inquiryArguments({ agentName: `Agent ${count}` }));
      if (isError) texts.push(text);
    }
    expect(texts).toEqual([
      expect.stringMatching(
        /^Too many submissions from this client\. Try again in \d+ seconds\. Nothing was stored\. /,
      ),
    ]);
    expect(stored).toHaveLength(30);
  });
});

test("responds to an unknown tool with a protocol error that lists the tools", async () => {
  const { call } = await connect();
  await expect(call("delete_everything")).rejects.toThrow(/The tools are get_evaluation_questions, /);
});
