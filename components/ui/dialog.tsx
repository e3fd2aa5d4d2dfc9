"use client";

import { type ComponentProps, type RefObject, useLayoutEffect } from "react";

type Props = ComponentProps<"dialog"> & {
  ref: RefObject<HTMLDialogElement | null>;
  "aria-labelledby": string;
  /** `top` leaves room for a list that grows below its field. */
  place?: "top" | "middle";
  width?: "narrow" | "medium" | "wide";
  closesOutside?: boolean;
};

const places = { top: "mx-auto mt-[10dvh] max-h-[80dvh]", middle: "m-auto max-h-[calc(100dvh-0.5rem)]" };
const widths = { narrow: "max-w-md", medium: "max-w-xl", wide: "max-w-3xl" };

/** Modal while mounted. The native element returns the focus only if it is closed before it is removed. */
export function Dialog({
  ref,
  place = "top",
  width = "medium",
  closesOutside = false,
  className = "overflow-y-auto p-5",
  onClose,
  ...native
}: Props) {
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => element?.close();
  }, [ref]);
  return (
    <dialog
      {...native}
      ref={ref}
      // In React, the event of a dialog inside this one bubbles.
      onClose={(event) => event.target === ref.current && onClose?.(event)}
      onPointerDown={({ target }) => closesOutside && target === ref.current && ref.current?.close()}
      className={`${places[place]} w-[calc(100%-2rem)] ${widths[width]} rounded-md border border-line bg-surface text-base whitespace-normal text-ink shadow-2xl backdrop:bg-[rgb(10_10_30/0.35)] ${className}`}
    />
  );
}
