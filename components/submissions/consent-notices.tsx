import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { type ConsentChange, consentLinkDays, SecretToken } from "#lib/domain/submissions/core/consent.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { ResultBox } from "./results.tsx";

/** Returns the query string of a consent link's page; empty for a malformed token. */
export function toTokenQuery(token: unknown): string {
  const { data } = SecretToken.safeParse(token);
  return data === undefined ? "" : `?${new URLSearchParams({ [tokenParameter]: data })}`;
}

function MailLink({ address }: { address: string }) {
  return (
    <a className="link break-words" href={`mailto:${address}`}>
      {address}
    </a>
  );
}

const looks = { confirmed: "success", withdrawn: "primary" } as const;

type DoneProps = { change: ConsentChange; contactEmail: string };

export function ConsentDone({ change, contactEmail }: DoneProps) {
  const t = useTranslations("consent");
  return (
    <div className="mx-auto max-w-2xl">
      <ResultBox look={looks[change]} title={t(`${change}.title`)} text={t(`${change}.text`)} />
      <p className="mt-6">
        {t.rich(`${change}.more`, {
          days: consentLinkDays,
          mail: () => <MailLink address={contactEmail} />,
        })}
      </p>
    </div>
  );
}

type NothingChangedProps = {
  /** Minutes until the rate limit ends; undefined if the service is unavailable. */
  minutes: number | undefined;
  /** Path of the link's page; empty if unknown. */
  linkPath: string;
};

/** Says that nothing was changed and the link still works. */
export function NothingChanged({ minutes, linkPath }: NothingChangedProps) {
  const t = useTranslations("consent.refused");
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{t("title")}</h1>
      <div role="alert" className="mt-6 rounded-md border-2 border-danger bg-danger-soft p-5">
        <p className="font-medium">{minutes === undefined ? t("unavailable") : t("rateLimited", { minutes })}</p>
      </div>
      <p className="mt-6">{t("unchanged")}</p>
      {linkPath ? (
        <a className={`${buttonClass()} mt-8`} href={linkPath}>
          {t("retry")}
        </a>
      ) : (
        <p className="mt-3">{t("openAgain")}</p>
      )}
    </div>
  );
}

const reasons = ["used", "expired", "erased", "cut"] as const;

type UnusableProps = { contactEmail: string; contactPath: string };

/** Does not say why the link is unusable, because that would help people who guess tokens. */
export function UnusableLink({ contactEmail, contactPath }: UnusableProps) {
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
          mail: () => <MailLink address={contactEmail} />,
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
