"use client";

import { useEffect, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { readFormValues, readSentValues, saySame, writeFormValues } from "./form-values.ts";
import { dropWork, keepWork, keptWork } from "./kept-work.ts";

type Props = {
  formId: string;
  /** Names this work in this browser. */
  storageKey: string;
  texts: { restored: string; discard: string };
};

const pauseMilliseconds = 300;

/** Keeps what is typed in this browser until it is saved, and puts it back after a reload. */
export function UnsavedWork({ formId, storageKey, texts }: Props) {
  const [isRestored, setIsRestored] = useState(false);

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const sent = readSentValues(form);
    const kept = keptWork(storageKey);
    // A form that the server holds is newer than what was kept of another one.
    const isOfThisForm = !sent.form || kept?.form === sent.form;
    // Typed before the script came, or put back by the browser.
    const isTyped = !saySame(sent, readFormValues(form));
    if (isTyped) {
      keepWork(storageKey, readFormValues(form));
    } else if (kept && isOfThisForm && !saySame(kept, sent)) {
      writeFormValues(form, kept);
      setIsRestored(true);
    }
    let timer: number | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      keepWork(storageKey, readFormValues(form));
    };
    const keepSoon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(keep, pauseMilliseconds);
    };
    // What was typed last must outlive the page, whichever way it ends.
    const keepNow = () => timer !== undefined && keep();
    form.addEventListener("input", keepSoon);
    form.addEventListener("submit", keep);
    window.addEventListener("pagehide", keepNow);
    return () => {
      keepNow();
      form.removeEventListener("input", keepSoon);
      form.removeEventListener("submit", keep);
      window.removeEventListener("pagehide", keepNow);
    };
  }, [formId, storageKey]);

  if (!isRestored) return null;
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-x-6 rounded-md bg-accent-soft px-5 py-2">
      <p>{texts.restored}</p>
      <button
        type="button"
        className={buttonClass("quiet")}
        onClick={() => {
          dropWork(storageKey);
          window.location.replace(window.location.pathname);
        }}
      >
        {texts.discard}
      </button>
    </div>
  );
}
