import { type ReactNode, useEffect, useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = { title: string; versionsHref: string; onTake: () => void; children?: ReactNode };

/** Others' version is in the history, the operator's own is in the form. */
export function ConflictNotice({ title, versionsHref, onTake, children }: Props) {
  const t = useDeskText("catalog");
  const notice = useRef<HTMLDivElement>(null);
  // Moves the focus to this notice, because the save button is at the end of a long page.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Callout ref={notice} tabIndex={-1} look="danger" role="alert" title={title}>
      <p>
        {t.rich("conflictText", {
          stored: (text) => (
            <a href={versionsHref} target="_blank" rel="noreferrer" className="link">
              {text}
            </a>
          ),
        })}
      </p>
      {children}
      <button type="button" className={`${buttonClass("quiet")} mt-3`} onClick={onTake}>
        {t("conflictTake")}
      </button>
    </Callout>
  );
}

export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useDeskText("catalog");
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-x-6 rounded-md bg-accent-soft px-5 py-2">
      <p>{t("restored")}</p>
      <button type="button" className={buttonClass("quiet")} onClick={onDiscard}>
        {t("discard")}
      </button>
    </div>
  );
}
