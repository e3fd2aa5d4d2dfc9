import "server-only";
import { chooseReminderTimes } from "../../domain/bookings/booking.ts";
import { dayMilliseconds, hourMilliseconds } from "../../domain/durations.ts";
import { composeReminder } from "../../domain/mail/compose-for-person.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import { toPlainName } from "../../domain/plain-text.ts";
import { startParameter, tokenParameter } from "../../domain/submissions/core/first-touch.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { getPathname } from "../../i18n/paths.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import { writeReminderToken } from "../bookings/by-receipt.ts";
import { findBookingService } from "../bookings/cal-com.ts";
import { listFreeTimes } from "../bookings/free-times.ts";
import { rawDatabase } from "../db.ts";
import { env, getSiteUrl } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { getSiteSettings, readSite } from "../site.ts";
import { isUnbooked } from "../submissions/core/counted-rows.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";
import { getBookingUrl } from "../submissions/core/verdict.ts";
import { createConsentTokens } from "../submissions/intake/consent.ts";
import { type MailContext, wasMailSent } from "./find-mailed.ts";
import type { PreparedMail, Unsent } from "./prepare-mail.ts";
import { toPersonRecipients } from "./recipients.ts";

/** Time between two requests for free times. */
const pauseSeconds = 900;
/** Time after which the mail is sent with only the link to the booking page. */
const waitMilliseconds = dayMilliseconds;
/** A reminder that could not be sent within this time, such as after an outage, is never sent. */
const lateMilliseconds = 14 * dayMilliseconds;

/** Returns an empty object if the person must not be reminded. Postpones the mail while there are no free times. */
export async function prepareReminder(
  mailed: MailContext,
  job: SubmissionMailJob,
  now: Date,
): Promise<PreparedMail | Unsent> {
  const { kind, id, createdAt, language, name, email, assistant } = mailed.submission;
  const lateness = now.getTime() - createdAt.getTime() - env().BOOKING_REMINDER_HOURS * hourMilliseconds;
  if (lateness > lateMilliseconds || !(await mayRemind(mailed))) return {};
  const { timeZone } = getSiteSettings();
  const times = chooseReminderTimes((await listFreeTimes(now)) ?? [], timeZone, now);
  if (!times.length && lateness < waitMilliseconds) return { mails: [{ job, delaySeconds: pauseSeconds }] };
  const token = writeReminderToken({ kind, id, sentAt: createdAt }, now);
  const toUrl = (href: "/evaluation/reminder" | "/consent" | "/privacy", query: Record<string, string> = {}) => {
    const search = String(new URLSearchParams(query));
    return getSiteUrl() + getPathname({ href, locale: language }) + (search && `?${search}`);
  };
  const tokens = assistant === null ? undefined : await createConsentTokens({ kind, id }, { now });
  const content = composeReminder({
    kind,
    id,
    language,
    name,
    times: times.map((time) => ({
      label: formatTimeInWords(time, language, timeZone),
      url: toUrl("/evaluation/reminder", { [tokenParameter]: token, [startParameter]: time.toISOString() }),
    })),
    otherUrl: times.length
      ? toUrl("/evaluation/reminder", { [tokenParameter]: token })
      : getBookingUrl({ kind, id }, { name: toPlainName(name), email }),
    withdrawUrl: tokens ? toUrl("/consent", { [tokenParameter]: tokens.withdraw }) : null,
    privacyUrl: toUrl("/privacy"),
    site: await readSite(),
  });
  return { to: toPersonRecipients(email), content, isAutomatic: true, tokens };
}

export const areRemindersOn = () => env().BOOKING_REMINDER_HOURS > 0 && findBookingService() !== null;

/** Returns whether the submission is still qualified, open and without a booking. */
export async function isStillUnbooked(ref: SubmissionRef, extraConditions = Prisma.empty): Promise<boolean> {
  const { kind, id } = ref;
  const rows = await rawDatabase("mail").$queryRaw<unknown[]>`
    SELECT FROM submissions AS s WHERE kind = ${kind} AND id = ${id} AND repeat_of IS NULL AND ${isUnbooked} ${extraConditions}`;
  return rows.length > 0;
}

/**
 * False if the acknowledgement was not sent or a mail to the person came back, if the person has not confirmed what an
 * assistant sent, has booked (even if they cancelled) or has written, if an operator noted a contact or is asked about
 * a booking, or if another submission of the address is booked or will be reminded instead.
 */
async function mayRemind({ submission, isConsentOpen }: MailContext): Promise<boolean> {
  const { kind, id, email } = submission;
  if (!areRemindersOn() || isConsentOpen || !(await wasMailSent({ mail: "acknowledgement", kind, id }))) return false;
  return isStillUnbooked(
    submission,
    Prisma.sql`
      AND NOT EXISTS (SELECT FROM bookings WHERE kind = s.kind AND submission_id = s.id)
      AND NOT EXISTS (SELECT FROM unmatched_bookings
        WHERE ${whereSentBy(email)} OR (kind = s.kind AND submission_id = s.id AND email IS NOT NULL))
      AND NOT EXISTS (SELECT FROM submission_events AS inbound
        WHERE kind = s.kind AND submission_id = s.id AND type = 'inbound' AND details ->> 'type' IN ('message', 'bounce')
          AND (details -> 'messageId' IS NULL OR EXISTS (SELECT FROM submission_events AS sent
            WHERE sent.kind = s.kind AND sent.submission_id = s.id AND sent.type = 'mail'
              AND sent.details ->> 'mail' IN ('acknowledgement', 'reply')
              AND lower(sent.details ->> 'messageId') = lower(inbound.details ->> 'messageId'))))
      AND NOT EXISTS (SELECT FROM submission_events
        WHERE kind = s.kind AND submission_id = s.id AND type = 'note' AND details -> 'contact' IS NOT NULL)
      AND NOT EXISTS (SELECT FROM submissions WHERE ${whereSentBy(email)} AND repeat_of IS NULL
        AND (created_at, id) > (s.created_at, s.id) AND ${isUnbooked})
      AND NOT EXISTS (SELECT FROM submissions AS other JOIN bookings ON bookings.kind = other.kind
          AND submission_id = other.id AND state <> 'cancelled' AND start_at > s.created_at
        WHERE ${whereSentBy(email)})`,
  );
}
