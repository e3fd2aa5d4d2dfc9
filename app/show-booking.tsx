import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { BookingProblemNotice, TimeBooked, TimeChoice, TimePending } from "#components/bookings/times.tsx";
import { bookingProblems } from "#lib/domain/bookings/booking.ts";
import { startParameter, zoneParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { isTimeZone } from "#lib/domain/time-zone.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { type Booker, offerTimes } from "#lib/server/bookings/book-time.ts";
import { getSiteSettings } from "#lib/server/site.ts";
import type { PageQuery } from "./pages.ts";

export function parseTimeZone({ [zoneParameter]: zone }: PageQuery): string | undefined {
  return typeof zone === "string" && isTimeZone(zone) ? zone : undefined;
}

export function pickParameter(query: PageQuery, parameter: string): Record<string, string> {
  const secret = query[parameter];
  return typeof secret === "string" ? { [parameter]: secret } : {};
}

const sendPages = {
  "/evaluation/result": "/evaluation/booking/send",
  "/evaluation/reminder": "/evaluation/reminder/send",
} as const;

type BookingProps = {
  /** Null if no time can be booked for this submission. */
  booker: Booker | null;
  reference: string;
  secret: Record<string, string>;
  locale: Locale;
  query: PageQuery;
  href: keyof typeof sendPages;
  bookingUrl: string;
};

type BookingView = {
  booking: ReactNode;
  hasBookingLink: boolean;
  /** True also while it is unknown whether the booking service has booked the time. */
  isBooked: boolean;
};

const createBookingView = (booking: ReactNode, isBooked = false): BookingView => ({
  booking,
  hasBookingLink: false,
  isBooked,
});

/** Renders the current booking, or the free times if there is none. */
export async function renderBooking({
  booker,
  query,
  locale,
  href,
  bookingUrl,
  ...own
}: BookingProps): Promise<BookingView> {
  const now = new Date();
  const [offer, t] = await Promise.all([booker && offerTimes(booker, now), getTranslations("booking")]);
  const shared = {
    ...own,
    zone: parseTimeZone(query) ?? getSiteSettings().timeZone,
    paths: {
      result: getPathname({ href, locale }),
      send: getPathname({ href: sendPages[href], locale }),
      file: getPathname({ href: "/evaluation/booking.ics", locale }),
    },
  };
  const link = (
    <a className="link" href={bookingUrl} target="_blank" rel="noopener noreferrer">
      {t("otherTimes")}
    </a>
  );
  const reported = bookingProblems.find((known) => known === query.booking);
  if (offer && "times" in offer) {
    const { [startParameter]: start } = query;
    const chosen = offer.times.find((time) => time.toISOString() === start);
    const problem = reported ?? (start === undefined || chosen ? undefined : "taken");
    const host = new URL(bookingUrl).host;
    return createBookingView(
      <TimeChoice {...shared} problem={problem} times={offer.times} chosen={chosen} host={host} link={link} />,
    );
  }
  if (!offer) return { booking: <BookingProblemNotice problem={reported} />, hasBookingLink: true, isBooked: false };
  const { booking } = offer;
  const booked = { ...shared, zone: booking.timeZone };
  if (booking.state === "booked") return createBookingView(<TimeBooked {...booked} booking={booking} />, true);
  const pending = <TimePending {...booked} startAt={booking.startAt} link={booking.linkAt <= now && link} />;
  return createBookingView(pending, true);
}
