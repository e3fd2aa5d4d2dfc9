"use client";

import { useEffect } from "react";

type Props = {
  fieldId: string;
  /** Names the text in this tab. */
  storageKey: string;
  isStored: boolean;
  /** Whether it was refused: the field gets the focus. */
  isAtFault: boolean;
};

/** Keeps a text in this tab until it is stored: neither a failed answer nor an ended session loses what was typed. */
export function KeptText({ fieldId, storageKey, isStored, isAtFault }: Props) {
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    const keep = () => {
      try {
        if (field.value) sessionStorage.setItem(storageKey, field.value);
        else sessionStorage.removeItem(storageKey);
      } catch {
        // Storage is switched off or full: the field itself still holds it.
      }
    };
    if (isStored) {
      keep();
      // Once, so that a reload keeps what is typed next.
      const address = new URL(window.location.href);
      address.searchParams.delete("saved");
      window.history.replaceState(window.history.state, "", address);
    } else {
      try {
        field.value ||= sessionStorage.getItem(storageKey) ?? "";
      } catch {
        // Nothing was kept.
      }
    }
    if (isAtFault) field.focus();
    field.addEventListener("input", keep);
    return () => field.removeEventListener("input", keep);
  }, [fieldId, storageKey, isStored, isAtFault]);
  return null;
}
