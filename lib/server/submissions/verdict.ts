import "server-only";
import type { Locale } from "../../domain/locale.ts";
import { fillBookingUrl } from "../../domain/submissions/booking.ts";
import { replyHours } from "../../domain/submissions/promises.ts";
import type { LeadRoute } from "../../domain/submissions/schema.ts";
import { formatReference, type SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { env } from "../env.ts";

/** Confidential (spec 8.4): scores from 0 to 18. */
type Thresholds = { reviewMin: number; qualifiedMin: number };

export function thresholds(): Thresholds {
  return { reviewMin: env().FIT_REVIEW_MIN, qualifiedMin: env().FIT_QUALIFIED_MIN };
}

/** Spec 2.3 and 3. A score at a threshold gets the better route. */
export function judgeScore(score: number, { reviewMin, qualifiedMin }: Thresholds): LeadRoute {
  if (score >= qualifiedMin) return "qualified";
  return score >= reviewMin ? "review" : "redirect";
}

/** Messages for the person, which an assistant may relay (spec 2.3). */
export const verdictTexts: Record<LeadRoute, Record<Locale, string>> = {
  qualified: {
    en: "Your answers are a strong match for the work we do. You can book a technical review now: an engineer will go through scope, dates and integration with you.",
    es: "Sus respuestas coinciden muy bien con el trabajo que hacemos. Ya puede reservar una revisión técnica: alguien de ingeniería repasará con usted el alcance, las fechas y la integración.",
  },
  review: {
    en: `Thank you, we have everything we need. Some of your answers deserve a closer look, so a person on our team will read your project and reply within ${replyHours} hours. There is nothing else you need to do.`,
    es: `Gracias, ya tenemos todo lo necesario. Algunas de sus respuestas merecen una revisión más detenida: una persona del equipo leerá su proyecto y le responderá en un plazo de ${replyHours} horas. No tiene que hacer nada más.`,
  },
  redirect: {
    en: "Thank you for telling us about your project. Based on your answers, we are probably not the right partner for it right now. If the budget, the date or the scope changes, please come back: we would be glad to look at it again.",
    es: "Gracias por contarnos su proyecto. Por sus respuestas, es probable que por ahora no seamos el socio adecuado. Si cambian el presupuesto, la fecha o el alcance, vuelva a escribirnos: con gusto lo revisaremos otra vez.",
  },
};

/** By when a person replies to `review` and inquiries. */
export function getReplyTime(sentAt: Date): Date {
  return new Date(sentAt.getTime() + replyHours * 60 * 60 * 1000);
}

type Judged = SubmissionRef & { route: LeadRoute; sentAt: Date };
type Person = { name: string; email: string };

/** What the page of a result tells; without `person`, the booking link hands over nobody. */
export function showVerdict({ route, sentAt, ...ref }: Judged, person: Person | null, locale: Locale) {
  return {
    message: verdictTexts[route][locale],
    repliedBy: getReplyTime(sentAt),
    bookingUrl: person ? getBookingUrl(ref, person) : env().SCHEDULING_URL,
  };
}

/** The booking link, filled for a person. */
export function getBookingUrl(ref: SubmissionRef, { name, email }: Person): string {
  return fillBookingUrl(env().SCHEDULING_URL, env().BOOKING_QUERY, { name, email, reference: formatReference(ref) });
}
