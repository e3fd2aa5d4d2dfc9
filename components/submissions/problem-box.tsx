"use client";

import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import type { Problem } from "./use-lead-form.ts";

type Props = { problem: Problem | null; contactEmail: string; onRetry: () => void };

/** Why it could not be sent, when no field is at fault. Nothing typed is lost. */
export function ProblemBox({ problem, contactEmail, onRetry }: Props) {
  const t = useTranslations("errors");
  if (!problem) return null;
  const minutes = problem.kind === "rate_limited" ? Math.max(1, Math.ceil(problem.retryAfterSeconds / 60)) : 0;
  return (
    <div role="alert" className="mt-6 rounded-md border-2 border-danger bg-danger-soft p-5">
      <p className="font-medium">{t(problem.kind, { minutes, email: contactEmail })}</p>
      {problem.kind !== "refused" && (
        <button
          type="button"
          className={`${buttonClass("secondary")} mt-4`}
          onClick={({ currentTarget }) => {
            // This button goes while it is sent; the focus would go with it.
            currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.focus();
            onRetry();
          }}
        >
          {t("retry")}
        </button>
      )}
    </div>
  );
}
