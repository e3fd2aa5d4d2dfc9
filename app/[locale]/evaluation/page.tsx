import { getTranslations } from "next-intl/server";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { Page } from "#components/site/page.tsx";
import { EvaluationForm } from "#components/submissions/evaluation-form.tsx";
import { EvaluationStart, FaqStructuredData } from "#components/submissions/evaluation-start.tsx";
import { ClientMessages, ConsentNote, lengthNotes, NoScriptPixel } from "#components/submissions/form-page.tsx";
import { AnswersPuzzle } from "#components/submissions/puzzle.tsx";
import { getPathname } from "#lib/i18n/paths.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { createMetadata, type SitePageProps } from "../../pages.ts";

/** Class that hides an element after the first question, because then only the current question is shown. */
const hiddenAfterFirstStep = String.raw`[:has(>form_#step-marketing\_team[hidden])>&]:hidden`;

export const generateMetadata = createMetadata("/evaluation", "evaluation.title", "evaluation.description");

export default async function EvaluationPage({ params }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("evaluation");
  const paths = {
    send: getPathname({ href: "/evaluation/send", locale }),
    result: getPathname({ href: "/evaluation/result", locale }),
  };
  const privacyPath = getPathname({ href: "/privacy", locale });
  return (
    <Page site={await readSite()} locale={locale} href="/evaluation">
      <div className="relative">
        <div className="max-w-2xl max-lg:mx-auto">
          <h1 className="mb-3 font-sans text-sm font-semibold tracking-normal text-primary">{t("title")}</h1>
          <ClientMessages
            locale={locale}
            namespaces={["evaluation", "form", "handOff", "fields", "questions", "errors"]}
          >
            <EvaluationForm
              locale={locale}
              paths={paths}
              contactEmail={getSiteSettings().contactEmail}
              start={<EvaluationStart privacyPath={privacyPath} replyTime={getReplyTime(locale)} />}
              puzzle={<AnswersPuzzle />}
              notes={{
                consent: <ConsentNote privacyPath={privacyPath} />,
                lengths: lengthNotes,
              }}
            />
          </ClientMessages>
          <ForAssistants locale={locale} siteUrl={getSiteSettings().url} className={`mt-16 ${hiddenAfterFirstStep}`} />
        </div>
      </div>
      <NoScriptPixel form="evaluation" language={locale} />
      <FaqStructuredData />
    </Page>
  );
}
