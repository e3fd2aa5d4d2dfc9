import fc from "fast-check";
import { expect, test } from "vitest";
import { statuses } from "../core/status.ts";
import { parseInboxQuery, searchMax, toFirstPage, toQuery } from "./inbox-query.ts";

const nothing = {
  status: [],
  agentNot: [],
  sourceNot: [],
  reasonNot: [],
  q: "",
  sort: "newest",
  direction: "forward",
};

const toParams = (search: URLSearchParams) =>
  Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]));

test("reads a URL without parameters as all submissions, newest first", () => {
  expect(parseInboxQuery({})).toEqual(nothing);
  expect(toQuery(parseInboxQuery({})).toString()).toBe("");
});

test("reads every parameter of the inbox and writes it back in a fixed order", () => {
  const search =
    "kind=evaluation&route=review&status=new%2Cwon&channel=ai_agent&agent=Some+Assistant&agentNot=Pi&agentNot=Claude&consent=claimed&language=es&owner=me" +
    "&from=2026-11-01&to=2026-11-30&until=2026-11-30T18%3A00%3A00.001Z&due=today&reply=4-12&source=named%3Agoogle.com" +
    "&sourceNot=direct&sourceNot=agent%3A&reason=No+budget&reasonNot=a&reasonNot=b&answer=budget.over_20k&snoozed=all&q=caf%C3%A9+%26+volc%C3%A1n&sort=oldest&cursor=evaluation-1795000000123-42-rest&direction=backward&view=12";
  const query = parseInboxQuery(toParams(new URLSearchParams(search)));
  expect(query).toEqual({
    kind: "evaluation",
    route: "review",
    status: ["new", "won"],
    channel: "ai_agent",
    agent: "Some Assistant",
    agentNot: ["Pi", "Claude"],
    consent: "claimed",
    language: "es",
    owner: "me",
    from: "2026-11-01",
    to: "2026-11-30",
    until: "2026-11-30T18:00:00.001Z",
    due: "today",
    reply: "4-12",
    source: "named:google.com",
    sourceNot: ["direct", "agent:"],
    reason: "No budget",
    reasonNot: ["a", "b"],
    answer: "budget.over_20k",
    snoozed: "all",
    q: "café & volcán",
    sort: "oldest",
    cursor: { kind: "evaluation", sortTime: new Date(1_795_000_000_123), id: 42, stretch: "rest" },
    direction: "backward",
    view: "12",
  });
  expect(toQuery(query).toString()).toBe(search);
  expect(toFirstPage(query)).toEqual({ ...query, cursor: undefined, direction: "forward" });
});

test.each([
  ["open", ["new", "in_review", "contacted", "booked"], "open"],
  ["closed", ["won", "lost"], "closed"],
  ["spam", ["spam"], "spam"],
  ["won,new", ["new", "won"], "new,won"],
  [["won", "new", "won"], ["new", "won"], "new,won"],
  [["closed", "new"], ["new", "won", "lost"], "new,won,lost"],
  ["lost,won", ["won", "lost"], "closed"],
  ["spam,lost,won", ["won", "lost", "spam"], "won,lost,spam"],
  ["open,closed", [], null],
  ["open,closed,spam", [...statuses], statuses.join()],
  ["won,nonsense", ["won"], "won"],
  ["nonsense", [], null],
  ["__proto__", [], null],
  ["", [], null],
])("reads the status parameter %j and writes it back", (status, read, written) => {
  const query = parseInboxQuery({ status });
  expect(query.status).toEqual(read);
  expect(toQuery(query).get("status")).toBe(written);
});

test.each([
  { kind: "contact" },
  { kind: "" },
  { route: "Review" },
  { channel: "email" },
  { agent: "  " },
  { agent: "a\0b" },
  { consent: "given" },
  { language: "fr" },
  { owner: "" },
  { owner: "x".repeat(65) },
  { owner: "'; --" },
  { from: "2026-02-30" },
  { to: "yesterday" },
  { to: "2026-11-1" },
  { until: "2026-11-01" },
  { until: "2026-02-30T00:00:00Z" },
  { reply: "4-13" },
  { source: "google.com" },
  { sourceNot: ["", "named"] },
  { agentNot: ["  ", "a\0b"] },
  { reason: "" },
  { answer: "budget" },
  { q: "a\0b" },
  { q: "\ud800" },
  { q: "   " },
  { sort: "score" },
  { cursor: "evaluation-1" },
  { cursor: "evaluation-1-0" },
  { cursor: "evaluation-1-2147483648" },
  { cursor: "evaluation-999999999999999-1" },
  { cursor: "other-1-1" },
  { cursor: "evaluation-1-1-first" },
  { direction: "up" },
  { unknown: "x", __proto__: "y" },
])("ignores the invalid parameter %j and keeps valid ones", (broken) => {
  expect(parseInboxQuery(broken)).toEqual(nothing);
  expect(parseInboxQuery({ ...broken, language: "language" in broken ? "fr" : "es" })).toEqual({
    ...nothing,
    language: "language" in broken ? undefined : "es",
  });
});

test("uses the first value of a repeated inbox parameter", () => {
  const twice = {
    kind: ["evaluation", "inquiry"],
    q: ["one", "two"],
    sort: ["due", "oldest"],
    from: ["x", "2026-01-01"],
  };
  expect(parseInboxQuery(twice)).toEqual({ ...nothing, kind: "evaluation", q: "one", sort: "due" });
});

test("cuts a long search to its maximum number of code points", () => {
  expect(parseInboxQuery({ q: "🎁".repeat(searchMax) }).q).toBe("🎁".repeat(searchMax));
  expect(parseInboxQuery({ q: `  ${"🎁".repeat(searchMax + 1)}` }).q).toBe("🎁".repeat(searchMax));
});

test("reads the URL that it writes for any query as the same query", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("evaluation", "open", "me", "due", ...statuses),
  );
  const name = fc.constantFrom(...Object.keys(parseInboxQuery({})));
  const params = fc.dictionary(name, fc.oneof(value, fc.array(value)));
  fc.assert(
    fc.property(params, (given) => {
      const query = parseInboxQuery(given);
      expect(parseInboxQuery(toParams(toQuery(query)))).toEqual(query);
    }),
  );
});
