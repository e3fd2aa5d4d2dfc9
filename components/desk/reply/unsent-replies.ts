import { useSyncExternalStore } from "react";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";

/** Key in the session storage, which ends with the tab, as drafts of replies do. */
const storageKey = "desk.unsent-replies";
const listeners = new Set<() => void>();
function readNames(): string[] {
  try {
    return (sessionStorage.getItem(storageKey) ?? "").split(" ").filter(Boolean);
  } catch {
    // The browser's storage is disabled.
    return [];
  }
}

export function markUnsent(ref: SubmissionRef, isUnsent: boolean): void {
  const others = readNames().filter((name) => name !== toSubmissionKey(ref));
  try {
    sessionStorage.setItem(storageKey, [...others, ...(isUnsent ? [toSubmissionKey(ref)] : [])].join(" "));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

export function useIsUnsent(ref: SubmissionRef): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readNames().includes(toSubmissionKey(ref)),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
