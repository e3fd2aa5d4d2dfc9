import { Callout } from "#components/ui/callout.tsx";
import type { Conversion, LeftParts } from "#lib/domain/catalog/editor/import-notes.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = { conversions: Conversion[]; left: LeftParts };

/** Lists what the service converted, and the parts of the document that match no field. */
export function ImportNotes({ conversions, left: { parts, more } }: Props) {
  const t = useDeskText("catalog");
  return (
    <>
      {conversions.length > 0 && (
        <Callout look="accent" title={t("converted")}>
          <ul className="list-disc pl-5">
            {conversions.map(({ kind, count }) => (
              <li key={kind}>{t(`conversions.${kind}`, { count })}</li>
            ))}
          </ul>
        </Callout>
      )}
      {parts.length > 0 && (
        <Callout look="danger" title={t("leftOut")}>
          <p className="mb-2">{t("leftOutText")}</p>
          <ul className="list-disc pl-5">
            {parts.map(({ at, reason }) => (
              <li key={`${at} ${reason}`} className="wrap-anywhere">
                <code className="font-mono text-sm">{at}</code>: {t(`leftReasons.${reason}`)}
              </li>
            ))}
            {more > 0 && <li>{t("linesMore", { count: more })}</li>}
          </ul>
        </Callout>
      )}
    </>
  );
}
