import { getTranslations } from "next-intl/server";
import { Terms } from "./terms.tsx";

/** The names under which the browser shows them. */
const names = {
  language: "locale",
  draft: "draft.evaluation, draft.contact",
  visit: "first-touch",
  outcome: "evaluation-outcome, contact-outcome",
} as const;

const kept = ["language", "draft", "visit", "outcome"] as const;

export async function KeptInBrowser() {
  const t = await getTranslations("privacy.kept");
  const items = kept.map((item) => ({
    term: names[item],
    text: (
      <>
        {t(`${item}.text`)} <span className="block text-sm text-muted">{t(`${item}.time`)}</span>
      </>
    ),
  }));
  return <Terms items={items} />;
}
