"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useDeskText } from "#lib/i18n/desk-text.ts";

const keysStorageKey = "desk-keys";
const listStorageKey = "desk-list";

const keys = { j: "j", k: "k", Enter: "enter", "/": "search", i: "inbox", "?": "help" } as const;

/** Shortcuts, which can be switched off (WCAG 2.1.4). They do not work while something is typed. */
export function DeskKeys() {
  const t = useDeskText("inbox");
  const dialog = useRef<HTMLDialogElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (localStorage.getItem(keysStorageKey) === "off") return;
      if (event.ctrlKey || event.metaKey || event.altKey || dialog.current?.open) return;
      const field = event.target instanceof Element && event.target.closest("input, select, textarea");
      // The dialog's checkbox keeps the focus for a moment after the dialog is closed.
      if (field && !dialog.current?.contains(field)) return;
      if (event.key === "j") move(1);
      else if (event.key === "k") move(-1);
      else if (event.key === "/") document.getElementById("q")?.focus();
      else if (event.key === "i") document.querySelector<HTMLAnchorElement>("a[data-list]")?.click();
      else if (event.key === "?") dialog.current?.showModal();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    setReady(true);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button
        type="button"
        className={`link min-h-11 cursor-pointer text-sm ${isReady ? "" : "invisible"}`}
        onClick={() => dialog.current?.showModal()}
      >
        {t("keys.show")} <kbd className="rounded-sm border border-edge px-1.5 font-mono">?</kbd>
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="keys-title"
        className="m-auto w-[calc(100%-2rem)] max-w-sm rounded-md border border-line bg-surface p-6 text-ink backdrop:bg-ink/50"
      >
        <h2 id="keys-title" className="text-xl">
          {t("keys.title")}
        </h2>
        <dl className="my-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          {Object.entries(keys).map(([key, name]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-sm border border-edge px-1.5 font-mono">{key}</kbd>
              </dt>
              <dd>{t(`keys.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <label className="mb-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            ref={(box) => {
              if (box) box.checked = localStorage.getItem(keysStorageKey) !== "off";
            }}
            onChange={({ target }) => localStorage.setItem(keysStorageKey, target.checked ? "on" : "off")}
          />
          {t("keys.use")}
        </label>
        <form method="dialog">
          <button type="submit" className="link min-h-11 cursor-pointer font-semibold">
            {t("keys.close")}
          </button>
        </form>
      </dialog>
    </>
  );
}

function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-row]")];
  const at = rows.findIndex((row) => row.matches(":focus"));
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
}

/** Keeps the list's query in this tab, and refreshes a list that the browser restored from its cache. */
export function ListMemory({ query }: { query: string }) {
  const router = useRouter();
  useEffect(() => {
    try {
      sessionStorage.setItem(listStorageKey, query);
    } catch {
      // Storage is switched off or full: ListLink leads to the whole list.
    }
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted) router.refresh();
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [query, router]);
  return null;
}

/** Leads to the list with its last filters in this tab. */
export function ListLink({ text }: { text: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    try {
      if (link.current) link.current.search = sessionStorage.getItem(listStorageKey) ?? "";
    } catch {
      // Storage is switched off.
    }
  }, []);
  return (
    <a ref={link} data-list="" className="link py-2" href="/admin/inbox">
      {text}
    </a>
  );
}
