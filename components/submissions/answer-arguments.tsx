import { useLocale } from "next-intl";
import { argueAnswers, argumentTexts, sides } from "#lib/domain/submissions/core/arguments.ts";
import type { JudgedAnswer } from "#lib/domain/submissions/core/questions.ts";
import { toLanguage } from "#lib/i18n/format-locale.ts";
import { Part } from "./results.tsx";

const marks = { for: "bg-success", against: "border-2 border-edge", open: "bg-accent" } as const;

/** What each answer says about the project. On paper, in three columns. */
export function AnswerArguments({
  answers,
  isShared = false,
}: {
  answers: readonly JudgedAnswer[];
  isShared?: boolean;
}) {
  const locale = toLanguage(useLocale());
  const texts = argumentTexts[locale];
  const argued = argueAnswers(answers, locale);
  return (
    <Part title={isShared ? texts.sharedTitle : texts.title}>
      {sides
        .filter((side) => argued[side].length > 0)
        .map((side) => (
          <div key={side} className="mt-4 print:mt-2">
            <h3 className="flex items-center gap-2.5 border-b border-line pb-2 text-base">
              <span className={`size-3 rounded-full forced-colors:border ${marks[side]}`} aria-hidden="true" />
              {texts.sides[side]}
            </h3>
            <dl className="print:grid print:grid-cols-3 print:gap-x-6">
              {argued[side].map(({ question, answer, sentence }) => (
                <div
                  key={question}
                  className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[2fr_3fr] print:block print:py-1"
                >
                  <dt className="text-sm text-muted sm:pt-0.5">{question}</dt>
                  <dd>
                    {answer && <span className="block font-medium">{answer}</span>}
                    {sentence}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
    </Part>
  );
}
