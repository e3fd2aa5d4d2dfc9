import { describeDeprecation, describeState } from "#lib/domain/catalog/changes/describe.ts";
import type { Deprecation, DocumentState } from "#lib/domain/catalog/changes/document-state.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { changesText } from "#lib/i18n/changes-text.ts";
import { ChangeList } from "./change-list.tsx";
import { changesPath } from "./paths.ts";

const differencesMax = 10;

type Props = {
  slug: string;
  state: DocumentState | null;
  deprecation: Deprecation | null;
  locale: Locale;
  timeZone: string;
};

/** Says whether an entry's document is deprecated and current, and links to its changes. */
export function DocumentNote({ slug, state, deprecation, locale, timeZone }: Props) {
  const text = changesText(locale);
  const reader = { locale, timeZone, now: new Date() };
  const sentence = state && describeState(state, reader);
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
