"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { FormName } from "./draft.ts";
import { type Outcomes, readOutcome } from "./outcome-store.ts";

/** To whoever comes back: it has been sent, and here is the answer. */
export function SentBefore({ form, path }: { form: FormName; path: string }) {
  const t = useTranslations("form");
  const format = useFormatter();
  const [outcome, setOutcome] = useState<Outcomes[FormName] | null>(null);
  useEffect(() => setOutcome(readOutcome(form)), [form]);
  if (!outcome) return null;
  return (
    <p className="rounded-md border border-line bg-surface px-4 py-3 text-sm">
      {t.rich("sentBefore", {
        id: outcome.id,
        date: format.dateTime(new Date(outcome.sentAt), { day: "numeric", month: "long" }),
        link: (text) => (
          <a className="link" href={path}>
            {text}
          </a>
        ),
      })}
    </p>
  );
}
