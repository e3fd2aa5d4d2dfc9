"use client";

import { useEffect, useId, useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Dialog, type DialogHandle } from "#components/ui/dialog.tsx";
import { Key } from "#components/ui/key.tsx";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import type { Command } from "./commands.tsx";
import { hasKeys, setHasKeys } from "./press.ts";

export function KeysHelp({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useDeskText("list");
  const dialog = useRef<DialogHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The browser would focus the checkbox below the list and scroll to it.
  useEffect(() => heading.current?.focus(), []);
  const id = useId();
  const withKeys = commands.filter(({ keys }) => keys !== undefined);
  return (
    <Dialog ref={dialog} labelledBy={id} place="middle" width="wide" className="overflow-y-auto p-6" onClose={onClose}>
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
    </Dialog>
  );
}
