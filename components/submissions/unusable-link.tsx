import { useTranslations } from "next-intl";
import { consentLinkDays } from "#lib/domain/submissions/consent.ts";

type Props = { contactEmail: string; contactPath: string };

const reasons = ["used", "expired", "erased", "cut"] as const;

/** In the place of a link's page: nothing here tells why this one does not work, as whoever guesses would learn it. */
export function UnusableLink({ contactEmail, contactPath }: Props) {
  const t = useTranslations("consent.unusable");
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{t("title")}</h1>
      <p className="mt-4 text-lg">{t("text")}</p>
      <h2 className="mt-8 text-xl">{t("reasonsTitle")}</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-accent">
        {reasons.map((reason) => (
          <li key={reason}>{t(`reasons.${reason}`, { days: consentLinkDays })}</li>
        ))}
      </ul>
      <h2 className="mt-8 text-xl">{t("helpTitle")}</h2>
      <p className="mt-3">
        {t.rich("help", {
          mail: () => (
            <a className="link break-words" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
          ),
          contact: (text) => (
            <a className="link" href={contactPath}>
              {text}
            </a>
          ),
        })}
      </p>
    </div>
  );
}
