import { compareText } from "../../../i18n/compare-text.ts";
import type { Locale } from "../../locale.ts";
import type { Change } from "./model.ts";

/** Describes what changed, and what clients should do, in two sentences. */
export function describeChange({ rule, level, place, name, before, after }: Change, locale: Locale): string {
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
  return `${what} ${text(`concern.${direction ? (isWritten ? "written" : "read") : "all"}.${level}`)}`;
}
