// Runs in the browser. Pages without the framework carry these functions as text (lib/http/front/finish.ts), so each stands
// alone: it imports nothing and calls none of the others.

/**
 * Makes the copy buttons of the page work. Its status line, with the attributes data-copied and data-failed, says what
 * happened. @returns what ends it
 */
export function startCopyButtons(): () => void {
  const doneMilliseconds = 2_000;
  const status = document.querySelector<HTMLElement>("[data-copied]");
  const say = (text: string | undefined, isShown: boolean) => {
    if (!status) return;
    status.textContent = text ?? "";
    status.toggleAttribute("data-shown", isShown);
  };
  const copy = async ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const source = button && document.getElementById(button.dataset.copy ?? "");
    if (!button || !source) return;
    say("", false);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.dataset.done = "";
      window.setTimeout(() => delete button.dataset.done, doneMilliseconds);
      say(status?.dataset.copied, false);
    } catch {
      window.getSelection()?.selectAllChildren(source);
      say(status?.dataset.failed, true);
    }
  };
  for (const button of document.querySelectorAll("[data-copy]")) button.classList.remove("invisible");
  document.addEventListener("click", copy);
  return () => document.removeEventListener("click", copy);
}

/** The link to the other language remembers the choice for `/`, and keeps query and fragment. @returns what ends it */
export function startLanguageLink(): () => void {
  const choose = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-cookie]") : null;
    if (!link) return;
    // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
    document.cookie = link.dataset.cookie ?? "";
    link.search = window.location.search;
    link.hash = window.location.hash;
  };
  document.addEventListener("click", choose);
  return () => document.removeEventListener("click", choose);
}

/** Keeps the address of a first visit as it is, for a later page to read. */
export function keepFirstVisit(storageKey: string): void {
  try {
    const isRefused = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
    if (isRefused || navigator.doNotTrack === "1" || localStorage.getItem(storageKey)) return;
    const { href } = window.location;
    localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), visit: [href, document.referrer] }));
  } catch {
    // Storage is switched off.
  }
}
