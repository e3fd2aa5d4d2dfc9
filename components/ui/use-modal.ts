import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Makes a dialog modal while mounted. Closes it on unmount to restore the focus; removing the element alone would not.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
