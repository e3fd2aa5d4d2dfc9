import { describePlaced } from "#lib/domain/catalog/changes/describe.ts";
import { sortChanges } from "#lib/domain/catalog/changes/release.ts";
import { type Comparison, levels } from "#lib/domain/catalog/compare/model.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { changesText } from "#lib/i18n/changes-text.ts";
import { compareText } from "#lib/i18n/compare-text.ts";

type Props = { comparison: Comparison; locale: Locale; max: number; as?: "h2" | "h3" };

/** Breaking changes first. Each sentence says what clients should do. */
export function ChangeList({ comparison: { changes, partial }, locale, max, as: Heading = "h3" }: Props) {
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
                const { operation, sentence } = describePlaced(change, locale);
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
