import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import {
  describeChangeCounts,
  describeChangeWithOperation,
  describeChecks,
  describeDeprecation,
  releaseChangesMax,
} from "#lib/domain/catalog/changes/describe.ts";
import type { Deprecation, DocumentState } from "#lib/domain/catalog/changes/document-state.ts";
import { type Release, type SubscriptionState, sortChanges } from "#lib/domain/catalog/changes/release.ts";
import { type Comparison, levels } from "#lib/domain/catalog/compare/model.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { noticeVersionField, privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import { emailMax } from "#lib/domain/text-bounds.ts";
import { getFeedPaths, getPathname } from "#lib/i18n/paths.ts";
import { changesText, compareText } from "#lib/i18n/texts.ts";
import { formatLongDate } from "#lib/i18n/time-in-words.ts";

import { changesPath, documentPath } from "./paths.ts";

type Props = { releases: Release[]; locale: Locale; timeZone: string; isOfCatalog?: boolean };

export function ReleaseList({ releases, locale, timeZone, isOfCatalog = false }: Props) {
  const text = changesText(locale);
  if (!releases.length) return <p className="mt-8">{text("none")}</p>;
  return (
    <div className="mt-8 space-y-10">
      {releases.map((release) => {
        const { slug, number, at, comparison } = release;
        const date = formatLongDate(at, locale, timeZone);
        return (
          <article
            key={`${slug} ${number}`}
            id={isOfCatalog ? undefined : `version-${number}`}
            className="scroll-mt-24"
          >
            <h2 className="text-xl wrap-anywhere">
              {isOfCatalog ? (
                <a className="link" href={`${changesPath(slug, locale)}#version-${number}`}>
                  {pickTitle(release, locale)}
                </a>
              ) : (
                text("version", { number })
              )}
            </h2>
            <p className="mt-1 text-sm text-muted">
              <time dateTime={at.toISOString()}>{date}</time>
              {` · ${describeChangeCounts(comparison, locale)} `}
              <a className="link inline-block py-1" href={documentPath(slug, locale, number)}>
                {text("document", { number })}
              </a>
            </p>
            <ChangeList comparison={comparison} locale={locale} max={releaseChangesMax} />
          </article>
        );
      })}
    </div>
  );
}

export function FeedLinks({ locale, slug }: { locale: Locale; slug?: string }) {
  const text = changesText(locale);
  const paths = getFeedPaths(locale, slug);
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
      <span className="py-1 text-muted">{text("follow")}</span>
      <a className="link py-1" href={paths["application/atom+xml"]}>
        {text("atom")}
      </a>
      <a className="link py-1" href={paths["application/feed+json"]}>
        {text("json")}
      </a>
    </p>
  );
}

type ChangeListProps = { comparison: Comparison; locale: Locale; max?: number; as?: "h2" | "h3" };

/** Lists breaking changes first. Each item also says what clients should do. */
export function ChangeList({
  comparison: { changes, partial },
  locale,
  max = 300,
  as: Heading = "h3",
}: ChangeListProps) {
  const text = changesText(locale);
  const shown = sortChanges(changes).slice(0, max);
  return (
    <>
      {levels.map((level) => {
        const members = shown.filter((change) => change.level === level);
        if (!members.length) return null;
        return (
          <div key={level} className="mt-3">
            <Heading className={`text-base font-semibold ${level === "breaking" ? "text-danger" : "text-muted"}`}>
              {compareText(locale)(`levels.${level}`)}
            </Heading>
            <ul className="mt-1 list-disc space-y-1 pl-5 wrap-anywhere">
              {members.map((change) => {
                const { operation, sentence } = describeChangeWithOperation(change, locale);
                return (
                  <li key={change.id}>
                    {operation && <code className="font-mono text-sm">{`${operation} `}</code>}
                    {sentence}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
      {changes.length > max && <p className="mt-2">{text("more", { count: changes.length - max })}</p>}
      {partial.length > 0 && <p className="mt-2">{text("unknown")}</p>}
    </>
  );
}

const differencesMax = 10;

type DocumentNoteProps = {
  slug: string;
  state: DocumentState | null;
  deprecation: Deprecation | null;
  locale: Locale;
  timeZone: string;
};

/** Says whether an entry's document is deprecated or out of date, and links to its changes. */
export function DocumentNote({ slug, state, deprecation, locale, timeZone }: DocumentNoteProps) {
  const text = changesText(locale);
  const reader = { locale, timeZone, now: new Date() };
  const sentence = state && describeChecks(state, reader);
  return (
    <div className="mt-1 text-sm text-muted">
      {deprecation && <p className="font-semibold text-danger">{describeDeprecation(deprecation, reader)}</p>}
      <p>
        {sentence && `${sentence} `}
        <a className="link inline-block py-1" href={changesPath(slug, locale)}>
          {text("link")}
        </a>
      </p>
      {state?.comparison && state.comparison.changes.length > 0 && !state.isUnreachable && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer py-1 font-semibold">{text("show")}</summary>
          <ChangeList comparison={state.comparison} locale={locale} max={differencesMax} as="h2" />
        </details>
      )}
    </div>
  );
}

type SubscribeProps = { locale: Locale; isInvalid?: boolean };

/** Works without JavaScript. */
export function SubscribeForm({ locale, isInvalid = false }: SubscribeProps) {
  const text = changesText(locale);
  return (
    <form method="post" action={getPathname({ href: "/changes/subscription/send", locale })} className="mt-4 max-w-xl">
      <Field
        id="subscriber"
        name="email"
        type="email"
        label={text("subscribe.email")}
        hint={text("subscribe.hint")}
        error={isInvalid ? text("subscribe.invalid") : undefined}
        autoComplete="email"
        maxLength={emailMax}
        required
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className={buttonClass("secondary")}>
          {text("subscribe.button")}
        </button>
        <PrivacyLink locale={locale} />
      </div>
    </form>
  );
}

function PrivacyLink({ locale }: { locale: Locale }) {
  return (
    <a className="link py-1 text-sm" href={getPathname({ href: "/privacy", locale })}>
      {changesText(locale)("subscribe.privacy")}
    </a>
  );
}

type SubscriptionProps = { locale: Locale; token: string; state: Exclude<SubscriptionState, "ended"> };

export function ChangeSubscription({ locale, token, state }: SubscriptionProps) {
  return (
    <form method="post" action={getPathname({ href: "/changes/subscription/send", locale })} className="mt-8">
      <input type="hidden" name={tokenParameter} value={token} />
      <input type="hidden" name="change" value={state === "asked" ? "confirm" : "end"} />
      <input type="hidden" name={noticeVersionField} value={privacyNoticeVersion} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className={buttonClass(state === "asked" ? "primary" : "secondary")}>
          {changesText(locale)(`subscription.${state}.button`)}
        </button>
        {state === "asked" && <PrivacyLink locale={locale} />}
      </div>
    </form>
  );
}
