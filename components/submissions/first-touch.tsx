"use client";

import { useEffect } from "react";
import { readDraft } from "#components/forms/draft-store.ts";
import { isTrackingRefused, startLanguageLink, startPrintButton } from "#lib/browser/page-script.ts";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { asList, isJsonObject } from "#lib/domain/json.ts";
import { type FirstTouch, firstTouchDays, toFirstTouch } from "#lib/domain/submissions/core/first-touch.ts";
import { keptInBrowser } from "#lib/domain/submissions/intake/privacy-notice.ts";

const storageKey = keptInBrowser.visit;

export function PageEffects() {
  useEffect(() => {
    storeFirstTouch();
    for (const name of ["evaluation", "contact"]) readDraft({ name });
    const mounted = new AbortController();
    startLanguageLink(mounted.signal);
    startPrintButton(mounted.signal);
    return () => mounted.abort();
  }, []);
  return null;
}

function storeFirstTouch(): void {
  try {
    if (isTrackingRefused()) localStorage.removeItem(storageKey);
    else if (!readStoredTouch()) {
      const touch = toFirstTouch(new URL(window.location.href), document.referrer);
      localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), touch }));
    }
  } catch {
    // The browser's storage is disabled.
  }
}

export function readFirstTouch(): FirstTouch {
  try {
    return isTrackingRefused() ? {} : (readStoredTouch() ?? {});
  } catch {
    return {};
  }
}

function readStoredTouch(): FirstTouch | null {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
  if (!isJsonObject(stored)) return null;
  const touch = parseVisit(stored.visit) ?? stored.touch;
  const isFresh = Date.now() - Number(stored.at) < firstTouchDays * dayMilliseconds;
  return isFresh && isFirstTouch(touch) ? touch : null;
}

/** Reads how a visit began on a page without the framework, which stores only URL and referrer. */
function parseVisit(visit: unknown): FirstTouch | undefined {
  const [page, referrer] = asList(visit).map(String);
  return page && URL.canParse(page) ? toFirstTouch(new URL(page), referrer ?? "") : undefined;
}

function isFirstTouch(value: unknown): value is FirstTouch {
  if (!isJsonObject(value)) return false;
  const { utm = {}, landingPage = "", referrer = "" } = value;
  return isJsonObject(utm) && [...Object.values(utm), landingPage, referrer].every((text) => typeof text === "string");
}
