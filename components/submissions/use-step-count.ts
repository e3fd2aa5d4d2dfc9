import type { Locale } from "next-intl";
import { useRef } from "react";
import type { useDraft } from "#components/forms/use-draft.ts";
import { type CountedForm, formSteps, formStepsPath } from "#lib/domain/submissions/core/form-steps.ts";

/** Counts each step once, also when the person comes back to a draft. Nothing waits for it, and it may fail. */
export function useStepCount(form: CountedForm, language: Locale) {
  const reached = useRef<number>(undefined);
  return (at: number, draft: Pick<ReturnType<typeof useDraft>, "read" | "update" | "preparedBy">) => {
    const before = reached.current ?? draft.read()?.reached ?? -1;
    reached.current = Math.max(before, at);
    if (at <= before) return;
    draft.update({ reached: at });
    const door = draft.preparedBy === null ? "script" : "assistant";
    const query = new URLSearchParams({ form, step: formSteps[form][at] ?? "", language, door });
    if (before >= 0) query.set("after", formSteps[form][before] ?? "");
    const options = { credentials: "omit", keepalive: true, priority: "low", referrerPolicy: "no-referrer" } as const;
    // An answer that nobody reads keeps its connection busy.
    fetch(`/api${formStepsPath}?${query}`, options)
      .then((response) => response.text())
      .catch(() => {});
  };
}
