import * as z from "zod/mini";
import { Locale } from "../../locale.ts";
import { compareTexts } from "../../plain-text.ts";
import { isoDay, isoTime } from "../../schema-kit.ts";
import { isStorable } from "../../text-bounds.ts";
import { replyBounds } from "../core/clock.ts";
import { consentStates } from "../core/consent.ts";
import { questions } from "../core/questions.ts";
import { channels, LeadRoute } from "../core/schema.ts";
import { closedStatuses, openStatuses, type Status, statuses } from "../core/status.ts";
import { SubmissionId, SubmissionKind, type SubmissionRef } from "../core/submission-ref.ts";

export const searchMax = 200;
export const inboxSorts = ["newest", "oldest", "due", "message"] as const;
export const dueFilters = ["today", "late"] as const;
/** `wrote`: the person wrote the last message, whether or not it was read. */
export const messageFilters = ["unread", "wrote"] as const;
/** `none`: qualified, still open, and without a current booking. */
export const bookingFilters = ["none"] as const;
export const snoozedFilters = ["only", "all"] as const;
/** Reply states as the overview counts them. `due` means answered or overdue. */
export const replyStates = ["promised", "answered", "due", "in_time", "waiting", "closed"] as const;
/** Ranges of reply times: "0-4" is less than 4 hours, "48-" is 48 hours or more. */
export const replyTimes = [0, ...replyBounds].map((from, at) => `${from}-${replyBounds[at] ?? ""}`);
/** All options of all questions. Fractional points count as the nearest option. */
export const answerChoices = questions.flatMap(({ key, options }) => options.map((option) => `${key}.${option}`));
/** Groups of statuses. Spam is in neither: it is closed, but nobody has worked on it. */
export const statusGroups = { open: openStatuses, closed: closedStatuses.filter((status) => status !== "spam") };
export const listedByDefault: readonly Status[] = [...statusGroups.open, ...statusGroups.closed];

/**
 * Edge of a page: the next page starts after this row, the previous page ends before it.
 * - `stretch: "returned"`: a row whose snooze has ended; these come first.
 * - `stretch: "rest"`: in the order `due`, a row without a running clock.
 * - `sortTime`: when the row arrived or returned; in the order `due`, when the reply is due while the clock runs; in
 *   the order `message`, when its last mail was written, if there is one.
 */
export type Cursor = SubmissionRef & { sortTime: Date; stretch?: Stretch };
export const stretches = ["returned", "rest"] as const;
type Stretch = (typeof stretches)[number];

export function createRowComparator(sort: (typeof inboxSorts)[number]): (a: Cursor, b: Cursor) => number {
  const getRank = ({ stretch }: Cursor) => (stretch === "returned" ? 0 : stretch === "rest" ? 2 : 1);
  return (a, b) => {
    const isDescending = sort === "newest" || sort === "message" || a.stretch !== undefined;
    const order = a.sortTime.getTime() - b.sortTime.getTime() || compareTexts(a.kind, b.kind) || a.id - b.id;
    return getRank(a) - getRank(b) || (isDescending ? -order : order);
  };
}

/** Takes the first value, because the desk's queries have a list of values for each parameter. */
export const First = z.transform((value: unknown) => (Array.isArray(value) ? value[0] : value));

function field<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.pipe(First, z.optional(schema)), undefined);
}

function fieldOr<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) {
  return z.catch(z.pipe(First, schema), () => fallback);
}

const cursorShape = /^(evaluation|inquiry)-(\d{1,14})-([1-9]\d{0,9})(?:-(returned|rest))?$/;
export const CursorText = z.pipe(
  z.string().check(
    z.regex(cursorShape, { error: "must be the value `next` of the page before" }),
    z.refine((text) => SubmissionId.safeParse(text.split("-")[2]).success),
  ),
  z.transform((text): Cursor => {
    const [kind, time, id, name] = text.split("-");
    const place = { kind: SubmissionKind.parse(kind), sortTime: new Date(Number(time)), id: Number(id) };
    const stretch = stretches.find((each) => each === name);
    return stretch ? { ...place, stretch } : place;
  }),
);

export const isStatusList = (text: string) =>
  text.split(",").every((name) => isStatusGroup(name) || statuses.some((status) => status === name));

/** Choosing every status except spam is the same as choosing none. */
const StatusList = z.transform(readStatusList);

export function readStatusList(value: unknown): Status[] {
  const names = (Array.isArray(value) ? value : [value]).flatMap((part) =>
    typeof part === "string" ? part.split(",") : [],
  );
  const chosen = new Set(names.flatMap((name) => (isStatusGroup(name) ? [...statusGroups[name]] : [name])));
  const known = statuses.filter((status) => chosen.has(status));
  return known.join() === listedByDefault.join() ? [] : known;
}

function isStatusGroup(name: string): name is keyof typeof statusGroups {
  return Object.hasOwn(statusGroups, name);
}

