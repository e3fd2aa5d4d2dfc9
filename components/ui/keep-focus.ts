import { flushSync } from "react-dom";

/** Restores the focus, which browsers drop from an element that moves in the page. */
export function keepFocus(button: HTMLElement, move: () => void): void {
  flushSync(move);
  button.focus();
}
