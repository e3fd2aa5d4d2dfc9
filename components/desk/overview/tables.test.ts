import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OverviewPart } from "#lib/domain/submissions/overview/overview.ts";
import { ChannelChart, GroupChart } from "./part-charts.tsx";
import { RangeNote } from "./range-picker.tsx";
import { AssistantTable, ReplyTimeTable, SourceList } from "./tables.tsx";

function renderInZone(element: ReactElement, timeZone = "America/Mexico_City", locale = "en"): string {
  const intl = { locale, timeZone } as ComponentProps<typeof NextIntlClientProvider>;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, intl, element));
}

function readRows(element: ReactElement, timeZone?: string): string[][] {
  const [, table = ""] = /<table[^>]*>(.*)<\/table>/s.exec(renderInZone(element, timeZone)) ?? [];
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
      cell
        .replace(/<[^>]+>/g, "")
        .replaceAll("\u00a0", " ")
        .trim(),
    ),
  );
}

const makeWeek = (day: number, change: Partial<OverviewPart>): OverviewPart => ({
  from: `2026-11-${String(day).padStart(2, "0")}`,
  to: `2026-11-${day + 6}`,
  start: new Date(Date.UTC(2026, 10, day, 6)),
  isOver: true,
  total: 0,
  groups: { qualified: 0, review: 0, redirect: 0, inquiry: 0 },
  web: 0,
  agents: [0],
  otherAgents: 0,
  unbooked: { web: 0, agents: 0 },
  ...change,
});
const unit = "week";
const days = { from: "2026-11-09", to: "2026-11-22" };
const parts = [
  makeWeek(9, {
    total: 10,
    groups: { qualified: 1, review: 2, redirect: 3, inquiry: 4 },
    web: 5,
    agents: [3],
    otherAgents: 2,
  }),
  makeWeek(16, { total: 1, groups: { qualified: 1, review: 0, redirect: 0, inquiry: 0 }, web: 1, isOver: false }),
];

test("shows each week's submissions by route with totals, newest week first", () => {
  expect(readRows(createElement(GroupChart, { parts, unit }))).toEqual([
    ["Week from", "Qualified", "Review", "Redirect", "Inquiries", "Total"],
    ["Nov 16 so far", "1", "0", "0", "0", "1"],
    ["Nov 9", "1", "2", "3", "4", "10"],
    ["Total", "2", "2", "3", "4", "11"],
  ]);
});

test("links each number except zero to the list of the counted submissions, for the same days", () => {
  const html = renderInZone(createElement(GroupChart, { parts, unit })).replaceAll("&amp;", "&");
  const days = (from: string, to: string) => `from=2026-11-${from}&to=2026-11-${to}&snoozed=all`;
  for (const query of [
    `route=redirect&${days("09", "15")}`,
    `kind=inquiry&${days("09", "22")}`,
    `${days("16", "22")}`,
  ]) {
    expect(html).toContain(`href="/admin/inbox?${query}"`);
  }
  expect(html).not.toContain(`route=redirect&${days("16", "22")}`);
});

test("shows the year of a week that began in an earlier year in the given time zone", () => {
  const start = (day: string) => ({ ...makeWeek(1, { total: 1 }), start: new Date(`${day}T00:00:00+09:00`) });
  const newYear = [start("2023-12-25"), start("2024-01-01")];
  const names = readRows(createElement(GroupChart, { parts: newYear, unit }), "Asia/Tokyo").map(([name]) => name);
  expect(names).toEqual(["Week from", "Jan 1", "Dec 25, 2023", "Total"]);
});

test("shows each week's submissions by channel, with totals", () => {
  expect(readRows(createElement(ChannelChart, { parts, unit, agents: ["Claude"], lookAlikes: [] }))).toEqual([
    ["Week from", "Website", "Claude", "Others", "Total"],
    ["Nov 16 so far", "1", "0", "0", "1"],
    ["Nov 9", "5", "3", "2", "10"],
    ["Total", "6", "3", "2", "11"],
  ]);
});

test("escapes and shortens source names, and removes invisible characters", () => {
  const name = `<b>x</b>\u202e ${"long ".repeat(60)}`;
  const sources = {
    shown: [
      { kind: "named", name, total: 60, qualified: 30 } as const,
      { kind: "agent", name: "\u200b", total: 2, qualified: 0 } as const,
      { kind: "direct", name: "", total: 1, qualified: 1 } as const,
    ],
    rest: { sources: 2, total: 3, qualified: 1 },
  };
  expect(readRows(createElement(SourceList, { overview: { sources }, days }))).toEqual([
    ["Source", "Submissions", "Qualified"],
    [expect.stringMatching(/^&lt;b&gt;x&lt;\/b&gt; long [^\u202e]*…$/), "60", "30"],
    ["Assistant: A name that cannot be seen", "2", "0"],
    ["Direct", "1", "1"],
    ["2 other sources", "3", "1"],
  ]);
});

