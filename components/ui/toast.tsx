"use client";

import type { ReactNode } from "react";
import { Callout } from "./callout.tsx";
import { Key } from "./key.tsx";

export type ToastAction = { text: string; keys?: string; run: () => void };

type Props = {
  look: "success" | "danger";
  isShown: boolean;
  actions?: readonly ToastAction[] | undefined;
  close: string;
  onClose: () => void;
  children: ReactNode;
};

/** Stays mounted while nothing is shown, because screen readers announce only changes to an existing element. */
export function Toast({ look, isShown, actions = [], close, onClose, children }: Props) {
  const button = "link min-h-9 cursor-pointer text-sm font-semibold";
  return (
    <Callout look={look} className={isShown ? "shadow-xl" : "sr-only"}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">{children}</div>
        <div hidden={!isShown} className="flex gap-4">
          {actions.map(({ text, keys, run }) => (
            <button
              key={text}
              type="button"
              className={button}
              aria-keyshortcuts={keys}
              onClick={() => {
                onClose();
                run();
              }}
            >
              {text} {keys && <Key>{keys}</Key>}
            </button>
          ))}
          <button type="button" className={button} onClick={onClose}>
            {close}
          </button>
        </div>
      </div>
    </Callout>
  );
}
