// Runs in the browser. Pages without the framework embed these functions as text (lib/http/front/finish.ts). Therefore
// this file imports nothing, its functions use only each other, and none contains a `<`, which HTML would parse.

/** The element with data-copied and data-failed shows the result. @returns a function that deactivates the buttons */
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

/**
 * On a click on a language link, stores the language, to which `/` then redirects, and adds the query and fragment of
 * the page to the link.
 * @returns a function that removes the listener
 */
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

/** Returns whether the browser asks not to be tracked (Global Privacy Control or Do Not Track). */
export function isTrackingRefused(): boolean {
  const hasSignal = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
  return hasSignal || navigator.doNotTrack === "1";
}

type Kept = {
  visit: string;
  drafts: string[];
  visitDays: number;
  draftDays: number;
  /** Names of URL parameters that must not be stored. */
  secrets: string[];
};

/** Stores the URL with which a visit began, for pages with a form, and deletes expired visits and drafts. */
export function keepFirstVisit({ visit, drafts, visitDays, draftDays, secrets }: Kept): void {
  const isFresh = (key: string, days: number) => {
    const { at, changedAt = at } = JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
    return days * 86_400_000 > Date.now() - Number(changedAt);
  };
  try {
    for (const key of drafts) if (!isFresh(key, draftDays)) localStorage.removeItem(key);
    if (isTrackingRefused()) localStorage.removeItem(visit);
    else if (!isFresh(visit, visitDays)) {
      const url = new URL(window.location.href);
      for (const name of secrets) url.searchParams.delete(name);
      const page = url.origin + url.pathname + url.search;
      localStorage.setItem(visit, JSON.stringify({ at: Date.now(), visit: [page, document.referrer] }));
    }
  } catch {
    // The browser blocks storage.
  }
}
