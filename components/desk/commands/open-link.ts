type Opener = (path: string) => boolean;

let opener: Opener | null = null;

/** For a page that opens some addresses by itself. @returns ends it */
export function takeLinks(open: Opener): () => void {
  opener = open;
  return () => {
    opener = null;
  };
}

/** Without loading the page where the present one can do that. */
export function openLink(path: string): void {
  if (!opener?.(path)) window.location.assign(path);
}
