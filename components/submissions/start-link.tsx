"use client";

import { buttonClass } from "#components/ui/button.ts";
import { toStepHash } from "./evaluation-steps.ts";
import { focusHeading } from "./use-evaluation.ts";

/** Link to the first question, further down on the same page. */
export function StartLink({ text }: { text: string }) {
  return (
    <a
      className={`${buttonClass()} mt-6 max-sm:w-full`}
      href={toStepHash(0)}
      onClick={(event) => {
        event.preventDefault();
        focusHeading(0);
      }}
    >
      {text}
    </a>
  );
}
