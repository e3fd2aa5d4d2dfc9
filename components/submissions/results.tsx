import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { linkTo } from "#components/ui/link-to.tsx";
import { type FormField, fields, formFields } from "#lib/domain/submissions/core/fields.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import type { SentSubmission } from "#lib/domain/submissions/intake/receipt.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { formatExactTime } from "#lib/i18n/time-in-words.ts";
import { VerdictPuzzle } from "./puzzle.tsx";
import { DetailRow, PrintButton, ResultBox, ResultPart, routeLooks } from "./result-parts.tsx";

type FactsProps = {
  reference: { label: string; text: string };
  time: { label: string; at: Date };
  children?: ReactNode;
};

export function SentFacts({ reference, time, children }: FactsProps) {
  const locale = toLanguage(useLocale());
  const timeZone = useTimeZone() ?? "UTC";
  return (
    <dl className="grid gap-x-12 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:*:not-first:col-start-2">
      <div>
        <dt className="text-sm text-muted">{reference.label}</dt>
        <dd className="font-display text-2xl font-bold">{reference.text}</dd>
      </div>
      <Fact label={time.label}>
        <time dateTime={time.at.toISOString()}>{formatExactTime(time.at, locale, timeZone)}</time>
      </Fact>
      {children}
    </dl>
  );
}

type FactProps = { label: string; className?: string; children: ReactNode };

export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere pt-1.5">{children}</dd>
    </div>
  );
}

export type ResultProps = {
  reference: string;
  sentAt: Date;
  contactEmail: string;
  /** The address that gets the acknowledgement, or undefined if the submission cannot be read. */
  email: string | undefined;
  reach: ReactNode;
  /** Further parts of the result. */
  children?: ReactNode;
};

type VerdictProps = ResultProps & {
  route: LeadRoute;
  message: string;
  /** The latest time of our reply in words, for `review`. Null if the submission cannot be read. */
  repliedBy: string | null;
  /** Our working hours in words. Null if we always work. */
  workingTime: string | null;
  /** Booking link, for `qualified`. */
  bookingUrl: string;
  booking: ReactNode;
  /** False if `booking` takes the link's place. */
  hasBookingLink: boolean;
  isBooked: boolean;
  evaluationPath: string;
};

/** Shows `redirect` as a verdict like the others, not as an error. */
export function Verdict(props: VerdictProps) {
  const { route, message, repliedBy, workingTime, bookingUrl, booking, hasBookingLink, isBooked } = props;
  const { reference, sentAt, contactEmail, email, reach, evaluationPath, children } = props;
  const t = useTranslations("verdict");
  return (
    <div className="one-sheet relative">
      <VerdictPuzzle route={route} />
      <div className="max-w-2xl max-lg:mx-auto print:max-w-none">
        <ResultBox look={routeLooks[route]} eyebrow={t("title")} title={t(route)} text={message}>
          {booking}
          {route === "qualified" && hasBookingLink && (
            <>
              <a
                className={`${buttonClass()} mt-6 print:hidden`}
                href={bookingUrl}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t("book")}
              </a>
              <p className="mt-2 text-sm text-muted print:hidden">{t("bookHint")}</p>
            </>
          )}
          {route === "qualified" && !isBooked && <p className="wrap-anywhere mt-4 hidden print:block">{bookingUrl}</p>}
          {reach}
        </ResultBox>
        <div className="mt-8 print:mt-4">
          <SentFacts reference={{ label: t("reference"), text: reference }} time={{ label: t("sentAt"), at: sentAt }}>
            {email && (
              <Fact label={t("copyTo")} className="print:hidden">
                {email}
              </Fact>
            )}
          </SentFacts>
        </div>
        <ResultPart title={t("nextTitle")}>
          <p>
            {route === "review" && !repliedBy
              ? t("reviewNextUndated")
              : t(isBooked ? "bookedNext" : `${route}Next`, {
                  date: repliedBy ?? "",
                  email: contactEmail,
                  reference,
                })}{" "}
            {route !== "redirect" && workingTime && t("workingTime", { hours: workingTime })}
          </p>
        </ResultPart>
        {children}
        <ContactPart contactEmail={contactEmail} reference={reference} />
        <div className="mt-8 flex flex-wrap items-center gap-3 print:hidden">
          <PrintButton label={t("print")} />
          <a className={buttonClass("quiet")} href={evaluationPath}>
            {t("another")}
          </a>
        </div>
      </div>
    </div>
  );
}

