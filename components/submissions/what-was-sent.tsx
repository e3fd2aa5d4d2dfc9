import { useTranslations } from "next-intl";
import type { Sent } from "#lib/domain/submissions/receipt.ts";
import { Part } from "./results.tsx";

/** Null: the database is away. */
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
  const isEvaluation = answered.length > 0;
  const words = { label: tFields(isEvaluation ? "projectDescription" : "message"), value: sent.text };
  const fields = (["discoverySource", "name", "role", "company", "email", "phone"] as const).map((name) => ({
    label: tFields(name),
    value: sent[name],
  }));
  return (
    <dl className="border-t border-line">
      {[...answered, words, ...fields].map(({ label, value }) =>
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
