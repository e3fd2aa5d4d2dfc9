import type { MouseEvent } from "react";

/** Whether a click on a link stays on this page: with these keys the browser opens it elsewhere. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey;
}
