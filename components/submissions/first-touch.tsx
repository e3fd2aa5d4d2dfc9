"use client";

import { useEffect } from "react";
import { isTrackingRefused, keepFirstVisit, startLanguageLink, startPrintButton } from "#lib/browser/page-script.ts";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { asList, isJsonObject } from "#lib/domain/json.ts";
import { type FirstTouch, ownParameters, toFirstTouch } from "#lib/domain/submissions/core/first-touch.ts";
import { visitKeys } from "#lib/domain/submissions/intake/privacy-notice.ts";

export function PageEffects() {
  useEffect(() => {
    const mounted = new AbortController();
    // A form removes an assistant's values from the URL, but perhaps later.
    keepFirstVisit({ ...visitKeys, secrets: ownParameters });
    startLanguageLink(mounted.signal);
    startPrintButton(mounted.signal);
    return () => mounted.abort();
  }, []);
  return null;
}

export function readFirstTouch(): FirstTouch {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(visitKeys.visit) ?? "null");
    if (isTrackingRefused() || !isJsonObject(stored)) return {};
    const isFresh = Date.now() - Number(stored.at) < visitKeys.visitDays * dayMilliseconds;
    if (!isFresh) return {};
    // Release 0.3.0 stored what it had read from the URL.
    if (isJsonObject(stored.touch)) return stored.touch as FirstTouch;
    const [page = "", referrer = ""] = asList(stored.visit).map(String);
    return URL.canParse(page) ? toFirstTouch(new URL(page), referrer) : {};
  } catch {
    // The browser's storage is disabled, or does not contain JSON.
    return {};
  }
}
