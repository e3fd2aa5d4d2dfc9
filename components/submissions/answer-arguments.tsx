import { useLocale, useTranslations } from "next-intl";
import { listArguments, sides } from "#lib/domain/submissions/core/arguments.ts";
import type { JudgedAnswer } from "#lib/domain/submissions/core/questions.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { DetailRow, ResultPart } from "./results.tsx";

const marks = { for: "bg-success", against: "border-2 border-edge", open: "bg-accent" } as const;

/** Shows for each answer whether it speaks for or against the project, or is open. On paper, in three columns. */
export function AnswerArguments({ answers }: { answers: readonly JudgedAnswer[] }) {
  const t = useTranslations("answers");
  const argued = listArguments(answers, toLanguage(useLocale()));
  return (
    <ResultPart title={t("title")}>
      {sides
        .filter((side) => argued[side].length > 0)
        .map((side) => (
          <div key={side} className="mt-4 print:mt-2">
            <h3 className="flex items-center gap-2.5 border-b border-line pb-2 text-base">
              <span className={`size-3 rounded-full forced-colors:border ${marks[side]}`} aria-hidden="true" />
              {t(side)}
            </h3>
            <dl className="print:grid print:grid-cols-3 print:gap-x-6">
              {argued[side].map(({ question, answer, sentence }) => (
                <DetailRow key={question} label={question}>
                  {answer && <span className="block font-medium">{answer}</span>}
                  {sentence ?? t("between")}
                </DetailRow>
              ))}
            </dl>
          </div>
        ))}
    </ResultPart>
  );
}
