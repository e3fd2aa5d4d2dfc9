"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";

/** Deletes the draft, after asking. The element's own dialog holds the focus and closes with Escape. */
export function StartOver({ onConfirm }: { onConfirm: () => void }) {
  const t = useTranslations("form");
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="link cursor-pointer py-2" onClick={() => dialog.current?.showModal()}>
        {t("startOver")}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="start-over-title"
        className="m-auto max-w-md rounded-lg border border-line bg-surface p-7 text-ink backdrop:bg-[rgb(10_10_30/0.5)]"
      >
        <h2 id="start-over-title" className="text-xl">
          {t("startOverTitle")}
        </h2>
        <p className="mt-3">{t("startOverText")}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <button
            type="button"
            className={buttonClass()}
            onClick={() => {
              dialog.current?.close();
              onConfirm();
            }}
          >
            {t("startOverYes")}
          </button>
          <button type="button" className={buttonClass("secondary")} onClick={() => dialog.current?.close()}>
            {t("startOverNo")}
          </button>
        </div>
      </dialog>
    </>
  );
}
