import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a dialog that is modal as long as it is on the page. Closing gives the focus back; taking the element away would
 * not.
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
