"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { type ButtonLook, buttonClass } from "./button.ts";
import { Dialog } from "./dialog.tsx";
import { useIsHydrated } from "./use-is-hydrated.ts";

type Props = {
  text: ReactNode;
  label?: string;
  look?: ButtonLook;
  className?: string;
  title: string;
  /** Text of the button that confirms, by default `text`. Null: the dialog only explains why nothing can be done. */
  yes?: ReactNode;
  no: string;
  onConfirm: () => unknown;
  children: ReactNode;
};

export function ConfirmButton({ text, label, look = "quiet", title, yes = text, no, onConfirm, ...props }: Props) {
  const isHydrated = useIsHydrated();
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const titleId = useId();
  const [isUnderWay, setIsUnderWay] = useState(false);
  const confirm = async () => {
    // Closes the dialog first, so that the action can move the focus.
    close();
    setIsUnderWay(true);
    await onConfirm();
    setIsUnderWay(false);
  };
  return (
    <>
      <button
        type="button"
        className={props.className ?? buttonClass(look)}
        aria-label={label}
        disabled={!isHydrated}
        aria-disabled={isUnderWay}
        onClick={() => isUnderWay || setIsOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <Dialog
          ref={dialog}
          aria-labelledby={titleId}
          place="middle"
          width="narrow"
          className="overflow-y-auto p-7 [@media(max-height:20rem)]:px-5 [@media(max-height:20rem)]:py-3"
          onClose={() => setIsOpen(false)}
        >
          <h2 id={titleId} className="text-xl wrap-anywhere">
            {title}
          </h2>
          <div className="mt-3 [@media(max-height:20rem)]:mt-1">{props.children}</div>
          <div className="mt-6 flex flex-wrap gap-3 [@media(max-height:20rem)]:mt-2 [@media(max-height:20rem)]:gap-2">
            {/* This button comes first, because the browser focuses the first one. */}
            <button type="button" className={buttonClass()} onClick={close}>
              {no}
            </button>
            {yes && (
              <button type="button" className={buttonClass("secondary")} onClick={confirm}>
                {yes}
              </button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
