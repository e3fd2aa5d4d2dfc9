import type { ReactNode } from "react";
import type { MailSubject } from "#lib/domain/mail/mail.ts";
import { submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText, useDeskTimeFormat, useDeskTimeZone } from "#lib/i18n/desk-text.ts";
import { formatSubject } from "./mail-texts.ts";

export function DeskTime({ at, className }: { at: Date; className?: string }) {
  const formatDeskTime = useDeskTimeFormat();
  return (
    <time className={className} dateTime={at.toISOString()} title={useDeskTimeZone()}>
      {formatDeskTime(at)}
    </time>
  );
}

export function SubmissionLink({ submission }: { submission: MailSubject }) {
  const t = useDeskText("mail");
  if (submission.kind === null) return <>{formatSubject(t, submission)}</>;
  return (
    <a className="link inline-block py-1" href={submissionPath(submission)}>
      {formatSubject(t, submission)}
    </a>
  );
}

export type FactRow = { term: string; value: ReactNode };

export function Facts({ facts }: { facts: FactRow[] }) {
  return (
    <dl className="space-y-2">
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== "")
        .map(({ term, value }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export type FigureCard = {
  name: string;
  value: string;
  detail: ReactNode;
  isBad?: boolean;
  link?: { href: string; text: string };
};

export function FigureCards({ figures }: { figures: FigureCard[] }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4 sm:print:grid-cols-4">
      {figures.map(({ name, value, detail, isBad, link }) => (
        <div
          key={name}
          className="relative flex flex-col rounded-md border border-line bg-surface px-4 py-3 sm:px-5 has-[a:hover]:border-primary"
        >
          <dt className="text-sm font-semibold">{name}</dt>
          <dd className="font-display text-2xl font-semibold tabular-nums">{value}</dd>
          <dd className={`text-sm ${isBad ? "font-semibold text-danger [&_a]:text-danger" : "text-muted"}`}>
            {detail}
          </dd>
          {link && (
            <dd className="mt-auto pt-2 text-sm print:hidden">
              <a href={link.href} className="link after:absolute after:inset-0">
                {link.text}
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

export function TitledSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface p-4 sm:p-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

type HeadedProps = {
  id: string;
  title: string;
  hint?: string;
  className?: string;
  headingClassName?: string;
  children: ReactNode;
};

export function HeadedSection({ id, title, hint, className, headingClassName, children }: HeadedProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={headingClassName ?? (hint ? "mb-2 text-xl" : "mb-3 text-xl")}>
        {title}
      </h2>
      {hint && <p className="mb-4 text-muted">{hint}</p>}
      {children}
    </section>
  );
}
