import { describeAnswer } from "#lib/domain/submissions/core/question-texts.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";

export function useQuestionTexts() {
  const t = useDeskText("inbox");
  const language = useDeskLanguage();
  const getQuestion = (key: string) => describeAnswer(key, "", language).label;
  const getOption = (key: string, points: number) => {
    const option = questions.find((question) => question.key === key)?.options[points];
    return option === undefined ? t("between") : describeAnswer(key, option, language).value;
  };
  return { getQuestion, getOption };
}