const storable = z.refine<string>(isStorable);
const Day = isoDay();
const Name = z.string().check(z.trim(), z.minLength(1), storable);
const source = z.string().check(z.regex(/^(direct|(named|agent):.*)$/s), storable);
const notMax = 20;

function defineList(schema: z.ZodMiniType<string>) {
  return z.transform((value: unknown): string[] => {
    const read = [value].flat().flatMap((one) => schema.safeParse(one).data ?? []);
    return [...new Set(read)].slice(0, notMax);
  });
}

export const Search = z.pipe(
  z.string().check(storable),
  z.transform((text) => [...text.normalize("NFC").trim()].slice(0, searchMax).join("").trim()),
);

/** Filters with one value each. The operator API refuses invalid values; the inbox ignores them. */
export const inboxFilters = {
  kind: SubmissionKind,
  route: LeadRoute,
  booking: z.enum(bookingFilters),
  channel: z.enum(channels),
  agent: Name,
  consent: z.enum(consentStates),
  language: Locale,
  /** An operator's ID, "none" or "me". */
  owner: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  /** First and last day, both included, in the desk's time zone. */
  from: Day,
  to: Day,
  until: isoTime(),
  /** `today`: first replies that are due before tomorrow, including late ones. `late`: only late ones. */
  due: z.enum(dueFilters),
  message: z.enum(messageFilters),
  reply: z.enum([...replyStates, ...replyTimes]),
  /** Source of the submission, in the format of `toSourceKey`. */
  source,
  /** Reason for losing the submission, compared without punctuation, accents and case. */
  reason: Name,
  answer: z.enum(answerChoices),
  /** By default, a list hides snoozed submissions, while a search finds them. */
  snoozed: z.enum(snoozedFilters),
};

/** Ignores unknown parameters and malformed values. */
export const InboxQuery = z.object({
  kind: field(inboxFilters.kind),
  route: field(inboxFilters.route),
  booking: field(inboxFilters.booking),
  /** Statuses in workflow order. If none is chosen, a list shows all except spam, and a search finds all. */
  status: StatusList,
  channel: field(inboxFilters.channel),
  agent: field(inboxFilters.agent),
  agentNot: defineList(Name),
  consent: field(inboxFilters.consent),
  language: field(inboxFilters.language),
  owner: field(inboxFilters.owner),
  from: field(inboxFilters.from),
  to: field(inboxFilters.to),
  until: field(inboxFilters.until),
  due: field(inboxFilters.due),
  message: field(inboxFilters.message),
  reply: field(inboxFilters.reply),
  source: field(inboxFilters.source),
  sourceNot: defineList(source),
  reason: field(inboxFilters.reason),
  reasonNot: defineList(Name),
  answer: field(inboxFilters.answer),
  snoozed: field(inboxFilters.snoozed),
  q: fieldOr(Search, ""),
  /** `due` lists submissions that wait for a reply first, most urgent on top; then all others, newest first. */
  sort: fieldOr(z.enum(inboxSorts), "newest"),
  cursor: field(CursorText),
  /** Without a cursor, `backward` means the last page. */
  direction: fieldOr(z.enum(["forward", "backward"]), "forward"),
  /** A saved view's number or a built-in view's name. The view's filters apply where this query has none. */
  view: field(z.string().check(z.regex(/^([1-9]\d{0,8}|[a-z]{1,20})$/))),
});
export type InboxQuery = z.infer<typeof InboxQuery>;

export function parseInboxQuery(params: Record<string, string | string[] | undefined>): InboxQuery {
  return InboxQuery.parse(params);
}

export function toFirstPage(query: InboxQuery): InboxQuery {
  return { ...query, cursor: undefined, direction: "forward" };
}

const queryNames = Object.keys(InboxQuery.shape);

/** Leaves out default values. */
export function toQuery(query: InboxQuery): URLSearchParams {
  const { status, sort, cursor, direction } = query;
  const values: Record<string, string | string[] | undefined> = {
    ...query,
    status: printStatuses(status),
    sort: sort === "newest" ? undefined : sort,
    cursor: cursor && printCursor(cursor),
    direction: direction === "forward" ? undefined : direction,
  };
  return toSearchParams(values);
}

export function toSearchParams(values: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(queryNames.flatMap((name) => toValues(values[name]).map((value) => [name, value])));
}

const toValues = (value: string | string[] | undefined) => (value ? [value].flat() : []);

export function printCursor({ kind, sortTime, id, stretch }: Cursor): string {
  return [kind, sortTime.getTime(), id, stretch].filter((part) => part !== undefined).join("-");
}

function printStatuses(chosen: readonly Status[]): string {
  const list = statuses.filter((status) => chosen.includes(status)).join();
  const group = Object.entries(statusGroups).find(([, members]) => members.join() === list);
  return group ? group[0] : list;
}
