// Runs in the browser. Pages without the framework embed these functions as text (lib/http/front/finish.ts). Therefore
// this file imports nothing, its functions use only each other, and none contains a `<`, which HTML would parse. On
// pages with the framework, `signal` ends what a function has started; embedded functions run as long as the page.

/** The element with data-copied and data-failed shows the result. */
export function startCopyButtons(signal?: AbortSignal): void {
  const doneMilliseconds = 2_000;
  const status = document.querySelector<HTMLElement>("[data-copied]");
  const showStatus = (text: string | undefined, isShown: boolean) => {
    if (!status) return;
    status.textContent = text ?? "";
    status.toggleAttribute("data-shown", isShown);
  };
  const copyOnClick = async ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const source = button && document.getElementById(button.dataset.copy ?? "");
    if (!button || !source) return;
    showStatus("", false);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.dataset.done = "";
      window.setTimeout(() => delete button.dataset.done, doneMilliseconds);
      showStatus(status?.dataset.copied, false);
    } catch {
      window.getSelection()?.selectAllChildren(source);
      showStatus(status?.dataset.failed, true);
    }
  };
  for (const button of document.querySelectorAll("[data-copy]")) button.classList.remove("invisible");
  document.addEventListener("click", copyOnClick, { signal });
}

/** Shows the print buttons, which do nothing without JavaScript. */
export function startPrintButton(signal?: AbortSignal): void {
  const printOnClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("[data-print]")) window.print();
  };
  for (const button of document.querySelectorAll("[data-print]")) button.classList.remove("invisible");
  document.addEventListener("click", printOnClick, { signal });
}

/** Opens the details element around the target of a URL fragment, because some browsers do not. */
export function startDetailsReveal(signal?: AbortSignal): void {
  const reveal = () => {
    const target = document.getElementById(window.location.hash.slice(1));
    const details = target?.closest("details");
    if (!details || details.open) return;
    details.open = true;
    target?.scrollIntoView();
  };
  reveal();
  window.addEventListener("hashchange", reveal, { signal });
}

/** Shows the samples of the chosen language on this page and, because the browser keeps the choice, on all others. */
export function startSampleChoice(signal?: AbortSignal): void {
  const key = "sample-language";
  const choices = [...document.querySelectorAll<HTMLSelectElement>("[data-sample-choice]")];
  const showLanguage = (language: string) => {
    for (const sample of document.querySelectorAll<HTMLElement>("[data-sample]"))
      sample.hidden = sample.dataset.sample !== language;
    for (const others of document.querySelectorAll<HTMLDetailsElement>("[data-sample-others]")) {
      others.hidden = others.querySelector("[data-sample]:not([hidden])") === null;
      others.open = !others.hidden;
      others.querySelector("summary")?.setAttribute("hidden", "");
    }
    for (const choice of choices) {
      choice.value = language;
      choice.classList.remove("invisible");
    }
  };
  const choose = ({ target }: Event) => {
    const choice = choices.find((each) => each === target);
    if (!choice) return;
    const before = choice.getBoundingClientRect().top;
    showLanguage(choice.value);
    window.scrollBy(0, choice.getBoundingClientRect().top - before);
    try {
      localStorage.setItem(key, choice.value);
    } catch {
      // The browser blocks storage.
    }
  };
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(key);
  } catch {
    // The browser blocks storage.
  }
  const first = [...(choices[0]?.options ?? [])].map(({ value }) => value);
  if (first[0]) showLanguage(first.find((language) => language === kept) ?? first[0]);
  document.addEventListener("change", choose, { signal });
}

