import { type Locale, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { listArguments, sides } from "#lib/domain/submissions/core/arguments.ts";
import type { JudgedAnswer } from "#lib/domain/submissions/core/questions.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getPathname } from "#lib/i18n/paths.ts";
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

type Suggested = { path: string; title: string; lead: string; tile: ReactNode };

type Props = { changes: string[]; entries: Suggested[]; replyTime: string; locale: Locale };

export function Suggestions({ changes, entries, replyTime, locale }: Props) {
  const t = useTranslations("verdict");
  return (
    <>
      {changes.length > 0 && (
        <ResultPart title={t("changeTitle")}>
          <p>{t("changeText")}</p>
          <ul className="mt-2 list-disc space-y-1 pl-6 print:columns-3">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </ResultPart>
      )}
      <div className="print:hidden">
        {entries.length > 0 && (
          <ResultPart title={t("relatedTitle")}>
            <ul className="space-y-4 pt-1">
              {entries.map(({ path, title, lead, tile }) => (
                <li key={path} className="flex gap-4">
                  {tile}
                  <div>
                    <a className="link font-medium" href={path}>
                      {title}
                    </a>
                    <p className="text-muted">{lead}</p>
                  </div>
                </li>
              ))}
            </ul>
          </ResultPart>
        )}
        <ResultPart title={t("askTitle")}>
          <p>{t("askText", { replyTime })}</p>
          <a className={`${buttonClass("secondary")} mt-4`} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </ResultPart>
      </div>
    </>
  );
}
