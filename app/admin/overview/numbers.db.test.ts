import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { OverviewCharts } from "#components/desk/overview/figures.tsx";
import type { Operator } from "#lib/domain/access/operator.ts";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { parseViewQuery } from "#lib/domain/submissions/inbox/views.ts";
import {
  getCountedPath,
  getInboxPath,
  lateNow,
  type Overview,
  type OverviewQuery,
  toAnswerFilters,
  toDaysFilters,
} from "#lib/domain/submissions/overview/overview.ts";
import { toDayRange } from "#lib/domain/time-zone.ts";
import { env } from "#lib/server/env.ts";
import { switchToOwnDatabase } from "#lib/server/own-database.fixture.ts";
import { DeskRecords } from "#lib/server/submissions/core/desk.fixture.ts";
import { listSubmissions } from "#lib/server/submissions/inbox/list-submissions.ts";
import { countReplies } from "#lib/server/submissions/overview/count-replies.ts";
import { readOverview } from "#lib/server/submissions/overview/get-overview.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
/** A separate database, because the overview counts all submissions. */
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const zone = env().TIME_ZONE;
let operator: Operator;
afterEach(() => Object.assign(env(), { TIME_ZONE: zone }));

/** A Wednesday noon in UTC, some weeks after the end of daylight saving time in Madrid. */
const now = new Date("2026-11-18T12:00:00.000Z");
const hour = 3_600_000;

const pick = <Value>(values: readonly Value[], at: number) => values[at % values.length] as Value;
/** JavaScript and Postgres lower-case the Turkish and Greek names differently. */
const agents = ["Claude", "claude", "ChatGPT", "Gemini", "Pi", "Copilot", "Ñandú", "ñandú", "Mistral"].concat(
  ...["İlk", "ilk", "ΟΔΟΣ", "οδος", "οδοσ"],
);
const reasons = ["Sin presupuesto", "sin  presupuesto.", "Eligió otra", "eligio otra", "...", "Silence"];
const sources = [
  { utm: { utm_source: "News" } },
  { utm: { utm_source: "NEWS" }, referrer: "https://other.example/" },
  { utm: { utm_source: "" }, referrer: "https://www.Google.com:443/search?q=a/b" },
  { utm: { gclid: "x" }, referrer: "http://me:secret@google.com" },
  { utm: { utm_source: "direct" } },
  { utm: { utm_source: "ΟΔΟΣ" } },
  { utm: { utm_source: "οδος" } },
  { utm: { utm_source: "x".repeat(300) } },
  { referrer: "about:blank" },
  {},
];

/** Adds a submission. Each property repeats at its own interval, so that all combinations occur. */
async function addSubmission(created_at: Date, at: number): Promise<void> {
  const status = pick(["new", "lost", "in_review", "won", "lost", "contacted", "spam", "booked"], at);
  const agent = { channel: "ai_agent", agent_name: pick(agents, at), user_consent: true };
  const lost = at % 3 ? pick(reasons, at) : `Reason ${at % 29}`;
  const replied = [null, 1, 5, null, 13, 30, 40, null, 60, 47, null, 300, 12, 4];
  const after = pick(replied, at) as number | null;
  const own = at % 4 ? pick(sources, at) : { utm: { utm_source: `source ${at % 17}` } };
  const shared = {
    created_at,
    status,
    close_reason: status === "lost" ? lost : null,
    is_processed: at % 11 > 0,
    replied_at: after === null ? null : new Date(created_at.getTime() + after * hour),
    asked_at: at % 10 === 9 ? new Date(created_at.getTime() + 2 * hour) : null,
    reply_due_at: at % 6 ? null : new Date(created_at.getTime() + 24 * hour),
    snoozed_until: at % 19 ? null : new Date(now.getTime() + (at % 2 ? 1 : -1) * dayMilliseconds),
    ...(at % 5 < 2 ? agent : {}),
    ...own,
    ...(at % 5 === 1 && at % 2 ? { consent_confirmed_at: now, consent_notice_version: "1" } : {}),
    ...(at % 23 === 22 ? { consent_withdrawn_at: now } : {}),
  };
  if (at % 4 === 3) return void (await records.inquiry(shared));
  const answers = Array.from({ length: 9 }, (_, question) => pick([0, 1, 2, 0.5, 1.5, 0.4, 1.6], at + question));
  const route = pick(["qualified", "review", "redirect"], at);
  const ref = await records.evaluation({ ...shared, answers, route });
  if (at % 4 === 0) await records.booking(ref, at % 8 ? "booked" : "cancelled");
  if (at % 9 === 5) await records.evaluation({ ...shared, answers, route, repeat_of: ref.id });
}

