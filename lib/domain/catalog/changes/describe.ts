import { changesText, compareText } from "../../../i18n/texts.ts";
import { formatLongDate } from "../../../i18n/time-in-words.ts";
import type { Locale } from "../../locale.ts";
import { toDay } from "../../time-zone.ts";
import type { ApiChange, Comparison } from "../compare/model.ts";
import { pickTitle } from "../editor/content.ts";
import type { ApiCatalogEntry } from "../schema.ts";
import { type Deprecation, type DocumentState, findDeprecation } from "./document-state.ts";
import { type Release, sortChanges } from "./release.ts";

type Reader = { locale: Locale; timeZone: string; now: Date };

/** Describes the last checks of the document's URL in one or two sentences. Null before the first result. */
export function describeChecks(
  { checkedAt, unchangedAt, failedAt, isUnreachable, comparison }: DocumentState,
  { locale, timeZone, now }: Reader,
): string | null {
  const text = changesText(locale);
  const format = (date: Date) => formatLongDate(date, locale, timeZone);
  const isSameDay = (one: Date, other: Date) => toDay(one, timeZone) === toDay(other, timeZone);
  const checked = checkedAt && (isSameDay(checkedAt, now) ? text("today") : text("on", { date: format(checkedAt) }));
  if (isUnreachable && failedAt) {
    const before = checked ? text("unreachableBefore", { checked }) : text("unreachableNever");
    return text("unreachable", { date: format(failedAt), before });
  }
  if (!checkedAt || !unchangedAt || !checked) return null;
  const date = format(unchangedAt);
  if (comparison) return text("differs", { checked, date, counts: describeChangeCounts(comparison, locale) });
  return isSameDay(checkedAt, unchangedAt) ? text("same", { checked }) : text("unchanged", { checked, date });
}

/** States how many changes of each level there are. */
export function describeChangeCounts({ level, changes, partial }: Comparison, locale: Locale): string {
  const text = changesText(locale);
  const count = (wanted: string) => changes.filter((change) => change.level === wanted).length;
  const counts = { breaking: count("breaking"), mayBreak: count("may_break"), other: count("other") };
  const sentences = [
    level === "none" ? text("onlyWords") : text("counts", counts),
    partial.length ? text("unknown") : "",
  ];
  return sentences
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .join(" ");
}

/** `operation` is empty if the sentence names the operation already. */
export function describeChangeWithOperation(
  change: ApiChange,
  locale: Locale,
): { operation: string; sentence: string } {
  const sentence = describeChange(change, locale);
  const operation = change.place.operation ?? "";
  return { operation: sentence.includes(operation) ? "" : operation, sentence };
}

/** Maximum changes of a release that its page and the Markdown version list. */
export const releaseChangesMax = 50;

/** Returns a sentence for each of the first `max` changes, breaking ones first, and one that counts the others. */
export function describeRelease(release: Release, locale: Locale, max: number) {
  const { comparison } = release;
  const compare = compareText(locale);
  const sorted = sortChanges(comparison.changes);
  const sentences = sorted.slice(0, max).map((change) => {
    const { operation, sentence } = describeChangeWithOperation(change, locale);
    return [compare(`level.${change.level}`), operation, sentence].filter(Boolean).join(": ");
  });
  if (sorted.length > max) sentences.push(changesText(locale)("more", { count: sorted.length - max }));
  return { title: pickTitle(release, locale), summary: describeChangeCounts(comparison, locale), sentences };
}

export function describeDeprecation({ since, sunset }: Deprecation, { locale, now }: Reader): string {
  const text = changesText(locale);
  const format = (date: Date) => formatLongDate(date, locale, "UTC");
  return [
    since && text("deprecated", { date: format(since) }),
    sunset && text(sunset < now ? "sunsetPast" : "sunset", { date: format(sunset) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Describes the state of an entry's document in one line. Empty if nothing is known. */
export function describeEntryState(entry: ApiCatalogEntry, state: DocumentState | null, reader: Reader): string {
  const deprecation = findDeprecation(entry);
  const sentences = [deprecation && describeDeprecation(deprecation, reader), state && describeChecks(state, reader)];
  return sentences.filter(Boolean).join(" ");
}

/** Describes what changed, and what clients should do, in two sentences. */
export function describeChange({ rule, level, place, name, before, after }: ApiChange, locale: Locale): string {
  const text = compareText(locale);
  const { operation, direction, path } = place;
  const nothing = text("nothing");
  const at = path || operation || text("everywhere");
  const what = text(
    `rules.${rule}` as "rules.closed",
    { at, name, before: before ?? nothing, after: after ?? nothing } as never,
  );
  const isReversed = Boolean(operation?.endsWith("(webhook)")) !== path.startsWith("callbacks.");
  const isWritten = (direction === "request") !== isReversed;
  // A new default concerns the clients that leave the value out.
  const concern = !direction || rule === "default-changed" ? "all" : isWritten ? "written" : "read";
  return `${what} ${text(`concern.${concern}.${level}`)}`;
}
