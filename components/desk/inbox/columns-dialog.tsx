"use client";

import { useId } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { useModal } from "#components/ui/use-modal.ts";
import { type InboxColumn, inboxColumns, usualColumns } from "#lib/domain/desk/inbox-query.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = {
  columns: readonly InboxColumn[];
  onChoose: (columns: InboxColumn[]) => void;
  onClose: () => void;
};

/** Each choice is shown at once. */
export function ColumnsDialog({ columns, onChoose, onClose }: Props) {
  const t = useDeskText("list");
  const dialog = useModal();
  const id = useId();
  const choose = (column: InboxColumn, isShown: boolean) =>
    onChoose(inboxColumns.filter((each) => (each === column ? isShown : columns.includes(each))));
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="mx-auto mt-[10dvh] max-h-[80dvh] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-md border border-line bg-surface p-5 text-base text-ink shadow-2xl backdrop:bg-[rgb(10_10_30/0.35)]"
    >
      <h2 id={id} className="font-semibold">
        {t("columns.title")}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{t("columns.hint")}</p>
      <div className="grid grid-cols-2 gap-x-4">
        {inboxColumns.map((column) => (
          <label key={column} className="flex min-h-9 cursor-pointer items-center gap-3 text-[0.875rem]">
            <input
              type="checkbox"
              checked={columns.includes(column)}
              onChange={({ target }) => choose(column, target.checked)}
              className="size-5 shrink-0"
            />
            {t(`columns.${column}`)}
          </label>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-4">
        <button type="button" className={buttonClass("secondary")} onClick={() => dialog.current?.close()}>
          {t("close")}
        </button>
        <button type="button" className={buttonClass("quiet")} onClick={() => onChoose([...usualColumns])}>
          {t("columns.usual")}
        </button>
      </div>
    </dialog>
  );
}
