import { flushSync } from "react-dom";

/** A browser takes the focus from what is moved in the page. */
export function keepFocus(button: HTMLElement, move: () => void): void {
  flushSync(move);
  button.focus();
}
