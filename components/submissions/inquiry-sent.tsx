import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import type { ContactOutcome } from "#lib/domain/submissions/outcome.ts";
import { replyHours } from "#lib/domain/submissions/promises.ts";
import { SentFacts } from "./sent-facts.tsx";

type Props = { outcome: ContactOutcome; contactPath: string };

/** What became of an inquiry. */
export function InquirySent({ outcome, contactPath }: Props) {
  const t = useTranslations("contact");
  const tVerdict = useTranslations("verdict");
  const { id, topic, sentAt } = outcome;
  return (
    <div className="mx-auto max-w-2xl">
      <div role="status" className="rounded-lg border-2 border-success bg-success-soft p-6 sm:p-9">
        <h1 className="text-2xl">{t("sentTitle")}</h1>
        <p className="mt-4 text-lg">{t("sentText", { hours: replyHours })}</p>
      </div>
      <div className="mt-8">
        <SentFacts reference={{ label: tVerdict("reference"), id }} time={{ label: tVerdict("sentAt"), at: sentAt }}>
          {topic && (
            <div>
              <dt className="text-sm text-muted">{t("topic")}</dt>
              <dd className="wrap-anywhere pt-1.5">{topic}</dd>
            </div>
          )}
        </SentFacts>
      </div>
      <a className={`${buttonClass("secondary")} mt-8 print:hidden`} href={contactPath}>
        {t("another")}
      </a>
    </div>
  );
}
