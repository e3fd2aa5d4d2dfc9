import { createFormatter, createTranslator, type DateTimeFormatOptions, useLocale, useTimeZone } from "next-intl";
import { formatTimeZone } from "#lib/i18n/time-in-words.ts";
import assignmentEn from "#messages/en/desk/assignment.json";
import authEn from "#messages/en/desk/auth.json";
import bookingsEn from "#messages/en/desk/bookings.json";
import catalogEn from "#messages/en/desk/catalog.json";
import errorEn from "#messages/en/desk/error.json";
import inboundEn from "#messages/en/desk/inbound.json";
import inboxEn from "#messages/en/desk/inbox.json";
import listEn from "#messages/en/desk/list.json";
import mailEn from "#messages/en/desk/mail.json";
import overviewEn from "#messages/en/desk/overview.json";
import peopleEn from "#messages/en/desk/people.json";
import replyEn from "#messages/en/desk/reply.json";
import shellEn from "#messages/en/desk/shell.json";
import siteEn from "#messages/en/desk/site.json";
import spamEn from "#messages/en/desk/spam.json";
import triageEn from "#messages/en/desk/triage.json";
import webhooksEn from "#messages/en/desk/webhooks.json";
import fieldsEn from "#messages/en/fields.json";
import assignmentEs from "#messages/es/desk/assignment.json";
import authEs from "#messages/es/desk/auth.json";
import bookingsEs from "#messages/es/desk/bookings.json";
import catalogEs from "#messages/es/desk/catalog.json";
import errorEs from "#messages/es/desk/error.json";
import inboundEs from "#messages/es/desk/inbound.json";
import inboxEs from "#messages/es/desk/inbox.json";
import listEs from "#messages/es/desk/list.json";
import mailEs from "#messages/es/desk/mail.json";
import overviewEs from "#messages/es/desk/overview.json";
import peopleEs from "#messages/es/desk/people.json";
import replyEs from "#messages/es/desk/reply.json";
import shellEs from "#messages/es/desk/shell.json";
import siteEs from "#messages/es/desk/site.json";
import spamEs from "#messages/es/desk/spam.json";
import triageEs from "#messages/es/desk/triage.json";
import webhooksEs from "#messages/es/desk/webhooks.json";
import fieldsEs from "#messages/es/fields.json";
import { getOrCreate } from "./get-or-create.ts";
import type { Locale } from "./locales.ts";
import { toFormatLocale, toLanguage } from "./locales.ts";

/** A missing Spanish text is a compile error. */
const both = <Texts>(en: Texts, es: NoInfer<Texts>): Record<Locale, Texts> => ({ en, es });

const messages = {
  shell: both(shellEn, shellEs),
  auth: both(authEn, authEs),
  assignment: both(assignmentEn, assignmentEs),
  fields: both(fieldsEn, fieldsEs),
  inbox: both(inboxEn, inboxEs),
  list: both(listEn, listEs),
  bookings: both(bookingsEn, bookingsEs),
  catalog: both(catalogEn, catalogEs),
  error: both(errorEn, errorEs),
  mail: both(mailEn, mailEs),
  inbound: both(inboundEn, inboundEs),
  overview: both(overviewEn, overviewEs),
  people: both(peopleEn, peopleEs),
  reply: both(replyEn, replyEs),
  site: both(siteEn, siteEs),
  spam: both(spamEn, spamEs),
  triage: both(triageEn, triageEs),
  webhooks: both(webhooksEn, webhooksEs),
};
type DeskArea = keyof typeof messages;
export type DeskMessages<Area extends DeskArea> = (typeof messages)[Area]["en"];

function createDeskText<Area extends DeskArea>(locale: Locale, area: Area) {
  return createTranslator<DeskMessages<Area>>({ locale: toFormatLocale(locale), messages: messages[area][locale] });
}
export type DeskText<Area extends DeskArea> = ReturnType<typeof createDeskText<Area>>;

/** `texts` are those of one language, which has the same keys as the others. */
export const hasText = <Texts extends object>(texts: Texts, key: PropertyKey): key is keyof Texts =>
  Object.hasOwn(texts, key);

/** Cached, because a page asks for texts a thousand times and a new translator creates its Intl formats again. */
const texts = new Map<string, unknown>();

export function getDeskTextFor<Area extends DeskArea>(locale: Locale, area: Area): DeskText<Area> {
  return getOrCreate(texts, `${locale} ${area}`, () => createDeskText(locale, area)) as DeskText<Area>;
}

/** Async components use getDeskText instead. */
export function useDeskText<Area extends DeskArea>(area: Area): DeskText<Area> {
  return getDeskTextFor(useDeskLanguage(), area);
}

export function useDeskLanguage(): Locale {
  return toLanguage(useLocale());
}

/** Replaces spaces with no-break spaces, so that "23 nov 2026" and "5:16 a.m." are not split across lines. */
export const keepOnOneLine = (text: string): string => text.replaceAll(" ", "\u00a0");

const formatters = new Map<string, ReturnType<typeof createFormatter>>();

/** Replaces next-intl's `useFormatter`, which creates its Intl formats again for each request. */
export function useDeskFormatter(): ReturnType<typeof createFormatter> {
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  return getOrCreate(formatters, `${locale} ${timeZone}`, () => createFormatter({ locale, timeZone }));
}

/** Formats dates in the given zone; by default in TIME_ZONE, which the desk's pages set for next-intl. */
export function useDeskDateFormat(): (time: Date | number, options: DateTimeFormatOptions) => string {
  const format = useDeskFormatter();
  return (time, options) => keepOnOneLine(format.dateTime(time, options));
}

/** Formats day and month, and the year where it is not that of `now`. */
export function useShortDateFormat(): (time: Date, now: Date, options?: DateTimeFormatOptions) => string {
  const formatDate = useDeskDateFormat();
  const formatYear = (time: Date) => formatDate(time, { year: "numeric" });
  return (time, now, options) => {
    const year = formatYear(time) === formatYear(now) ? {} : { year: "numeric" as const };
    return formatDate(time, { day: "numeric", month: "short", ...year, ...options });
  };
}

/** A line may break between day and hour. */
export function useDeskTimeFormat(): (time: Date) => string {
  const formatDate = useDeskDateFormat();
  return (time) => `${formatDate(time, { dateStyle: "medium" })}, ${formatDate(time, { timeStyle: "short" })}`;
}

const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/** Formats days given as `YYYY-MM-DD`. Returns other texts, such as the names of old versions, unchanged. */
function useDeskDayFormat(): (day: string) => string {
  const formatDate = useDeskDateFormat();
  return (day) => (dayShape.test(day) ? formatDate(new Date(day), { dateStyle: "medium", timeZone: "UTC" }) : day);
}

export type DeskFormats = { formatTime: (time: Date) => string; formatDay: (day: string) => string };

export function useDeskFormats(): DeskFormats {
  return { formatTime: useDeskTimeFormat(), formatDay: useDeskDayFormat() };
}

export function useDeskTimeZone(): string {
  return formatTimeZone(useTimeZone() ?? "UTC", useDeskLanguage());
}
