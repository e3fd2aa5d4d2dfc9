import { formatLocales } from "../../i18n/locales.ts";
import { type MailText, mailText } from "../../i18n/mail-text.ts";
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

export type OverviewMail = {
  language: Locale;
  week: WeekOfFigures;
  before: WeekOfFigures;
  /** Number of replies that are late now, regardless of the week. */
  lateCount: number;
  site: MailSite;
};
type WeekOfFigures = Week & { overview: Overview };

const reasonCharacters = 120;
const nameCharacters = 60;
const listedMax = 8;

/** Composes the weekly overview. It contains no addresses, but reasons written by operators. */
export function composeOverview(mail: OverviewMail): MailContent {
  const { language, week, lateCount, site } = mail;
  const t = mailText(language);
  const figures = new Figures(mail);
  const { total, qualified } = week.overview.totals;
  const [first, last] = [formatDay(week.from, language), formatDay(week.to, language)];
  return {
    language,
    company: site.name,
    subject: t("overview.subject", { day: first, total: figures.format({ count: total }) }),
    preview: t("overview.preview", {
      qualified: figures.format({ count: qualified }),
      late: figures.format({ count: lateCount }),
    }),
    blocks: [
      { type: "heading", text: t("overview.title", { first, last }) },
      { type: "figures", figures: listGroups(figures, t) },
      { type: "heading", text: t("overview.replies") },
      { type: "figures", figures: listReplies(figures, t, lateCount) },
      { type: "heading", text: t("overview.lostTitle") },
      { type: "figures", figures: listLost(figures, t, week) },
      { type: "heading", text: t("overview.assistants") },
      { type: "figures", figures: listAssistants(figures, t, week) },
      {
        type: "action",
        label: t("overview.open"),
        url: `${site.url}/admin/overview?from=${week.from}&to=${week.to}`,
        isPrimary: true,
      },
    ],
    footer: [t("overview.footer", { company: toOneLine(site.name) }), t("choices", { url: site.url + choicesPath })],
  };
}

function formatDay(day: string, language: Locale): string {
  const format = new Intl.DateTimeFormat(formatLocales[language], { timeZone: "UTC", day: "numeric", month: "long" });
  return format.format(new Date(day));
}

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

  link(count: Count, days: Week | null, filters: Filters): Figure["value"] {
    const path = countedPath(days ? { from: days.from, to: days.to } : {}, filters);
    const isLinked = count.count > 0 && path.length <= linkCharactersMax;
    return { text: this.format(count), url: isLinked ? this.#mail.site.url + path : null };
  }

  /** `count` returns null if the previous week's number is unknown. */
  compare(label: string, filters: Filters, count: (overview: Overview) => Count | null): Figure {
    const { language, week, before } = this.#mail;
    const [now, then] = [count(week.overview), count(before.overview)];
    const past = then && this.link(then, before, filters);
    return {
      label,
      value: this.link(now ?? { count: 0 }, week, filters),
      before: past && { ...past, text: mailText(language)("overview.before", { value: past.text }) },
    };
  }
}

function listGroups(figures: Figures, t: MailText): Figure[] {
  return [
    figures.compare(t("overview.total"), {}, ({ totals }) => ({ count: totals.total })),
    ...overviewGroups.map((group) =>
      figures.compare(
        group === "inquiry" ? t("overview.inquiries") : t(`routes.${group}`),
        toGroupFilters(group),
        ({ parts, totals }) => ({
          count: sum(parts.map(({ groups }) => groups[group])),
          ...(group === "inquiry" ? {} : { whole: totals.evaluations }),
        }),
      ),
    ),
    figures.compare(t("overview.won"), { status: "won" }, ({ totals }) => ({ count: totals.won })),
  ];
}

function listReplies(figures: Figures, t: MailText, lateCount: number): Figure[] {
  return [
    figures.compare(t("overview.due"), { reply: "due" }, ({ replies }) => ({ count: replies.due })),
    figures.compare(t("overview.inTime"), { reply: "in_time" }, ({ replies }) => ({
      count: replies.inTime,
      whole: replies.due,
    })),
    { label: t("overview.late"), value: figures.link({ count: lateCount }, null, lateNow), before: null },
  ];
}

function listLost(figures: Figures, t: MailText, week: WeekOfFigures): Figure[] {
  const { shown, rest } = week.overview.lost;
  const listed = shown.slice(0, listedMax);
  const others = rest + sum(shown.slice(listedMax).map(({ count }) => count));
  const otherReasons = figures.link({ count: others }, week, toOtherReasonsFilters(listed));
  return [
    figures.compare(t("overview.lost"), { status: "lost" }, ({ totals }) => ({ count: totals.lost })),
    ...listed.map((each) =>
      figures.compare(
        toShownName(each.reason, reasonCharacters) || t("overview.unnamed"),
        toReasonFilters(each),
        ({ lost }) =>
          findCount(lost.shown, ({ reason }) => foldReason(reason) === foldReason(each.reason), lost.rest > 0),
      ),
    ),
    ...(others > 0 ? [{ label: t("overview.otherReasons"), value: otherReasons, before: null }] : []),
  ];
}

function listAssistants(figures: Figures, t: MailText, week: WeekOfFigures): Figure[] {
  const listed = week.overview.assistants.shown.slice(0, listedMax);
  const toCounts = ({ assistants }: Overview) => assistants.shown.map(({ key, sent }) => ({ key, count: sent }));
  return [
    figures.compare(t("overview.allAssistants"), toOtherAgentsFilters([]), ({ parts }) => ({
      count: sum(parts.map(({ total, web }) => total - web)),
    })),
    ...listed.map((each) =>
      figures.compare(
        toShownName(each.name, nameCharacters) || t("overview.unnamed"),
        toAgentFilters(each.name),
        (overview) => findCount(toCounts(overview), ({ key }) => key === each.key, overview.assistants.rest !== null),
      ),
    ),
  ];
}

/** Returns the count in the wanted row, 0 if there is no such row, or null if it may have been cut from the list. */
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
