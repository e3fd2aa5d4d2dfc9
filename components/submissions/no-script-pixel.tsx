import type { Locale } from "next-intl";
import { type CountedForm, formStepsPath } from "#lib/domain/submissions/core/form-steps.ts";

/** Counts that the form was opened without script. */
export function NoScriptPixel({ form, language }: { form: CountedForm; language: Locale }) {
  const query = new URLSearchParams({ form, step: "start", language, door: "plain" });
  return (
    <noscript>
      {/* biome-ignore lint/performance/noImgElement: Next's component needs script. */}
      <img src={`/api${formStepsPath}?${query}`} alt="" hidden referrerPolicy="no-referrer" />
    </noscript>
  );
}
