import { formatLocales } from "../../i18n/locales.ts";
import type { Locale } from "../locale.ts";
import { toOneLine, toShownName } from "../plain-text.ts";
import { foldReason, type Overview, overviewGroups, toShare } from "../submissions/overview/overview.ts";
import {
  countedPath,
  type Filters,
  lateNow,
  linkCharactersMax,
  toAgentFilters,
  toGroupFilters,
  toOtherAgentsFilters,
  toOtherReasonsFilters,
  toReasonFilters,
} from "../submissions/overview/overview-links.ts";
import type { Week } from "../submissions/overview/overview-range.ts";
import { choicesPath, type Figure, type MailContent, type MailSite } from "./mail-content.ts";
import { type MailTexts, mailTexts } from "./texts.ts";

export type OverviewMail = {
  language: Locale;
  week: WeekOfFigures;
  /** The previous week. */
  before: WeekOfFigures;
  /** From any week. */
  lateCount: number;
  site: MailSite;
};
type WeekOfFigures = Week & { overview: Overview };

const reasonCharacters = 120;
const nameCharacters = 60;
const listedMax = 8;

/** The figures of a week beside those of the week before. Contains no address, but the reasons that operators wrote. */
export function composeOverview(mail: OverviewMail): MailContent {
  const { language, week, lateCount, site } = mail;
  const texts = mailTexts[language];
  const own = texts.overview;
  const figures = new Figures(mail);
  const { total, qualified } = week.overview.totals;
  const [first, last] = [formatDay(week.from, language), formatDay(week.to, language)];
  return {
    language,
    company: site.name,
    subject: own.subject(first, figures.format({ count: total })),
    preview: own.preview(figures.format({ count: qualified }), figures.format({ count: lateCount })),
    blocks: [
      { type: "heading", text: own.title(first, last) },
      { type: "figures", figures: listGroups(figures, texts) },
      { type: "heading", text: own.replies },
      { type: "figures", figures: listReplies(figures, texts, lateCount) },
      { type: "heading", text: own.lostTitle },
      { type: "figures", figures: listLost(figures, texts, week) },
      { type: "heading", text: own.assistants },
      { type: "figures", figures: listAssistants(figures, texts, week) },
      {
        type: "action",
        label: own.open,
        url: `${site.url}/admin/overview?from=${week.from}&to=${week.to}`,
        isPrimary: true,
      },
    ],
    footer: [own.footer(toOneLine(site.name)), texts.choices(site.url + choicesPath)],
  };
}

function formatDay(day: string, language: Locale): string {
  const format = new Intl.DateTimeFormat(formatLocales[language], { timeZone: "UTC", day: "numeric", month: "long" });
  return format.format(new Date(day));
}

/** A number and the whole that it is a share of. */
type Count = { count: number; whole?: number };

class Figures {
  readonly #mail: OverviewMail;
  readonly #number: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;

  constructor(mail: OverviewMail) {
    const locale = formatLocales[mail.language];
    this.#mail = mail;
    this.#number = new Intl.NumberFormat(locale);
    this.#percent = new Intl.NumberFormat(locale, { style: "percent" });
  }

  format({ count, whole = 0 }: Count): string {
    const share = toShare(count, whole);
    return share === null
      ? this.#number.format(count)
      : `${this.#number.format(count)} (${this.#percent.format(share)})`;
  }

  /** Links to the list that the number counts. */
  link(count: Count, days: Week | null, filters: Filters): Figure["value"] {
    const path = countedPath(days ? { from: days.from, to: days.to } : {}, filters);
    const isLinked = count.count > 0 && path.length <= linkCharactersMax;
    return { text: this.format(count), url: isLinked ? this.#mail.site.url + path : null };
  }

  /** Figure of both weeks. `count` returns null if the number of the week before is unknown. */
  compare(label: string, filters: Filters, count: (overview: Overview) => Count | null): Figure {
    const { language, week, before } = this.#mail;
    const [now, then] = [count(week.overview), count(before.overview)];
    const past = then && this.link(then, before, filters);
    return {
      label,
      value: this.link(now ?? { count: 0 }, week, filters),
      before: past && { ...past, text: mailTexts[language].overview.before(past.text) },
    };
  }
}

function listGroups(figures: Figures, texts: MailTexts): Figure[] {
  const own = texts.overview;
  return [
    figures.compare(own.total, {}, ({ totals }) => ({ count: totals.total })),
    ...overviewGroups.map((group) =>
      figures.compare(
        group === "inquiry" ? own.inquiries : texts.routes[group],
        toGroupFilters(group),
        ({ parts, totals }) => ({
          count: sum(parts.map(({ groups }) => groups[group])),
          ...(group === "inquiry" ? {} : { whole: totals.evaluations }),
        }),
      ),
    ),
    figures.compare(own.won, { status: "won" }, ({ totals }) => ({ count: totals.won })),
  ];
}

function listReplies(figures: Figures, { overview: own }: MailTexts, lateCount: number): Figure[] {
  return [
    figures.compare(own.due, { reply: "due" }, ({ replies }) => ({ count: replies.due })),
    figures.compare(own.inTime, { reply: "in_time" }, ({ replies }) => ({ count: replies.inTime, whole: replies.due })),
    { label: own.late, value: figures.link({ count: lateCount }, null, lateNow), before: null },
  ];
}

function listLost(figures: Figures, { overview: own }: MailTexts, week: WeekOfFigures): Figure[] {
  const { shown, rest } = week.overview.lost;
  const listed = shown.slice(0, listedMax);
  const others = rest + sum(shown.slice(listedMax).map(({ count }) => count));
  const otherReasons = figures.link({ count: others }, week, toOtherReasonsFilters(listed));
  return [
    figures.compare(own.lost, { status: "lost" }, ({ totals }) => ({ count: totals.lost })),
    ...listed.map((each) =>
      figures.compare(toShownName(each.reason, reasonCharacters) || own.unnamed, toReasonFilters(each), ({ lost }) =>
        findCount(lost.shown, ({ reason }) => foldReason(reason) === foldReason(each.reason), lost.rest > 0),
      ),
    ),
    ...(others > 0 ? [{ label: own.otherReasons, value: otherReasons, before: null }] : []),
  ];
}

function listAssistants(figures: Figures, { overview: own }: MailTexts, week: WeekOfFigures): Figure[] {
  const listed = week.overview.assistants.shown.slice(0, listedMax);
  const toCounts = ({ assistants }: Overview) => assistants.shown.map(({ key, sent }) => ({ key, count: sent }));
  return [
    figures.compare(own.allAssistants, toOtherAgentsFilters([]), ({ parts }) => ({
      count: sum(parts.map(({ total, web }) => total - web)),
    })),
    ...listed.map((each) =>
      figures.compare(toShownName(each.name, nameCharacters) || own.unnamed, toAgentFilters(each.name), (overview) =>
        findCount(toCounts(overview), ({ key }) => key === each.key, overview.assistants.rest !== null),
      ),
    ),
  ];
}

/** Null if the row may be among those cut from the list. */
function findCount<Row extends { count: number }>(
  listed: Row[],
  isWanted: (row: Row) => boolean,
  isCut: boolean,
): Count | null {
  const found = listed.find(isWanted);
  if (found) return { count: found.count };
  return isCut ? null : { count: 0 };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
