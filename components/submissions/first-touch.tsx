"use client";

import { useEffect } from "react";
import { readDraft } from "#components/forms/draft-store.ts";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { isJsonObject } from "#lib/domain/json.ts";
import { type FirstTouch, firstTouchDays, toFirstTouch } from "#lib/domain/submissions/first-touch.ts";

const storageKey = "first-touch";

/** On every page: stores the first touch, and deletes expired drafts. */
export function FirstTouchNote() {
  useEffect(() => {
    noteFirstTouch();
    for (const name of ["evaluation", "contact"]) readDraft({ name });
  }, []);
  return null;
}

/** The browser asks not to be tracked (Global Privacy Control or Do Not Track). */
function isTrackingRefused(): boolean {
  const hasSignal = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
  return hasSignal || navigator.doNotTrack === "1";
}

/** The first touch of the last 90 days wins. */
function noteFirstTouch(): void {
  try {
    if (isTrackingRefused()) localStorage.removeItem(storageKey);
    else if (!read()) {
      const touch = toFirstTouch(new URL(window.location.href), document.referrer);
      localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), touch }));
    }
  } catch {
    // Storage is switched off.
  }
}

/** Empty if nothing is stored or may be stored. */
export function readFirstTouch(): FirstTouch {
  try {
    return isTrackingRefused() ? {} : (read() ?? {});
  } catch {
    return {};
  }
}

function read(): FirstTouch | null {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
  if (!isJsonObject(stored) || !isFirstTouch(stored.touch)) return null;
  const isFresh = Date.now() - Number(stored.at) < firstTouchDays * dayMilliseconds;
  return isFresh ? stored.touch : null;
}

function isFirstTouch(value: unknown): value is FirstTouch {
  if (!isJsonObject(value)) return false;
  const { utm = {}, landingPage = "", referrer = "" } = value;
  return isJsonObject(utm) && [...Object.values(utm), landingPage, referrer].every((text) => typeof text === "string");
}