/** In the table of contents, marks the section that the visitor is reading. */
export function startTableOfContents(signal?: AbortSignal): void {
  const readingLine = 120;
  const nav = document.querySelector<HTMLElement>("nav[data-contents]");
  if (!nav) return;
  const markCurrentSection = () => {
    const links = [...nav.querySelectorAll<HTMLAnchorElement>("a")].filter((link) => link.offsetParent);
    const isAtEnd = window.scrollY + window.innerHeight + 2 > document.documentElement.scrollHeight;
    const line = isAtEnd ? window.innerHeight : readingLine;
    const passed = links.filter((link) => {
      const section = document.getElementById(link.hash.slice(1));
      return section !== null && line > section.getBoundingClientRect().top;
    });
    const current = passed.at(-1);
    for (const link of links) {
      if (link === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (current && nav.scrollHeight > nav.clientHeight) nav.scrollTop = current.offsetTop - nav.clientHeight / 2;
  };
  markCurrentSection();
  document.addEventListener("scroll", markCurrentSection, { passive: true, signal });
}

/**
 * Searches while the visitor types: requests the page that the form would open, and takes over its parts that are
 * marked with data-search-part. Opens the page instead if it has no such parts. If the request fails, the form's button
 * opens the page.
 */
export function startSearch(signal?: AbortSignal): void {
  const pauseMilliseconds = 200;
  const input = document.querySelector<HTMLInputElement>("#search");
  const form = input?.form;
  if (!form) return;
  const listParts = (page: Document) => [...page.querySelectorAll("[data-search-part]")];
  let asked = input.defaultValue;
  let timer = 0;
  let asking = new AbortController();
  let hasFailed = false;
  const requestResults = async () => {
    window.clearTimeout(timer);
    const typed = input.value.trim();
    if (typed === asked) return;
    asked = typed;
    asking.abort();
    const request = new AbortController();
    asking = request;
    const address = typed ? `${form.action}?${new URLSearchParams({ search: typed })}` : form.action;
    const text = await fetch(address, { signal: request.signal })
      .then((response) => response.text())
      .catch(() => undefined);
    hasFailed = text === undefined && !request.signal.aborted;
    if (text === undefined) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const found = listParts(page);
    if (!found.length) return window.location.assign(address);
    for (const [at, part] of listParts(document).entries()) part.replaceChildren(...(found[at]?.childNodes ?? []));
    document.title = page.title;
    window.history.replaceState(window.history.state, "", address);
  };
  const requestAfterPause = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(requestResults, pauseMilliseconds);
  };
  const submit = (event: SubmitEvent) => {
    if (hasFailed) return;
    event.preventDefault();
    void requestResults();
  };
  const stop = () => {
    window.clearTimeout(timer);
    asking.abort();
  };
  input.addEventListener("input", requestAfterPause, { signal });
  form.addEventListener("submit", submit, { signal });
  signal?.addEventListener("abort", stop);
  // Text may have been typed before the script loaded.
  void requestResults();
}

/** The key / moves the focus to the page's search. */
export function startSearchShortcut(signal?: AbortSignal): void {
  const focusSearch = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    const search = document.getElementById("search");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (!(search instanceof HTMLInputElement)) return;
    event.preventDefault();
    search.focus();
    search.select();
  };
  document.addEventListener("keydown", focusSearch, { signal });
}

/**
 * On a click on a language link, stores the language, to which `/` then redirects, and adds the query and fragment of
 * the page to the link.
 */
export function startLanguageLink(signal?: AbortSignal): void {
  const choose = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-cookie]") : null;
    if (!link) return;
    // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
    document.cookie = link.dataset.cookie ?? "";
    link.search = window.location.search;
    link.hash = window.location.hash;
  };
  document.addEventListener("click", choose, { signal });
}

/** Returns whether the browser asks not to be tracked (Global Privacy Control or Do Not Track). */
export function isTrackingRefused(): boolean {
  const hasSignal = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
  return hasSignal || navigator.doNotTrack === "1";
}

type VisitKeys = {
  visit: string;
  drafts: string[];
  visitDays: number;
  draftDays: number;
  secrets: string[];
};

/** Deletes expired visits and drafts. Stores the URL with which a visit began, unless tracking is refused. */
export function keepFirstVisit({ visit, drafts, visitDays, draftDays, secrets }: VisitKeys): void {
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
