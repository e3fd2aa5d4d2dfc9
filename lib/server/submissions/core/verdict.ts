import "server-only";
import type { Locale } from "../../../domain/locale.ts";
import { formatReplyTime, type ReplyTerms } from "../../../domain/submissions/core/promises.ts";
import type { LeadRoute } from "../../../domain/submissions/core/schema.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { fillBookingUrl } from "../../../domain/submissions/intake/booking.ts";
import type { Sent } from "../../../domain/submissions/intake/receipt.ts";
import { formatTimeInWords } from "../../../i18n/time-in-words.ts";
import { env } from "../../env.ts";

/** Confidential (contract 8.4). Scores range from 0 to 18. */
type Thresholds = { reviewMin: number; qualifiedMin: number };

export function thresholds(): Thresholds {
  return { reviewMin: env().FIT_REVIEW_MIN, qualifiedMin: env().FIT_QUALIFIED_MIN };
}

/** Contract 2.3 and 3. A score at a threshold gets the better route. */
export function judgeScore(score: number, { reviewMin, qualifiedMin }: Thresholds): LeadRoute {
  if (score >= qualifiedMin) return "qualified";
  return score >= reviewMin ? "review" : "redirect";
}

type VerdictText = Record<Locale, (within: string) => string>;

const verdictTexts: Record<LeadRoute, VerdictText> = {
  qualified: {
    en: () =>
      "Your answers are a strong match for the work we do. You can book a technical review now: an engineer will go through scope, dates and integration with you.",
    es: () =>
      "Sus respuestas coinciden muy bien con el trabajo que hacemos. Ya puede reservar una revisión técnica: alguien de ingeniería repasará con usted el alcance, las fechas y la integración.",
  },
  review: {
    en: (within) =>
      `Thank you, we have everything we need. Some of your answers deserve a closer look, so a person on our team will read your project and reply ${within}. There is nothing else you need to do.`,
    es: (within) =>
      `Gracias, ya tenemos todo lo necesario. Algunas de sus respuestas merecen una revisión más detenida: una persona del equipo leerá su proyecto y le responderá ${within}. No tiene que hacer nada más.`,
  },
  redirect: {
    en: () =>
      "Thank you for telling us about your project. Based on your answers, we are probably not the right partner for it right now. If the budget, the date or the scope changes, please come back: we would be glad to look at it again.",
    es: () =>
      "Gracias por contarnos su proyecto. Por sus respuestas, es probable que por ahora no seamos el socio adecuado. Si cambian el presupuesto, la fecha o el alcance, vuelva a escribirnos: con gusto lo revisaremos otra vez.",
  },
};

/** The message for the person, which an assistant may relay (contract 2.3). Null terms: the stored terms are unreadable. */
export function getMessage(route: LeadRoute, locale: Locale, terms: ReplyTerms | null): string {
  const withinPromise = { en: "within the time we promised", es: "en el plazo prometido" };
  const withinHours = { en: "within ", es: "en un plazo de " };
  return verdictTexts[route][locale](
    terms ? withinHours[locale] + formatReplyTime(terms, locale) : withinPromise[locale],
  );
}

type Judged = SubmissionRef & { route: LeadRoute };
type Person = { name: string; email: string };

/** The texts of a result page. Without `sent`, the booking link has no name and e-mail, and there is no deadline. */
export function showVerdict({ route, ...ref }: Judged, sent: (Person & Pick<Sent, "promise">) | null, locale: Locale) {
  return {
    message: getMessage(route, locale, sent?.promise?.terms ?? null),
    repliedBy: sent?.promise ? formatTimeInWords(sent.promise.dueAt, locale, env().TIME_ZONE) : null,
    bookingUrl: sent ? getBookingUrl(ref, sent) : env().SCHEDULING_URL,
  };
}

/** The booking link with the person's data filled in. */
export function getBookingUrl(ref: SubmissionRef, { name, email }: Person): string {
  return fillBookingUrl(env().SCHEDULING_URL, env().BOOKING_QUERY, { name, email, reference: formatReference(ref) });
}
