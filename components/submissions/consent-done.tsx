import { useTranslations } from "next-intl";
import { consentLinkDays } from "#lib/domain/submissions/consent.ts";
import type { ConsentChange } from "#lib/domain/submissions/consent-parameters.ts";

type Props = { change: ConsentChange; contactEmail: string };

const looks: Record<ConsentChange, string> = {
  confirmed: "border-success bg-success-soft",
  withdrawn: "border-primary bg-primary-soft",
};

/** What has been done by a link. */
export function ConsentDone({ change, contactEmail }: Props) {
  const t = useTranslations("consent");
  return (
    <div className="mx-auto max-w-2xl">
      <div role="status" className={`rounded-lg border-2 p-6 sm:p-9 ${looks[change]}`}>
        <h1 className="text-2xl">{t(`${change}.title`)}</h1>
        <p className="mt-4 text-lg">{t(`${change}.text`)}</p>
      </div>
      <p className="mt-6">
        {t.rich(`${change}.more`, {
          days: consentLinkDays,
          mail: () => (
            <a className="link break-words" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
          ),
        })}
      </p>
    </div>
  );
}