beforeAll(async () => {
  operator = await records.operator();
  // Insert everything in one transaction, because each commit waits for the disk.
  await records.client.query("BEGIN");
  let at = 0;
  for (let day = 0; day < 150; day++)
    await addSubmission(new Date(now.getTime() - day * dayMilliseconds - at * 61_000), at++);
  for (const name of [zone, "Europe/Madrid"]) {
    for (const day of ["2026-10-19", "2026-10-25", "2026-10-26", "2026-11-01", "2026-11-02", "2026-11-18"]) {
      const { start } = toDayRange(day, name);
      for (const offset of [-1, 0, 1]) await addSubmission(new Date(start.getTime() + offset), at++);
    }
  }
  for (let count = 0; count < 200; count++) await addSubmission(new Date(now.getTime() - count * 4.2 * hour), at++);
  await records.client.query("COMMIT");
});

function renderFigures(overview: Overview, open: { due: number; late: number }): string {
  const intl = { locale: "en", timeZone: env().TIME_ZONE } as ComponentProps<typeof NextIntlClientProvider>;
  const page = createElement(OverviewCharts, { overview, open, lookAlikes: [], replyTime: "48 hours" });
  return renderToStaticMarkup(createElement(NextIntlClientProvider, intl, page));
}

/** Lists percentages without a link, except 0% and comparisons with the previous range. */
function listUnlinkedShares(html: string): string[] {
  const words = html.replace(/<a\b.*?<\/a>/gs, " ").replace(/<[^>]+>/g, " ");
  return [...words.matchAll(/\b(\d+%)(?! (?:more|fewer) than| within)/g)]
    .map(([, share = ""]) => share)
    .filter((share) => share !== "0%");
}

/** Lists a page's links to the inbox, with their texts. */
function listLinks(html: string): { path: string; words: string }[] {
  return [...html.matchAll(/<a\b[^>]*href="(\/admin\/inbox[^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, path = "", words = ""]) => ({
      path: path.replaceAll("&amp;", "&"),
      words: words.replace(/<[^>]+>/g, ""),
    }),
  );
}

async function countRows(path: string): Promise<number> {
  const query = parseViewQuery(new URL(path, "https://encaje.example").search);
  const { rows, total } = await listSubmissions(query, { operator, now }, 2000);
  expect(rows).toHaveLength(total.count);
  return total.count;
}

const ranges: [name: string, zone: string, query: OverviewQuery][] = [
  ["the last four weeks", zone, { weeks: 4 }],
  ["days in which clocks are set back by an hour", "Europe/Madrid", { from: "2026-10-19", to: "2026-11-01" }],
  ["a single day", zone, { from: "2026-11-02", to: "2026-11-02" }],
];

test.each(ranges)(
  "links each number on the overview to a list with exactly that many submissions: %s",
  async (_, timeZone, query) => {
    Object.assign(env(), { TIME_ZONE: timeZone });
    const overview = await readOverview(query, now);
    const open = await countReplies({ now });
    const html = renderFigures(overview, open);
    const links = listLinks(html);
    const named = links.filter(({ words }) => /\d/.test(words) && !/(%$|^[\d.]+ (h|min)$)/.test(words));
    for (const { path, words } of named) {
      expect(`${words} ${path}: ${await countRows(path)}`).toBe(`${words} ${path}: ${/\d+/.exec(words)?.[0]}`);
    }
    const cards = links.filter(({ words }) => !/\d/.test(words));
    const { total, qualified, won } = overview.totals;
    expect(await Promise.all(cards.map(({ path }) => countRows(path)))).toEqual([
      total,
      qualified,
      won,
      open.due + open.late,
    ]);
    const days = toDaysFilters(overview.range.days, { isOpen: true });
    const shares = links.filter(({ words }) => words.endsWith("%")).map(({ path }) => path);
    expect(listUnlinkedShares(html)).toEqual([]);
    const { answered } = overview.replies;
    const times = links.filter(({ words }) => /^[\d.]+ (h|min)$/.test(words));
    expect(await Promise.all(times.map(({ path }) => countRows(path)))).toEqual([answered, answered]);
    for (const [question, counts] of overview.answers.entries()) {
      for (const { score, count, qualified } of counts) {
        const filters = toAnswerFilters(question, score);
        const paths = [getCountedPath(days, filters), getCountedPath(days, { ...filters, route: "qualified" })];
        expect(await Promise.all(paths.map(countRows))).toEqual([count, qualified]);
        if (qualified) expect(shares).toEqual(expect.arrayContaining(paths));
      }
    }
    if (query === ranges[0]?.[2]) {
      expect(named.length).toBeGreaterThan(80);
      expect(overview.sources.rest).not.toBeNull();
      expect(overview.lost.rest).toBeGreaterThan(0);
      expect(overview.parts.every(({ otherAgents }) => otherAgents > 0)).toBe(true);
      expect(named.map(({ path }) => path)).toContain(getInboxPath(lateNow));
      expect(named.filter(({ path }) => path.includes("booking=none")).length).toBeGreaterThan(8);
      expect(named.filter(({ path }) => path.includes("until="))).toHaveLength(3);
    }
  },
);
