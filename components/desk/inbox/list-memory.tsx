"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const storageKey = "desk-list";

/** Keeps the list's query in this tab, and brings a list that the browser has kept up to date, its scroll as it was. */
export function ListMemory({ query }: { query: string }) {
  const router = useRouter();
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, query);
    } catch {
      // Storage is switched off or full: the way back leads to the whole list.
    }
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted) router.refresh();
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [query, router]);
  return null;
}

/** Leads to the list as it was last seen in this tab; without script, to the whole list. */
export function ListLink({ text }: { text: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    try {
      if (link.current) link.current.search = sessionStorage.getItem(storageKey) ?? "";
    } catch {
      // Nothing was kept.
    }
  }, []);
  return (
    <a ref={link} data-list="" className="link py-2" href="/admin/inbox">
      {text}
    </a>
  );
}
