import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Select } from "#components/ui/field.tsx";
import { type BookedTime, type BookingProblem, chooseTimes, offeredZones } from "#lib/domain/bookings/booking.ts";
import { startParameter, zoneParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { formatTimeInWords, formatTimeZone, getClockFormat, getDateFormat } from "#lib/i18n/time-in-words.ts";

type Paths = { result: string; send: string; file: string };

type SharedProps = {
  zone: string;
  paths: Paths;
  /** The URL parameter with the token or receipt. Empty if the receipt is in a cookie. */
  secret: Record<string, string>;
  reference: string;
};

type ChoiceProps = SharedProps & {
  times: Date[];
  /** The time that the reminder's link offers, if it is still free. */
  chosen?: Date | undefined;
  problem: BookingProblem | undefined;
  /** Host of the booking page, which receives the person's name and email address. */
  host: string;
  link: ReactNode;
};

/** The part of the page that a booking's redirect names. It takes the focus, so that screen readers begin there. */
const outcome = { id: "booking", tabIndex: -1 };

/** Shows each time as a button that books it. Works without JavaScript. */
export function TimeChoice({ times, chosen, host, link, problem, ...shared }: ChoiceProps) {
  const { zone, paths, secret } = shared;
  const t = useTranslations("booking");
  const locale = toLanguage(useLocale());
  const dayFormat = getDateFormat(locale, { timeZone: zone, weekday: "long", day: "numeric", month: "long" });
  const clockFormat = getClockFormat(locale, zone);
  const zones = [...new Set([zone, ...offeredZones])].map((name) => [name, formatTimeZone(name, locale)] as const);
  const others = times.filter((time) => time.getTime() !== chosen?.getTime());
  const note = <p className="mt-4 text-sm text-muted">{t("shared", { host })}</p>;
  return (
    <section aria-labelledby="times" className="mt-6 print:hidden" {...(problem ? {} : outcome)}>
      <BookingProblemNotice problem={problem} />
      {chosen && (
        <BookingForm {...shared}>
          <p className="mb-3 text-lg font-medium">
            <time dateTime={chosen.toISOString()}>{formatTimeInWords(chosen, locale, zone)}</time>
          </p>
          <button type="submit" name={startParameter} value={chosen.toISOString()} className={buttonClass()}>
            {t("bookChosen")}
          </button>
        </BookingForm>
      )}
      {chosen && note}
      <h2 id="times" className={chosen ? "mt-8 text-xl" : "text-xl"}>
        {t(chosen ? "chooseOther" : "choose")}
      </h2>
      <p className="mt-1 text-sm text-muted">{t("zone", { zone: formatTimeZone(zone, locale) })}</p>
      <BookingForm {...shared}>
        <dl className="grid gap-4">
          {chooseTimes(others, zone).map((day) => (
            <div key={day[0]?.toISOString()} className="grid gap-2">
              <dt className="font-medium">{day[0] && dayFormat.format(day[0])}</dt>
              <dd className="flex flex-wrap gap-2">
                {day.map((time) => (
                  <button
                    key={time.toISOString()}
                    type="submit"
                    name={startParameter}
                    value={time.toISOString()}
                    className={`${buttonClass("secondary")} min-w-24`}
                    aria-label={formatTimeInWords(time, locale, zone)}
                  >
                    {clockFormat.format(time)}
                  </button>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </BookingForm>
      {!chosen && note}
      <form method="get" action={`${paths.result}#booking`} className="mt-4 flex flex-wrap items-end gap-2">
        <HiddenFields fields={secret} />
        {chosen && <HiddenFields fields={{ [startParameter]: chosen.toISOString() }} />}
        <Select id="zone" name={zoneParameter} label={t("yourZone")} defaultValue={zone} options={zones} />
        <button type="submit" className={buttonClass("secondary")}>
          {t("showZone")}
        </button>
      </form>
      <p className="mt-2 text-sm">{link}</p>
    </section>
  );
}

function BookingForm({ paths, secret, reference, zone, children }: SharedProps & { children: ReactNode }) {
  return (
    <form method="post" action={paths.send} className="mt-4">
      <HiddenFields fields={{ ...secret, reference, [zoneParameter]: zone }} />
      {children}
    </form>
  );
}

export function TimeBooked({ booking, zone, paths, secret }: SharedProps & { booking: BookedTime }) {
  const t = useTranslations("booking");
  const locale = toLanguage(useLocale());
  const query = new URLSearchParams(secret);
  return (
    <section aria-labelledby="booked" className="mt-6" {...outcome}>
      <h2 id="booked" className="text-xl">
        {t("booked")}
      </h2>
      <p className="mt-2 text-lg font-medium">
        <time dateTime={booking.startAt.toISOString()}>{formatTimeInWords(booking.startAt, locale, zone)}</time>
      </p>
      <p className="mt-1 text-sm text-muted">{t("bookedHint")}</p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
        <a className={buttonClass("secondary")} href={query.size ? `${paths.file}?${query}` : paths.file}>
          {t("file")}
        </a>
        {booking.manageUrl && (
          <a className={buttonClass("quiet")} href={booking.manageUrl} target="_blank" rel="noopener noreferrer">
            {t("manage")}
          </a>
        )}
      </div>
    </section>
  );
}

/** Shown until it is known whether the booking service has booked the time. */
export function TimePending({ startAt, zone, paths, secret, link }: SharedProps & { startAt: Date; link: ReactNode }) {
  const t = useTranslations("booking");
  const time = formatTimeInWords(startAt, toLanguage(useLocale()), zone);
  const query = new URLSearchParams({ [zoneParameter]: zone, ...secret });
  return (
    <Callout look="accent" title={t("pending", { time })} className="mt-6" {...outcome}>
      <p>{t("pendingText")}</p>
      <a className="link" href={`${paths.result}?${query}#booking`}>
        {t("lookAgain")}
      </a>
      {link && <p className="mt-2">{link}</p>}
    </Callout>
  );
}

export function BookingProblemNotice({ problem }: { problem: BookingProblem | undefined }) {
  const t = useTranslations("booking.problems");
  if (!problem) return null;
  return (
    <Callout look="danger" title={t(`${problem}.title`)} role="alert" {...outcome}>
      {t(`${problem}.text`)}
    </Callout>
  );
}

function HiddenFields({ fields }: { fields: Record<string, string> }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
