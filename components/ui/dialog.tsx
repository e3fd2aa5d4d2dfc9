"use client";

import { type ReactNode, type RefObject, useLayoutEffect } from "react";

type Props = {
  ref: RefObject<HTMLDialogElement | null>;
  labelledBy: string;
  /** `top` leaves room for a list that grows below its field. */
  place?: "top" | "middle";
  width?: "narrow" | "medium" | "wide";
  closesOutside?: boolean;
  className?: string;
  onPointerDown?: () => void;
  onClose: () => void;
  children: ReactNode;
};

const places = { top: "mx-auto mt-[10dvh] max-h-[80dvh]", middle: "m-auto max-h-[calc(100dvh-0.5rem)]" };
const widths = { narrow: "max-w-md", medium: "max-w-xl", wide: "max-w-3xl" };

/** Modal while mounted. The native element returns the focus only if it is closed before it is removed. */
export function Dialog({
  ref,
  labelledBy,
  place = "top",
  width = "medium",
  closesOutside = false,
  className = "overflow-y-auto p-5",
  onPointerDown,
  onClose,
  children,
}: Props) {
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => element?.close();
  }, [ref]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onPointerDown={({ target }) => {
        onPointerDown?.();
        if (closesOutside && target === ref.current) ref.current?.close();
      }}
      className={`${places[place]} w-[calc(100%-2rem)] ${widths[width]} rounded-md border border-line bg-surface text-base whitespace-normal text-ink shadow-2xl backdrop:bg-[rgb(10_10_30/0.35)] ${className}`}
    >
      {children}
    </dialog>
  );
}
