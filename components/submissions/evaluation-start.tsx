import { useTranslations } from "next-intl";
import { DataBlock } from "#components/ui/data-block.tsx";
import { linkTo } from "#components/ui/link-to.tsx";
import { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { draftDays } from "#lib/domain/submissions/intake/privacy-notice.ts";
import { StartLink } from "./evaluation-form.tsx";
import { looks, routeLooks } from "./result-parts.tsx";

const faq = ["reader", "data", "cost", "pause", "unsure"] as const;

type Props = { privacyPath: string; replyTime: string };

export function EvaluationStart({ privacyPath, replyTime }: Props) {
  const t = useTranslations("evaluationStart");
  const tVerdict = useTranslations("verdict");
  return (
    <div className="mb-12">
      <h2 className="text-2xl">{t("title")}</h2>
      <p className="mt-4 text-lg">{t("lead")}</p>
      <StartLink text={t("button")} />
      <h3 className="mt-10 text-lg">{t("resultsTitle")}</h3>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3 sm:grid-rows-[auto_1fr]">
        {LeadRoute.options.map((route) => (
          <li
            key={route}
            className={`rounded-md border p-4 sm:row-span-2 sm:grid sm:grid-rows-subgrid sm:gap-y-1 ${looks[routeLooks[route]]}`}
          >
            <p className="font-semibold">{tVerdict(route)}</p>
            <p className="text-sm max-sm:mt-1">{t(`results.${route}`, { replyTime })}</p>
          </li>
        ))}
      </ul>
      <h3 className="mt-10 text-lg">{t("faqTitle")}</h3>
      <div className="mt-3 border-t border-line">
        {faq.map((name) => (
          <details key={name} className="disclosure">
            <summary>{t(`faq.${name}.question`)}</summary>
            <p className="pb-3">
              {t.rich(`faq.${name}.answer`, {
                days: draftDays,
                link: linkTo(privacyPath),
              })}
            </p>
          </details>
        ))}
      </div>
    </div>
  );
}

export function FaqStructuredData() {
  const t = useTranslations("evaluationStart.faq");
  const data = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: faq.map((name) => ({
      "@type": "Question",
      name: t(`${name}.question`),
      acceptedAnswer: {
        "@type": "Answer",
        text: t.markup(`${name}.answer`, { days: draftDays, link: (text) => text }),
      },
    })),
  };
  return <DataBlock data={data} />;
}
