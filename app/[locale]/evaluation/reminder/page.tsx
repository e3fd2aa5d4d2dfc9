import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { NothingSent } from "#components/submissions/results.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { reminderTokenDays } from "#lib/domain/bookings/booking.ts";
import { startParameter, tokenParameter, zoneParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { findBooker } from "#lib/server/bookings/book-time.ts";
import { readReminderToken } from "#lib/server/bookings/by-receipt.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { getBookingUrl } from "#lib/server/submissions/core/verdict.ts";
import { createMetadata, type SitePageProps } from "../../../pages.ts";
import { pickParameter, renderBooking } from "../../../show-booking.tsx";

const href = "/evaluation/reminder";

export const generateMetadata = createMetadata(href, "booking.reminder.title");

/** The page that a reminder's link opens. Only a button books a time, because mail programs open links, too. */
export default async function ReminderPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const query = await searchParams;
  const [t, tVerdict] = await Promise.all([getTranslations("booking.reminder"), getTranslations("verdict")]);
  const secret = pickParameter(query, tokenParameter);
  const receipt = readReminderToken(secret[tokenParameter], new Date());
  const booker = receipt && (await findBooker(receipt));
  const kept = { ...secret, ...pickParameter(query, startParameter), ...pickParameter(query, zoneParameter) };
  if (!booker) {
    return (
      <Page site={await readSite()} locale={locale} href={href}>
        <NothingSent
          title={t("ended")}
          text={t("endedText", { days: reminderTokenDays, email: getSiteSettings().contactEmail })}
          link={{ href: getPathname({ href: "/contact", locale }), label: t("ask") }}
        />
      </Page>
    );
  }
  const bookingUrl = getBookingUrl(booker, booker);
  const reference = formatReference(receipt);
  const { booking, hasBookingLink, isBooked } = await renderBooking({
    booker,
    reference,
    secret,
    locale,
    query,
    href,
    bookingUrl,
  });
  return (
    <Page site={await readSite()} locale={locale} href={href} query={`?${new URLSearchParams(kept)}`}>
      <div className="mx-auto max-w-2xl">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="mt-4">{t(isBooked ? "booked" : "text", { reference })}</p>
        {booking}
        {hasBookingLink && (
          <a className={`${buttonClass()} mt-6`} href={bookingUrl} target="_blank" rel="noopener noreferrer">
            {tVerdict("book")}
          </a>
        )}
        {hasBookingLink && <p className="mt-2 text-sm text-muted">{tVerdict("bookHint")}</p>}
      </div>
    </Page>
  );
}
