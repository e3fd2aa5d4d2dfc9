"use client";

import { useEffect } from "react";
import type { Prepared } from "#components/forms/draft-store.ts";
import { withoutHandOff } from "#lib/domain/submissions/core/first-touch.ts";
import { isHandOffFragment, parseHandOff } from "#lib/domain/submissions/intake/hand-off.ts";
import type { SiteForm } from "#lib/domain/submissions/intake/receipt.ts";

/** Reads an assistant's values from the URL, and removes them there because history and bookmarks keep URLs. */
export function takeHandOff(form: SiteForm): Prepared | null {
  const { pathname, search, hash } = window.location;
  const fragment = isHandOffFragment(hash) ? hash : "";
  const handOff = parseHandOff(form, search, fragment);
  const address = pathname + withoutHandOff(search) + (fragment ? "" : hash);
  if (address !== pathname + search + hash) window.history.replaceState(window.history.state, "", address);
  return handOff && { values: handOff.values, by: handOff.assistant };
}

/** Reloads when a link changes only the fragment of the open page, so that the form takes its values. */
export function useLaterHandOff(): void {
  useEffect(() => {
    const take = () => isHandOffFragment(window.location.hash) && window.location.reload();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
}
