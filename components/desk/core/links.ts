import type { MouseEvent } from "react";

export function isPlainClick({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey;
}

type Opener = (path: string) => boolean;

let opener: Opener | null = null;

/** Lets the current page open some links without a page load. @returns a function that stops this */
export function setLinkOpener(open: Opener): () => void {
  opener = open;
  return () => {
    opener = null;
  };
}

/** Opens a path, without a page load if the current page supports it. */
export function openLink(path: string): void {
  if (!opener?.(path)) window.location.assign(path);
}
