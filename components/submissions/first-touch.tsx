"use client";

import { useEffect } from "react";
import { formNames, readDraft } from "./draft.ts";
import { noteFirstTouch } from "./first-touch-store.ts";

/** On every page: notes how the visit began, and lets go of drafts whose days are over. */
export function FirstTouch() {
  useEffect(() => {
    noteFirstTouch();
    for (const form of formNames) readDraft(form);
  }, []);
  return null;
}
