import { beforeEach, expect, test, vi } from "vitest";
import type { Overview, OverviewSpan } from "../../../domain/submissions/overview/overview.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords } from "../core/desk.fixture.ts";
import { countReplies } from "./count-replies.ts";
import { getOverview, readOverview } from "./get-overview.ts";

// Uses its own database, because the overview counts all submissions.
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
beforeEach(async () => {
  await records.client.query("TRUNCATE submissions CASCADE");
});

/** Thursday in UTC, but Wednesday 18:00 in the desk's time zone. */
const now = new Date("2026-11-19T00:00:00.000Z");
const thisWeek = new Date("2026-11-16T06:00:00.000Z");
const hours = (count: number, since = now) => new Date(since.getTime() + count * 3_600_000);
const readOverviewNow = (weeks: OverviewSpan = 4): Promise<Overview> => readOverview({ weeks }, now);
const agent = (agent_name: string) => ({ channel: "ai_agent", agent_name, user_consent: true });

test("lists every week with zero counts when there are no submissions", async () => {
  const overview = await readOverviewNow(12);
  const none = { total: 0, evaluations: 0, qualified: 0, won: 0, lost: 0 };
  expect(overview).toMatchObject({
    totals: none,
    before: none,
    agents: [],
    assistants: { shown: [], rest: null },
    lost: { shown: [], rest: 0 },
  });
  expect(overview.parts.map(({ total }) => total)).toEqual(Array(12).fill(0));
  expect(overview.sources).toEqual({ shown: [], rest: null });
  expect(overview.replies).toMatchObject({ promised: 0, median: null, ninetieth: null, waiting: 0, closed: 0 });
  expect(overview.replies.distribution).toEqual([0, 0, 0, 0, 0, 0]);
});

test("counts weeks from Monday at midnight, empty ones included", async () => {
  await records.evaluation({ created_at: thisWeek, route: "qualified" });
  await records.evaluation({ created_at: new Date(thisWeek.getTime() - 1), route: "redirect" });
  await records.evaluation({ created_at: thisWeek, route: "qualified", status: "spam" });
  await records.inquiry({ created_at: hours(-3 * 168, thisWeek), ...agent("ChatGPT") });
  await records.inquiry({ created_at: new Date(hours(-3 * 168, thisWeek).getTime() - 1) });
  await records.inquiry({ created_at: now });
  await records.inquiry({ created_at: new Date(now.getTime() + 1) });
  const { parts, totals } = await readOverviewNow();
  expect(totals).toMatchObject({ total: 4, evaluations: 2, qualified: 1 });
  expect(parts.map(({ groups }) => groups)).toEqual([
    { qualified: 0, review: 0, redirect: 0, inquiry: 1 },
    { qualified: 0, review: 0, redirect: 0, inquiry: 0 },
    { qualified: 0, review: 0, redirect: 1, inquiry: 0 },
    { qualified: 1, review: 0, redirect: 0, inquiry: 1 },
  ]);
  expect(parts.map(({ total: sum, web, agents, isOver }) => [sum, web, agents, isOver])).toEqual([
    [1, 0, [1], true],
    [0, 0, [0], true],
    [1, 1, [0], true],
    [2, 2, [0], false],
  ]);
});

test("does not attribute a website submission to an assistant, even if it names one", async () => {
  await records.inquiry({ created_at: thisWeek, channel: "web", agent_name: "FancyBot" });
  const { agents, parts, sources } = await readOverviewNow();
  expect(agents).toEqual([]);
  expect(parts.at(-1)).toMatchObject({ web: 1, total: 1 });
  expect(sources.shown).toMatchObject([{ kind: "direct", total: 1 }]);
});

test("compares a range with the equally long range before it", async () => {
  const before = hours(-4 * 168);
  await records.evaluation({ created_at: before, route: "qualified" });
  await records.evaluation({ created_at: new Date(before.getTime() + 1) });
  await records.inquiry({ created_at: hours(-7 * 168, thisWeek) });
  await records.inquiry({ created_at: new Date(hours(-7 * 168, thisWeek).getTime() - 1) });
  await records.inquiry({ created_at: hours(-3 * 168, thisWeek) });
  const { before: counted, totals } = await readOverviewNow();
  expect(counted).toMatchObject({ total: 2, evaluations: 1, qualified: 1 });
  expect(totals).toMatchObject({ total: 1, evaluations: 0 });
});

test("groups assistants ignoring case, and shows their most common spelling", async () => {
  const sent = { ChatGPT: 3, chatgpt: 2, Claude: 4, Gemini: 2, Copilot: 1, Pi: 1 };
  for (const [agentName, count] of Object.entries(sent)) {
    for (let at = 0; at < count; at++) await records.evaluation({ created_at: hours(-1), ...agent(agentName) });
  }
  await records.evaluation({ created_at: hours(-1) });
  const { agents, parts } = await readOverviewNow();
  expect(agents).toEqual(["ChatGPT", "Claude", "Gemini"]);
  expect(parts.at(-1)).toMatchObject({ total: 14, web: 1, agents: [5, 4, 2], otherAgents: 2 });
});

