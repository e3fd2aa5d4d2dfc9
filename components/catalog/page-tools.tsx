"use client";

import { useEffect, useState } from "react";

type Props = { texts: { copied: string; failed: string } };

const doneMilliseconds = 2_000;

/** Makes the copy buttons of the page work, and opens the operation that the fragment names. */
export function PageTools({ texts }: Props) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const copy = async ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
      const source = button && document.getElementById(button.dataset.copy ?? "");
      if (!button || !source) return;
      setSaid("");
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.dataset.done = "";
        window.setTimeout(() => delete button.dataset.done, doneMilliseconds);
        setSaid(texts.copied);
      } catch {
        window.getSelection()?.selectAllChildren(source);
        setSaid(texts.failed);
      }
    };
    // Some browsers do not open the details element that a fragment points into.
    const reveal = () => {
      const target = document.getElementById(window.location.hash.slice(1));
      const details = target?.closest("details");
      if (!details || details.open) return;
      details.open = true;
      target?.scrollIntoView();
    };
    for (const button of document.querySelectorAll("[data-copy]")) button.classList.remove("invisible");
    reveal();
    document.addEventListener("click", copy);
    window.addEventListener("hashchange", reveal);
    return () => {
      document.removeEventListener("click", copy);
      window.removeEventListener("hashchange", reveal);
    };
  }, [texts.copied, texts.failed]);
  return (
    <p role="status" className={said && said === texts.failed ? "fixed inset-x-0 bottom-0 bg-surface p-4" : "sr-only"}>
      {said}
    </p>
  );
}
