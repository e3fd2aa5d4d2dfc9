import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import type { ContactOutcome } from "#lib/domain/submissions/outcome.ts";
import { replyHours } from "#lib/domain/submissions/reply-hours.ts";
import { SentTime } from "./sent-time.tsx";

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
      <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-4">
        <div>
          <dt className="text-sm text-muted">{tVerdict("reference")}</dt>
          <dd className="font-display text-2xl font-bold">{id}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{tVerdict("sentAt")}</dt>
          <dd className="pt-1.5">
            <SentTime sentAt={sentAt} />
          </dd>
        </div>
        {topic && (
          <div>
            <dt className="text-sm text-muted">{t("topic")}</dt>
            <dd className="wrap-anywhere pt-1.5">{topic}</dd>
          </div>
        )}
      </dl>
      <a className={`${buttonClass("secondary")} mt-8 print:hidden`} href={contactPath}>
        {t("another")}
      </a>
    </div>
  );
}