test("takes the source from the link, else the referrer, else the assistant", async () => {
  const sent = [
    { utm: { utm_source: "Newsletter" }, referrer: "https://www.google.com/", route: "qualified" },
    { utm: { utm_source: "newsletter", utm_medium: "email" }, ...agent("Claude") },
    { utm: { utm_source: "Newsletter" } },
    { utm: { utm_source: "" }, referrer: "https://www.Google.com:443/search?q=a/b", route: "qualified" },
    { utm: { gclid: "x" }, referrer: "http://me:secret@google.com" },
    { referrer: "google.com/without/a/scheme" },
    { referrer: "about:blank", ...agent("Claude") },
    { referrer: "https://", ...agent("CLAUDE") },
    {},
  ];
  for (const change of sent) await records.evaluation({ created_at: hours(-1), route: "review", ...change });
  await records.inquiry({ created_at: hours(-1), ...agent("Claude") });
  await records.inquiry({ created_at: hours(-1), utm: { utm_source: "x".repeat(500) } });
  expect((await readOverviewNow()).sources).toEqual({
    shown: [
      { kind: "agent", name: "Claude", total: 3, qualified: 0 },
      { kind: "named", name: "Newsletter", total: 3, qualified: 1 },
      { kind: "direct", name: "", total: 2, qualified: 0 },
      { kind: "named", name: "google.com", total: 2, qualified: 1 },
      { kind: "named", name: "x".repeat(120), total: 1, qualified: 0 },
    ],
    rest: null,
  });
});

test("counts an assistant's submissions, and its confirmed, qualified and won ones", async () => {
  const sent = { created_at: hours(-1), ...agent("Claude") };
  const confirmed = { consent_confirmed_at: now, consent_notice_version: "1" };
  await records.evaluation({ ...sent, route: "qualified", ...confirmed, status: "won" });
  await records.evaluation({ ...sent, route: "redirect", ...agent("claude") });
  await records.evaluation({ ...sent, ...confirmed, consent_withdrawn_at: now });
  await records.inquiry({ created_at: hours(-1) });
  expect((await readOverviewNow()).assistants).toEqual({
    shown: [{ name: "Claude", key: "claude", sent: 3, confirmed: 1, qualified: 1, won: 1 }],
    rest: null,
  });
});

test("lists the ten most frequent values, and counts all others", async () => {
  await records.client.query("BEGIN");
  for (let at = 0; at < 103; at++) {
    const name = String(at).padStart(3, "0");
    const lost = { created_at: hours(-1), status: "lost", close_reason: `Reason ${name}` };
    const sent = { ...agent(`Agent ${name}`), utm: { utm_source: `source ${name}` }, route: "qualified" };
    await records.evaluation({ ...lost, ...sent });
  }
  await records.client.query("COMMIT");
  const { assistants, sources, lost, totals } = await readOverviewNow();
  expect([assistants.shown.length, assistants.rest?.sent]).toEqual([10, 93]);
  expect(sources.shown.map((source) => source.name)).toEqual(Array.from({ length: 10 }, (_, at) => `source 00${at}`));
  expect(sources.rest).toEqual({ sources: 93, total: 93, qualified: 93 });
  expect([lost.shown.length, lost.rest, totals.lost]).toEqual([10, 93, 103]);
});

test("groups close reasons ignoring punctuation, accents and case", async () => {
  const reasons = [
    "Sin presupuesto",
    "sin presupuesto.",
    "Sin presupuesto",
    "Eligió otra opción",
    "eligio otra  opcion",
  ];
  for (const close_reason of reasons) await records.inquiry({ created_at: hours(-1), status: "lost", close_reason });
  await records.inquiry({ created_at: hours(-1), status: "won", close_reason: "Price" });
  const { lost, totals } = await readOverviewNow();
  expect(lost.shown).toEqual([
    { reason: "Sin presupuesto", count: 3 },
    { reason: "Eligió otra opción", count: 2 },
  ]);
  expect([lost.rest, totals.lost, totals.won]).toEqual([0, 5, 1]);
});

