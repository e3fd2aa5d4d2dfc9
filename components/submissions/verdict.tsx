import { useFormatter, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import type { EvaluationOutcome } from "#lib/domain/submissions/outcome.ts";
import { PrintButton } from "./print-button.tsx";
import { SentFacts } from "./sent-facts.tsx";

type Props = {
  outcome: EvaluationOutcome;
  /** The verdict's message in the page's language. */
  message: string;
  /** When somebody will have replied, for `review`. */
  repliedBy: Date;
  evaluationPath: string;
};

const looks = {
  qualified: "border-success bg-success-soft",
  review: "border-primary bg-primary-soft",
  redirect: "border-edge bg-surface",
};

/** The answer to an evaluation. `redirect` is an outcome like the others, not an error. */
export function Verdict({ outcome, message, repliedBy, evaluationPath }: Props) {
  const t = useTranslations("verdict");
  const format = useFormatter();
  const { id, route, schedulingUrl } = outcome;
  const date = format.dateTime(repliedBy, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return (
    <div className="mx-auto max-w-2xl">
      <div role="status" className={`rounded-lg border-2 p-6 sm:p-9 ${looks[route]}`}>
        <p className="text-sm font-medium text-muted">{t("title")}</p>
        <h1 className="mt-2 text-2xl">{t(route)}</h1>
        <p className="mt-4 text-lg">{message}</p>
        {route === "qualified" && schedulingUrl && (
          <a className={`${buttonClass()} mt-6 print:hidden`} href={schedulingUrl} rel="noreferrer">
            {t("book")}
          </a>
        )}
        {route === "qualified" && schedulingUrl && <p className="mt-4 hidden print:block">{schedulingUrl}</p>}
      </div>
      <div className="mt-8">
        <SentFacts reference={{ label: t("reference"), id }} time={{ label: t("sentAt"), at: outcome.sentAt }} />
      </div>
      <h2 className="mt-8 text-xl">{t("nextTitle")}</h2>
      <p className="mt-2">{t(`${route}Next`, { date })}</p>
      <div className="mt-8 flex flex-wrap items-center gap-3 print:hidden">
        <a className={buttonClass("quiet")} href={evaluationPath}>
          {t("another")}
        </a>
        <PrintButton label={t("print")} />
      </div>
    </div>
  );
}
