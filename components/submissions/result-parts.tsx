import { type Locale, useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { listArguments, sides } from "#lib/domain/submissions/core/arguments.ts";
import type { JudgedAnswer } from "#lib/domain/submissions/core/questions.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { receiptDays, sharedLinkDays } from "#lib/domain/submissions/intake/receipt.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getPathname } from "#lib/i18n/paths.ts";

/** Border and background of a box. */
export const looks = {
  success: "border-success bg-success-soft",
  primary: "border-primary bg-primary-soft",
  plain: "border-edge bg-surface",
};

export const routeLooks = { qualified: "success", review: "primary", redirect: "plain" } as const;

type BoxProps = { look: keyof typeof looks; eyebrow?: string; title: string; text: string; children?: ReactNode };

export function ResultBox({ look, eyebrow, title, text, children }: BoxProps) {
  return (
    <div role="status" className={`rounded-lg border-2 p-6 sm:p-9 print:p-4 ${looks[look]}`}>
      {eyebrow && <p className="mb-2 text-sm font-medium text-muted">{eyebrow}</p>}
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4 text-lg">{text}</p>
      {children}
    </div>
  );
}

/** Hidden until `startPrintButton` runs. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-print className={`${buttonClass("secondary")} invisible`}>
      {label}
    </button>
  );
}

export function ResultPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}

type RowProps = { label: string; className?: string; children: ReactNode };

export function DetailRow({ label, className = "", children }: RowProps) {
  return (
    <div
      className={`grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[2fr_3fr] print:block print:py-1 ${className}`}
    >
      <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const marks = { for: "bg-success", against: "border-2 border-edge", open: "bg-accent" } as const;

/** Shows for each answer whether it speaks for or against the project, or is open. On paper, in three columns. */
export function AnswerArguments({ answers }: { answers: readonly JudgedAnswer[] }) {
  const t = useTranslations("answers");
  const argued = listArguments(answers, toLanguage(useLocale()));
  return (
    <ResultPart title={t("title")}>
      {sides
        .filter((side) => argued[side].length > 0)
        .map((side) => (
          <div key={side} className="mt-4 print:mt-2">
            <h3 className="flex items-center gap-2.5 border-b border-line pb-2 text-base">
              <span className={`size-3 rounded-full forced-colors:border ${marks[side]}`} aria-hidden="true" />
              {t(side)}
            </h3>
            <dl className="print:grid print:grid-cols-3 print:gap-x-6">
              {argued[side].map(({ question, answer, sentence }) => (
                <DetailRow key={question} label={question}>
                  {answer && <span className="block font-medium">{answer}</span>}
                  {sentence ?? t("between")}
                </DetailRow>
              ))}
            </dl>
          </div>
        ))}
    </ResultPart>
  );
}

type Suggestion = { path: string; title: string; lead: string; tile: ReactNode };

type SuggestionsProps = { changes: string[]; entries: Suggestion[]; replyTime: string; locale: Locale };

export function Suggestions({ changes, entries, replyTime, locale }: SuggestionsProps) {
  const t = useTranslations("verdict");
  return (
    <>
      {changes.length > 0 && (
        <ResultPart title={t("changeTitle")}>
          <p>{t("changeText")}</p>
          <ul className="mt-2 list-disc space-y-1 pl-6 print:columns-3">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </ResultPart>
      )}
      <div className="print:hidden">
        {entries.length > 0 && (
          <ResultPart title={t("relatedTitle")}>
            <ul className="space-y-4 pt-1">
              {entries.map(({ path, title, lead, tile }) => (
                <li key={path} className="flex gap-4">
                  {tile}
                  <div>
                    <a className="link font-medium" href={path}>
                      {title}
                    </a>
                    <p className="text-muted">{lead}</p>
                  </div>
                </li>
              ))}
            </ul>
          </ResultPart>
        )}
        <ResultPart title={t("askTitle")}>
          <p>{t("askText", { replyTime })}</p>
          <a className={`${buttonClass("secondary")} mt-4`} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </ResultPart>
      </div>
    </>
  );
}

type ShareProps = {
  /** Null if there is no working link. */
  link: { url: string; sharedAt: Date } | null;
  /** Copies the text of the element `shared-link`. */
  copyButton: ReactNode;
  hasFailed: boolean;
  sentAt: Date;
  sendPath: string;
  hidden: Record<string, string>;
};

/** Creates and ends a link that shows others the result. Works without JavaScript. */
export function ShareResult({ link, copyButton, hasFailed, sentAt, sendPath, hidden }: ShareProps) {
  const t = useTranslations("share");
  const formatDay = useDayFormat();
  return (
    <div id="share" className="scroll-mt-6 print:hidden">
      <ResultPart title={t("title")}>
        {hasFailed && (
          <Callout look="danger" title={t("failed")} role="alert">
            {t("failedText")}
          </Callout>
        )}
        <p>{t("text", { days: sharedLinkDays })}</p>
        {link && (
          <>
            <div className="mt-4 flex items-start justify-between gap-4 rounded-md border border-line bg-surface px-4 py-3">
              <a id="shared-link" className="link text-sm wrap-anywhere" href={link.url}>
                {link.url}
              </a>
              {copyButton}
            </div>
            <p className="mt-3 text-sm text-muted">
              {t("until", {
                date: formatDay(link.sharedAt, sharedLinkDays),
                here: formatDay(sentAt, receiptDays),
              })}
            </p>
          </>
        )}
        <form method="post" action={sendPath} className="mt-4">
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" name="sharing" value={link ? "end" : "start"} className={buttonClass("secondary")}>
            {t(link ? "end" : "start")}
          </button>
        </form>
      </ResultPart>
    </div>
  );
}

type SharedProps = {
  route: LeadRoute;
  answers: JudgedAnswer[];
  sharedAt: Date;
  name: string;
  evaluation: { href: string; label: string };
};

/** The result as others see it, without anything about the person. */
export function SharedVerdict({ route, answers, sharedAt, name, evaluation }: SharedProps) {
  const t = useTranslations("shared");
  const formatDay = useDayFormat();
  return (
    <div className="one-sheet mx-auto max-w-2xl print:max-w-none">
      <ResultBox
        look={routeLooks[route]}
        eyebrow={t("eyebrow", { name })}
        title={t(`${route}.title`)}
        text={t(`${route}.text`, { name })}
      />
      <AnswerArguments answers={answers} />
      <p className="mt-8 text-sm text-muted">{t("note", { date: formatDay(sharedAt, sharedLinkDays) })}</p>
      <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
        <a className={buttonClass("quiet")} href={evaluation.href}>
          {evaluation.label}
        </a>
        <PrintButton label={t("print")} />
      </div>
    </div>
  );
}

function useDayFormat(): (from: Date, days: number) => string {
  const format = useFormatter();
  return (from, days) => format.dateTime(from.getTime() + days * dayMilliseconds, { day: "numeric", month: "long" });
}
