import { useFormatter } from "next-intl";
import { useEffect, useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import type { SaveConflict } from "#lib/domain/catalog/editor/content.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { catalogPaths } from "./paths.ts";

type Props = { conflict: SaveConflict; wasPublished: boolean; onTake: () => void };

/** Shown when others saved the entry meanwhile. Their version is in the history, the operator's own is in the form. */
export function SaveConflictNotice({ conflict: { slug, by, isPublished }, wasPublished, onTake }: Props) {
  const t = useDeskText("catalog");
  const format = useFormatter();
  const notice = useRef<HTMLDivElement>(null);
  // The save button is at the end of a long page.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Callout
      ref={notice}
      tabIndex={-1}
      look="danger"
      role="alert"
      title={by.length ? t("conflictBy", { names: format.list(by) }) : t("conflictTitle")}
    >
      <p>
        {t.rich("conflictText", {
          stored: (text) => (
            <a href={catalogPaths.versions(slug)} target="_blank" rel="noreferrer" className="link">
              {text}
            </a>
          ),
        })}
      </p>
      {isPublished && !wasPublished && <p>{t("conflictPublished")}</p>}
      <button type="button" className={`${buttonClass("quiet")} mt-3`} onClick={onTake}>
        {t("conflictTake")}
      </button>
    </Callout>
  );
}
