"use client";

import { useEffect, useId, useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { useModal } from "#components/ui/use-modal.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Key } from "../core/chooser.tsx";
import type { Command } from "./commands.tsx";
import { hasKeys, setHasKeys } from "./press.ts";

export function KeysHelp({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useDeskText("list");
  const dialog = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  // The browser would focus the checkbox below the list and scroll to it.
  useEffect(() => heading.current?.focus(), []);
  const id = useId();
  const withKeys = commands.filter(({ keys }) => keys !== undefined);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto max-h-[90dvh] w-[calc(100%-2rem)] max-w-2xl rounded-md border border-line bg-surface p-6 text-ink shadow-2xl backdrop:bg-[rgb(10_10_30/0.35)]"
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl">
        {t("keys.title")}
      </h2>
      <dl className="my-4 gap-x-8 text-sm sm:columns-2">
        {[...withKeys.map(({ keys = "", text }) => ({ keys, text })), { keys: "Ctrl K", text: t("palette.show") }].map(
          ({ keys, text }) => (
            <div key={keys} className="flex break-inside-avoid items-center justify-between gap-4 py-1">
              <dt className="order-2 flex gap-1">
                {keys.split(" ").map((key) => (
                  <Key key={key} isSpoken>
                    {key}
                  </Key>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      <label className="mb-4 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5"
          defaultChecked={hasKeys()}
          onChange={({ target }) => setHasKeys(target.checked)}
        />
        {t("keys.use")}
      </label>
      <button type="button" className={buttonClass("secondary")} onClick={() => dialog.current?.close()}>
        {t("close")}
      </button>
    </dialog>
  );
}
