import { verdictText } from "../../../i18n/texts.ts";
import type { Locale } from "../../locale.ts";
import type { ReplyTerms } from "./promises.ts";

/** "48 hours", "48 horas hábiles": follows "within" and "en un plazo de". */
export function formatReplyTime({ hours, run }: ReplyTerms, locale: Locale): string {
  return verdictText(locale)(`replyTime.${run}`, { hours });
}