test("counts answers by question and points, and separately for qualified evaluations", async () => {
  await records.evaluation({ created_at: hours(-1), answers: [2, 0, 1, 1, 1, 1, 1, 1, 1.6], route: "qualified" });
  await records.evaluation({ created_at: hours(-1), answers: [2, 1, 1, 1, 1, 1, 1, 1, 0] });
  await records.inquiry({ created_at: hours(-1) });
  const { answers } = await readOverviewNow();
  expect(answers).toHaveLength(9);
  expect(answers[0]).toEqual([{ score: 2, count: 2, qualified: 1 }]);
  expect(answers[1]).toEqual([
    { score: 0, count: 1, qualified: 1 },
    { score: 1, count: 1, qualified: 0 },
  ]);
  expect(answers[8]).toEqual([
    { score: 0, count: 1, qualified: 0 },
    { score: 2, count: 1, qualified: 1 },
  ]);
});

test("counts each promised reply as answered, waiting or closed", async () => {
  const answered = (after: number) => ({
    created_at: hours(-100),
    replied_at: hours(after - 100),
    status: "contacted",
  });
  await records.evaluation(answered(1));
  expect((await readOverviewNow()).replies).toMatchObject({
    promised: 1,
    median: expect.closeTo(1, 1),
    ninetieth: expect.closeTo(1, 1),
  });
  for (const after of [4, 12, 47]) await records.inquiry(answered(after));
  await records.evaluation({ ...answered(48), status: "lost" });
  await records.evaluation({ created_at: hours(-48) });
  await records.inquiry({ created_at: new Date(hours(-48).getTime() + 1), status: "in_review" });
  await records.inquiry({ created_at: hours(-1), status: "lost" });
  // Not counted: without a promise, spam, too old, withdrawn.
  await records.evaluation({ ...answered(2), route: "qualified" });
  await records.inquiry({ ...answered(2), status: "spam" });
  await records.inquiry({ created_at: hours(-2000) });
  await records.evaluation({ created_at: hours(-60), consent_withdrawn_at: hours(-1) });
  await records.inquiry({ ...answered(2), consent_withdrawn_at: hours(-1) });
  expect((await readOverviewNow()).replies).toEqual({
    promised: 8,
    answered: 5,
    inTime: 4,
    due: 6,
    waiting: 2,
    late: 1,
    closed: 1,
    median: expect.closeTo(12, 0),
    ninetieth: expect.closeTo(48, 0),
    distribution: [1, 1, 1, 0, 1, 1],
  });
});

test("counts a promised reply as due once its time comes", async () => {
  await records.evaluation({ created_at: hours(-200), reply_due_at: hours(1) });
  expect((await readOverviewNow()).replies).toMatchObject({ due: 0, late: 0 });
  expect((await readOverview({ weeks: 4 }, hours(1))).replies).toMatchObject({ due: 1, late: 1 });
});

test("measures the time until a reply from the person's last message", async () => {
  const countTimes = async (asked_at: Date | null, replied_at: Date) => {
    await records.client.query("TRUNCATE submissions CASCADE");
    await records.inquiry({ created_at: hours(-200), asked_at, replied_at, status: "contacted" });
    return (await readOverviewNow()).replies.median;
  };
  expect(await countTimes(null, hours(-199))).toBeCloseTo(1);
  expect(await countTimes(hours(-100), hours(-99))).toBeCloseTo(1);
  // An undo has restored the time of the reply to the first message.
  expect(await countTimes(hours(-100), hours(-199))).toBeCloseTo(1);
  expect(await countTimes(null, hours(-99))).toBeCloseTo(101);
});

test("caches an overview for a minute, each range separately", async () => {
  expect((await getOverview({ weeks: 4 })).totals.total).toBe(0);
  await records.inquiry({ created_at: new Date(Date.now() - 60_000) });
  expect((await getOverview({ weeks: 4 })).totals.total).toBe(0);
  expect((await getOverview({ weeks: 12 })).totals.total).toBe(1);
  const later = performance.now() + 60_001;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => later);
  expect((await getOverview({ weeks: 4 })).totals.total).toBe(1);
  clock.mockRestore();
});

test("counts waiting submissions of any age, and the overdue ones as late", async () => {
  await records.evaluation({ created_at: hours(-2000) });
  await records.inquiry({ created_at: hours(-48) });
  await records.inquiry({ created_at: new Date(hours(-48).getTime() + 1), status: "in_review" });
  await records.evaluation({ created_at: hours(-60), route: "redirect" });
  await records.evaluation({ created_at: hours(-60), status: "contacted", replied_at: hours(-1) });
  await records.evaluation({ created_at: hours(-60), consent_withdrawn_at: hours(-1) });
  await records.inquiry({ created_at: hours(-60), consent_withdrawn_at: hours(-1) });
  expect(await countReplies({ now })).toEqual({ due: 1, late: 2 });
  // A snooze does not move the deadline, because the person does not know about it.
  await records.inquiry({ created_at: hours(-60), snoozed_until: hours(24) });
  await records.inquiry({ created_at: hours(-1), snoozed_until: hours(24) });
  expect(await countReplies({ now })).toEqual({ due: 2, late: 3 });
});
