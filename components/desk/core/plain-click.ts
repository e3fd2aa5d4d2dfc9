import type { MouseEvent } from "react";

/** Returns false for a click that opens the link in another tab or window. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey;
}
