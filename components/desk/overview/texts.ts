import { toShownName } from "#lib/domain/plain-text.ts";
import { replyTimes } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { Source } from "#lib/domain/submissions/overview/overview.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";

type OverviewText = DeskText<"overview">;

export function formatSource(t: OverviewText, { kind, name }: Source): string {
  if (kind === "direct") return t("sources.direct");
  const shown = toShownName(name) || t("sources.unnamed");
  return kind === "agent" ? t("sources.agent", { name: shown }) : shown;
}

/** Formats one of the ranges in `replyTimes`, such as "Under 4 h", "4 to 12 h" or "48 h or later". */
export function formatReplyTimeRange(t: OverviewText, time: string): string {
  const [from = "", to = ""] = time.split("-");
  if (to === "") return t("replies.over", { from });
  return time === replyTimes[0] ? t("replies.under", { to }) : t("replies.between", { from, to });
}
