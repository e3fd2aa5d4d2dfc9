import { cookies } from "next/headers";
import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { NothingSent, Verdict } from "#components/submissions/outcomes.tsx";
import { outcomeParameter } from "#lib/domain/submissions/first-touch.ts";
import {
  EvaluationOutcome,
  findLatestOutcome,
  formatOutcomeQuery,
  outcomeCookies,
} from "#lib/domain/submissions/outcome.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";
import { showVerdict } from "#lib/server/submissions/verdict.ts";

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "verdict" });
  const outcome = await readOutcome(await searchParams);
  // Screen readers read the title first.
  const title = outcome ? t(outcome.route) : t("title");
  return pageMetadata({ locale, href: "/evaluation/answer", title, isIndexed: false });
}

export default async function AnswerPage({ params, searchParams }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("verdict");
  const query = await searchParams;
  const outcome = await readOutcome(query);
  const evaluationPath = getPathname({ href: "/evaluation", locale });
  return (
    <Page
      site={site()}
      locale={locale}
      href="/evaluation/answer"
      query={outcome && query[outcomeParameter] ? formatOutcomeQuery(outcome) : ""}
    >
      {outcome ? (
        <Verdict {...showVerdict(outcome, locale)} evaluationPath={evaluationPath} />
      ) : (
        <NothingSent title={t("title")} text={t("gone")} link={{ href: evaluationPath, label: t("start") }} />
      )}
    </Page>
  );
}

async function readOutcome(query: Query) {
  const kept = (await cookies()).get(outcomeCookies.evaluation)?.value;
  return findLatestOutcome(EvaluationOutcome, kept, query[outcomeParameter]);
}
