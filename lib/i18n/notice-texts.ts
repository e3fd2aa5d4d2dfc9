// Lists of the privacy notice in words: its page and its Markdown twin show the same.
import type { useTranslations } from "next-intl";
import { keptInBrowser } from "#lib/domain/submissions/privacy-notice.ts";

type Translate = ReturnType<typeof useTranslations<"privacy">>;
type Term = { term: string; text: string };

/** The collected fields (spec 2.1, 2.5) by form. */
export function listCollectedData(t: Translate): { title: string; items: Term[] }[] {
  const evaluation = (["identity", "email", "phone", "project", "source", "answers", "result"] as const).map(
    (item) => ({
      term: t(`collected.evaluation.items.${item}.term`),
      text: t(`collected.evaluation.items.${item}.text`),
    }),
  );
  const question = (["person", "message", "topic"] as const).map((item) => ({
    term: t(`collected.question.items.${item}.term`),
    text: t(`collected.question.items.${item}.text`),
  }));
  const both = (["page", "visit", "receipt", "assistant", "trap"] as const).map((item) => ({
    term: t(`collected.both.items.${item}.term`),
    text: t(`collected.both.items.${item}.text`),
  }));
  const connection = [
    { term: t("collected.connection.items.address.term"), text: t("collected.connection.items.address.text") },
  ];
  return [
    { title: t("collected.evaluation.title"), items: evaluation },
    { title: t("collected.question.title"), items: question },
    { title: t("collected.both.title"), items: both },
    { title: t("collected.connection.title"), items: connection },
  ];
}

export function listKeptInBrowser(t: Translate): (Term & { time: string })[] {
  return (["language", "draft", "visit", "receipt"] as const).map((item) => ({
    term: keptInBrowser[item],
    text: t(`kept.${item}.text`),
    time: t(`kept.${item}.time`),
  }));
}