test("groups first replies by the hours since the submission", () => {
  const replies = {
    promised: 20,
    answered: 8,
    inTime: 6,
    due: 9,
    waiting: 5,
    late: 1,
    closed: 7,
    median: 0.5,
    ninetieth: 30.25,
    distribution: [1, 2, 1, 1, 1, 2],
  };
  expect(readRows(createElement(ReplyTimeTable, { replies, replyTime: "48 hours", days }))).toEqual([
    ["First reply", "Submissions", "Share"],
    ["Under 4 h", "1", "5%"],
    ["4 to 12 h", "2", "10%"],
    ["12 to 24 h", "1", "5%"],
    ["24 to 36 h", "1", "5%"],
    ["36 to 48 h", "1", "5%"],
    ["48 h or more", "2", "10%"],
    ["Still waiting", "5", "25%"],
    ["Closed without a reply", "7", "35%"],
    ["Promised", "20", "100%"],
  ]);
  const html = renderInZone(createElement(ReplyTimeTable, { replies, replyTime: "48 hours", days }));
  expect(html).toContain('href="/admin/inbox?from=2026-11-09&amp;to=2026-11-22&amp;due=late&amp;snoozed=all"');
  for (const reply of ["in_time", "answered"]) {
    const [, words = ""] = new RegExp(`reply=${reply}&amp;snoozed=all"[^>]*>([^<]+)<`).exec(html) ?? [];
    expect(words).toBe({ in_time: "67%", answered: "30 min" }[reply]);
  }
  const note = "(currently within 48 hours); each is judged by its own deadline";
  const text = html.replace(/<[^>]+>/g, "");
  for (const words of ["30 min", "30.3 h", "67%", "6 of 9 due", "1 late", note]) expect(text).toContain(words);
});

test("marks a look-alike name in the table of assistants", () => {
  const figures = { sent: 2, confirmed: 1, qualified: 1, won: 0 };
  const shown = ["ChatGPT", "\u0421hatGPT"].map((name) => ({ name, key: name, ...figures }));
  const overview = { assistants: { shown, rest: figures } };
  expect(readRows(createElement(AssistantTable, { overview, lookAlikes: ["\u0421hatGPT"], days })).slice(1)).toEqual([
    ["ChatGPT", "2", "1", "1", "0"],
    ["\u0421hatGPTLook-alike name", "2", "1", "1", "0"],
    ["Other assistants", "2", "1", "1", "0"],
  ]);
});

test("marks a look-alike name in the legend and the table of channels", () => {
  const agents = ["ChatGPT", "\u0421hatGPT"];
  const both = [makeWeek(9, { total: 5, agents: [3, 2] })];
  const channels = { parts: both, unit, agents, lookAlikes: ["\u0421hatGPT"] } as const;
  const html = renderInZone(createElement(ChannelChart, { ...channels, agents }));
  expect(html.split("Look-alike name")).toHaveLength(3);
  expect(html).toMatch(/\u0421hatGPT<\/bdi> <span[^>]*>Look-alike name/);
});

test("explains unfinished periods and weeks only if the table shows any", () => {
  const toHtml = (isOver: boolean, unit: "day" | "week") =>
    renderInZone(createElement(GroupChart, { parts: [makeWeek(16, { total: 1, isOver })], unit }));
  expect(toHtml(false, "week")).toMatch(/Weeks begin on Monday\..*Not over yet/s);
  expect(toHtml(true, "day")).not.toMatch(/Weeks begin|Not over yet/);
});

test("shows a number without a link if the URL of its list is too long for a request", () => {
  const figures = { sent: 2, confirmed: 1, qualified: 1, won: 0 };
  const toHtml = (length: number) => {
    const shown = Array.from({ length: 20 }, (_, at) => `${"\u{1F916}".repeat(length)}${at}`);
    const assistants = { shown: shown.map((name) => ({ name, key: name, ...figures })), rest: figures };
    return renderInZone(createElement(AssistantTable, { overview: { assistants }, lookAlikes: [], days }));
  };
  expect(toHtml(20)).toContain("agentNot=");
  const html = toHtml(100);
  expect(html).not.toContain("agentNot=");
  expect(html).toContain("agent=");
});

test.each([
  ["en", "2026-10-19", "2026-11-01", "Oct_19 – Nov_1,_2026"],
  ["es-MX", "2026-10-19", "2026-11-01", "19_oct – 1_nov_2026"],
  ["es-MX", "2026-11-02", "2026-11-15", "2–15_nov_2026"],
])("formats a range of days in the desk's date format: %s, %s to %s", (locale, from, to, shown) => {
  const toDeskDay = (day: string) => ({ day, start: new Date(`${day}T06:00:00Z`), end: new Date(`${day}T23:00:00Z`) });
  const range = { days: [from, to].map(toDeskDay), before: [] };
  const html = renderInZone(createElement(RangeNote, { range }), "America/Mexico_City", locale);
  expect(html.replaceAll("\u00a0", "_").replaceAll("\u2009", " ")).toContain(`>${shown}, `);
});
