// Lists in the privacy notice, shared by the notice's page and its Markdown version.
import type { useTranslations } from "next-intl";

type Translate = ReturnType<typeof useTranslations<"privacy">>;
type Term = { term: string; text: string };

type Section = { title: string; items: Record<string, Term> };

export function listCollectedData(t: Translate): { title: string; items: Term[] }[] {
  const sections: Section[] = Object.values(t.raw("collected" as never));
  return sections.map(({ title, items }) => ({ title, items: Object.values(items) }));
}

const keptItems = ["language", "draft", "visit", "samples", "receipt"] as const;

/** `terms` are the names under which the browser keeps the items. */
export function listKeptInBrowser(
  t: Translate,
  terms: Record<(typeof keptItems)[number], string>,
): (Term & { time: string })[] {
  return keptItems.map((item) => ({
    term: terms[item],
    text: t(`kept.${item}.text`),
    time: t(`kept.${item}.time`),
  }));
}
