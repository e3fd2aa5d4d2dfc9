"use client";

import { useEffect, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { addServiceGroup } from "./form-values.ts";

type Props = { formId: string; label: string; title: string };

/** One more group of a service, where there is script: without it, each save brings an empty one. */
export function AddService({ formId, label, title }: Props) {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  if (!hasScript) return null;
  return (
    <button
      type="button"
      className={`${buttonClass("secondary")} mt-4`}
      onClick={() => {
        const form = document.getElementById(formId);
        const group = form instanceof HTMLFormElement && addServiceGroup(form);
        if (!group) return;
        const summary = group.querySelector("summary");
        if (summary) summary.textContent = title;
        group.querySelector("input")?.focus();
      }}
    >
      {label}
    </button>
  );
}
