"use client";

import { useEffect } from "react";
import { noteFirstTouch } from "./first-touch-store.ts";

/** On every page: notes how the visit began. */
export function FirstTouch() {
  useEffect(noteFirstTouch, []);
  return null;
}
