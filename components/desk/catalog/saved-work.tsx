"use client";

import { useEffect } from "react";
import { dropWork } from "./kept-work.ts";

/** Forgets what the browser kept of work that is stored now; once, so that a reload keeps what is typed next. */
export function SavedWork({ storageKeys }: { storageKeys: string[] }) {
  useEffect(() => {
    for (const key of storageKeys) dropWork(key);
    const address = new URL(window.location.href);
    address.searchParams.delete("done");
    address.searchParams.delete("deleted");
    window.history.replaceState(window.history.state, "", address);
  }, [storageKeys]);
  return null;
}