function ContactPart({ contactEmail, reference }: Pick<ResultProps, "contactEmail" | "reference">) {
  const t = useTranslations("verdict");
  return (
    <ResultPart title={t("reachTitle")}>
      <p>
        {t.rich("reachText", {
          email: contactEmail,
          reference,
          link: linkTo(`mailto:${contactEmail}?${toMailQuery({ subject: reference })}`),
        })}
      </p>
    </ResultPart>
  );
}

/** Encodes a space as %20, because a plus in a mailto URL stays a plus (RFC 6068, section 5). */
const toMailQuery = (fields: Record<string, string>) => new URLSearchParams(fields).toString().replaceAll("+", "%20");

type InquiryProps = ResultProps & {
  topic: string | null;
  contactPath: string;
  /** The promised reply time in words, or null if the submission cannot be read. */
  promise: { replyTime: string; repliedBy: string } | null;
};

export function InquirySent({ reference, sentAt, contactEmail, email, promise, ...props }: InquiryProps) {
  const { topic, contactPath } = props;
  const t = useTranslations("contact");
  const tVerdict = useTranslations("verdict");
  return (
    <div className="mx-auto max-w-2xl">
      <ResultBox look="success" title={t("sentTitle")} text={promise ? t("sentText", promise) : t("sentTextUndated")}>
        {props.reach}
      </ResultBox>
      <div className="mt-8">
        <SentFacts
          reference={{ label: tVerdict("reference"), text: reference }}
          time={{ label: tVerdict("sentAt"), at: sentAt }}
        >
          {promise && <Fact label={t("repliedBy")}>{promise.repliedBy}</Fact>}
          {email && <Fact label={tVerdict("copyTo")}>{email}</Fact>}
          {topic && <Fact label={t("topic")}>{topic}</Fact>}
        </SentFacts>
      </div>
      {props.children}
      <ContactPart contactEmail={contactEmail} reference={reference} />
      <a className={`${buttonClass("secondary")} mt-8 print:hidden`} href={contactPath}>
        {t("another")}
      </a>
    </div>
  );
}

type NothingSentProps = { title: string; text: string; link: { href: string; label: string } };

export function NothingSent({ title, text, link }: NothingSentProps) {
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4">{text}</p>
      <a className={`${buttonClass()} mt-8`} href={link.href}>
        {link.label}
      </a>
    </div>
  );
}

/** `sent` is null if the database is unavailable. */
export function WhatWasSent({ sent }: { sent: SentSubmission | null }) {
  const t = useTranslations("verdict");
  return (
    <ResultPart title={t("sentTitle")}>
      {sent ? <SentList sent={sent} /> : <p className="text-muted">{t("sentAway")}</p>}
    </ResultPart>
  );
}

/** If all texts together are longer than this, they are printed smaller. */
const longCharacters = 1_200;

/** Leaves out the answers of an evaluation, which AnswerArguments shows. */
function SentList({ sent }: { sent: SentSubmission }) {
  const tFields = useTranslations("fields");
  const texts: Partial<Record<FormField, string | null>> = sent;
  const typed = formFields[sent.kind].map((name) => ({ name, label: tFields(`labels.${name}`), value: texts[name] }));
  const isLong = typed.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) > longCharacters;
  return (
    <dl
      className={`border-t border-line print:grid print:grid-cols-3 print:gap-x-6 ${isLong ? "has-long-texts print:text-sm" : ""}`}
    >
      {typed.map(({ name, label, value }) =>
        value ? (
          <DetailRow key={name} label={label} className={fields[name].isLong ? "print:col-span-3" : ""}>
            <span className="wrap-anywhere font-medium whitespace-pre-line print:line-clamp-[34] print:font-normal print:whitespace-normal">
              {value}
            </span>
          </DetailRow>
        ) : null,
      )}
    </dl>
  );
}
