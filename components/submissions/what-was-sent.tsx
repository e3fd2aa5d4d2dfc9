import { useTranslations } from "next-intl";
import { type FormField, formFields } from "#lib/domain/submissions/core/fields.ts";
import type { Sent } from "#lib/domain/submissions/intake/receipt.ts";
import { Part } from "./results.tsx";

/** `sent` is null if the database is unavailable. */
export function WhatWasSent({ sent }: { sent: Sent | null }) {
  const t = useTranslations("verdict");
  return (
    <Part title={t("sentTitle")}>
      {sent ? <SentList sent={sent} /> : <p className="text-muted">{t("sentAway")}</p>}
    </Part>
  );
}

function SentList({ sent }: { sent: Sent }) {
  const t = useTranslations("verdict");
  const tFields = useTranslations("fields");
  const tQuestions = useTranslations("questions");
  const answered = sent.answers.map(({ question, option }) => ({
    label: tQuestions(`${question}.question` as never),
    value: option === null ? t("betweenOptions") : tQuestions(`${question}.${option}` as never),
  }));
  const texts: Partial<Record<FormField, string | null>> = sent;
  const typed = formFields[sent.kind].map((name) => ({ label: tFields(name), value: texts[name] }));
  return (
    <dl className="border-t border-line">
      {[...answered, ...typed].map(({ label, value }) =>
        value ? (
          <div key={label} className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[2fr_3fr]">
            <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
            <dd className="wrap-anywhere font-medium whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
