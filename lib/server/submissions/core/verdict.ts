import "server-only";
import { fillBookingUrl } from "../../../domain/bookings/booking.ts";
import type { Locale } from "../../../domain/locale.ts";
import type { ReplyTerms } from "../../../domain/submissions/core/promises.ts";
import { readAnswers, sumPoints } from "../../../domain/submissions/core/questions.ts";
import type { LeadRoute } from "../../../domain/submissions/core/schema.ts";
import {
  formatReference,
  parseReference,
  type SubmissionRef,
} from "../../../domain/submissions/core/submission-ref.ts";
import type { SentSubmission } from "../../../domain/submissions/intake/receipt.ts";
import { getOrCreate } from "../../../i18n/get-or-create.ts";
import { verdictText } from "../../../i18n/texts.ts";
import { formatTimeInWords } from "../../../i18n/time-in-words.ts";
import { readSignedText, signText } from "../../derived-keys.ts";
import { env } from "../../env.ts";
import { formatReplyTime } from "./reply-promise.ts";

/** Confidential: never shown outside the desk (contract 8.4). Scores range from 0 to 18. */
type Thresholds = { reviewMin: number; qualifiedMin: number };

export function getThresholds(): Thresholds {
  return { reviewMin: env().FIT_REVIEW_MIN, qualifiedMin: env().FIT_QUALIFIED_MIN };
}

export function judgeAnswers(input: Parameters<typeof readAnswers>[0]) {
  const { points: answers, form: answersForm } = readAnswers(input);
  const score = sumPoints(answers);
  const thresholds = getThresholds();
  return { answers, answersForm, score, route: judgeScore(score, thresholds), ...thresholds };
}

/** A score equal to a threshold gets the better route (contract 2.3 and 3). */
export function judgeScore(score: number, { reviewMin, qualifiedMin }: Thresholds): LeadRoute {
  if (score >= qualifiedMin) return "qualified";
  return score >= reviewMin ? "review" : "redirect";
}

/** Cached, because formatting one would be a tenth of the work of an evaluation. */
const verdictMessages = new Map<string, string>();

/** Returns the message shown with a verdict (contract 2.3). `terms` is null if unreadable or if the time is over. */
export function getVerdictMessage(route: LeadRoute, locale: Locale, terms: ReplyTerms | null): string {
  return getOrCreate(verdictMessages, `${locale} ${route} ${terms?.hours} ${terms?.run}`, () => {
    const t = verdictText(locale);
    const within = terms ? t("withinHours", { replyTime: formatReplyTime(terms, locale) }) : t("soon");
    return t(route, { within });
  });
}

type JudgedSubmission = SubmissionRef & { route: LeadRoute };
type Person = { name: string; email: string };

/** Returns what the person sees. Without `sent`, the booking link has no name or address, and there is no deadline. */
export function toShownVerdict(
  { route, ...ref }: JudgedSubmission,
  sent: (Person & Pick<SentSubmission, "promise">) | null,
  locale: Locale,
) {
  return {
    message: getVerdictMessage(route, locale, sent?.promise?.terms ?? null),
    repliedBy: sent?.promise ? formatTimeInWords(sent.promise.dueAt, locale, env().TIME_ZONE) : null,
    bookingUrl: sent ? getBookingUrl(ref, sent) : env().SCHEDULING_URL,
  };
}

export function getBookingUrl(ref: SubmissionRef, { name, email }: Person): string {
  return fillBookingUrl(env().SCHEDULING_URL, env().BOOKING_QUERY, { name, email, reference: signReference(ref) });
}

const purpose = "booking references";

/** Signs a reference such as `E-12`, which the booking page hands back to us. */
export function signReference(ref: SubmissionRef): string {
  return signText(purpose, [formatReference(ref)]);
}

/** `isSigned` is false for a bare reference, which anyone can guess, and for a forged one. */
type HandedReference = { ref: SubmissionRef; isSigned: boolean };

export function parseMaybeSignedReference(text = ""): HandedReference | undefined {
  const [reference = ""] = text.split(".");
  const ref = parseReference(reference);
  return ref && { ref, isSigned: readSignedText(purpose, text) !== undefined };
}
