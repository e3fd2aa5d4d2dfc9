import "server-only";
import type { Locale } from "../../domain/locale.ts";
import type { EvaluationOutcome } from "../../domain/submissions/outcome.ts";
import { replyHours } from "../../domain/submissions/reply-hours.ts";
import { env } from "../env.ts";
import { verdictTexts } from "./verdict-texts.ts";

const replyMilliseconds = replyHours * 60 * 60 * 1000;

/**
 * What the verdict page shows of an outcome. The booking link is shown only to a browser that was given it: whoever
 * makes an outcome up learns nothing, and no other address is ever shown.
 */
export function showVerdict(outcome: EvaluationOutcome, locale: Locale) {
  const { schedulingUrl, ...rest } = outcome;
  const isOurs = schedulingUrl === env().SCHEDULING_URL;
  return {
    outcome: isOurs ? outcome : rest,
    message: verdictTexts[outcome.route][locale],
    repliedBy: new Date(outcome.sentAt + replyMilliseconds),
  };
}
