import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import type { ContactOutcome, EvaluationOutcome } from "#lib/domain/submissions/outcome.ts";
import { replyHours } from "#lib/domain/submissions/promises.ts";
import { PrintButton } from "./print-button.tsx";

const looks = {
  success: "border-success bg-success-soft",
  primary: "border-primary bg-primary-soft",
  plain: "border-edge bg-surface",
};

type BoxProps = { look: keyof typeof looks; eyebrow?: string; title: string; text: string; children?: ReactNode };

export function OutcomeBox({ look, eyebrow, title, text, children }: BoxProps) {
  return (
    <div role="status" className={`rounded-lg border-2 p-6 sm:p-9 ${looks[look]}`}>
      {eyebrow && <p className="mb-2 text-sm font-medium text-muted">{eyebrow}</p>}
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4 text-lg">{text}</p>
      {children}
    </div>
  );
}

type FactsProps = {
  reference: { label: string; id: number };
  /** `at` in milliseconds since the epoch. */
  time: { label: string; at: number };
  children?: ReactNode;
};

export function SentFacts({ reference, time, children }: FactsProps) {
  const format = useFormatter();
  const date = new Date(time.at);
  const [day, clock] = [
    { day: "numeric", month: "long", year: "numeric" },
    { hour: "numeric", minute: "2-digit" },
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <div>
        <dt className="text-sm text-muted">{reference.label}</dt>
        <dd className="font-display text-2xl font-bold">{reference.id}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{time.label}</dt>
        <dd className="pt-1.5">
          <time dateTime={date.toISOString()}>
            {format.dateTime(date, { ...day, ...clock, timeZoneName: "short" })}
          </time>
        </dd>
      </div>
      {children}
    </dl>
  );
}

type VerdictProps = {
  outcome: EvaluationOutcome;
  /** The verdict's message in the page's language. */
  message: string;
  /** Deadline of our reply, for `review`. */
  repliedBy: Date;
  evaluationPath: string;
};

const routeLooks = { qualified: "success", review: "primary", redirect: "plain" } as const;

/** `redirect` is a verdict like the others, not an error. */
export function Verdict({ outcome, message, repliedBy, evaluationPath }: VerdictProps) {
  const t = useTranslations("verdict");
  const format = useFormatter();
  const { id, route, schedulingUrl } = outcome;
  const date = format.dateTime(repliedBy, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return (
    <div className="mx-auto max-w-2xl">
      <OutcomeBox look={routeLooks[route]} eyebrow={t("title")} title={t(route)} text={message}>
        {route === "qualified" && schedulingUrl && (
          <>
            <a className={`${buttonClass()} mt-6 print:hidden`} href={schedulingUrl} rel="noreferrer">
              {t("book")}
            </a>
            <p className="mt-4 hidden print:block">{schedulingUrl}</p>
          </>
        )}
      </OutcomeBox>
      <div className="mt-8">
        <SentFacts reference={{ label: t("reference"), id }} time={{ label: t("sentAt"), at: outcome.sentAt }} />
      </div>
      <h2 className="mt-8 text-xl">{t("nextTitle")}</h2>
      <p className="mt-2">{t(`${route}Next`, { date })}</p>
      <div className="mt-8 flex flex-wrap items-center gap-3 print:hidden">
        <a className={buttonClass("quiet")} href={evaluationPath}>
          {t("another")}
        </a>
        <PrintButton label={t("print")} />
      </div>
    </div>
  );
}

export function InquirySent({ outcome, contactPath }: { outcome: ContactOutcome; contactPath: string }) {
  const t = useTranslations("contact");
  const tVerdict = useTranslations("verdict");
  const { id, topic, sentAt } = outcome;
  return (
    <div className="mx-auto max-w-2xl">
      <OutcomeBox look="success" title={t("sentTitle")} text={t("sentText", { hours: replyHours })} />
      <div className="mt-8">
        <SentFacts reference={{ label: tVerdict("reference"), id }} time={{ label: tVerdict("sentAt"), at: sentAt }}>
          {topic && (
            <div>
              <dt className="text-sm text-muted">{t("topic")}</dt>
              <dd className="wrap-anywhere pt-1.5">{topic}</dd>
            </div>
          )}
        </SentFacts>
      </div>
      <a className={`${buttonClass("secondary")} mt-8 print:hidden`} href={contactPath}>
        {t("another")}
      </a>
    </div>
  );
}

type NothingProps = { title: string; text: string; link: { href: string; label: string } };

/** Shown if this browser has no outcome. */
export function NothingSent({ title, text, link }: NothingProps) {
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
