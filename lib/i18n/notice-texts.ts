// Lists of the privacy notice in words: its page and its Markdown twin show the same.
import type { useTranslations } from "next-intl";
import { keptInBrowser } from "#lib/domain/submissions/intake/privacy-notice.ts";

type Translate = ReturnType<typeof useTranslations<"privacy">>;
type Term = { term: string; text: string };

type Section = { title: string; items: Record<string, Term> };

/** By form, in the order of the messages. */
export function listCollectedData(t: Translate): { title: string; items: Term[] }[] {
  const sections: Section[] = Object.values(t.raw("collected" as never));
  return sections.map(({ title, items }) => ({ title, items: Object.values(items) }));
}

export function listKeptInBrowser(t: Translate): (Term & { time: string })[] {
  return (["language", "draft", "visit", "receipt"] as const).map((item) => ({
    term: keptInBrowser[item],
    text: t(`kept.${item}.text`),
    time: t(`kept.${item}.time`),
  }));
}
