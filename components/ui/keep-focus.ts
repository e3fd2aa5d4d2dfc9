import { flushSync } from "react-dom";

/** Moves an element and restores its focus, which browsers drop when an element moves in the page. */
export function keepFocus(button: HTMLElement, move: () => void): void {
  flushSync(move);
  button.focus();
}
