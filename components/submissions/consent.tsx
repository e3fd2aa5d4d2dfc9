import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { linkTo, mailTo } from "#components/ui/link-to.tsx";
import { toPlainName } from "#lib/domain/plain-text.ts";
import {
  type ConsentChange,
  type ConsentRequest,
  consentLinkDays,
  SecretToken,
} from "#lib/domain/submissions/core/consent.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { noticeVersionField, privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import { NoticeDate } from "./notice-date.tsx";
import { ResultBox } from "./result-parts.tsx";
import { SentFacts } from "./results.tsx";

type Props = { request: ConsentRequest; token: string; paths: { send: string; privacy: string } };

const points = {
  confirm: ["confirm.share", "confirm.contact"],
  withdraw: ["withdraw.contact", "withdraw.erase", "withdraw.final"],
} as const;

export function ConsentForm({ request, token, paths }: Props) {
  const { purpose, kind, submittedAt } = request;
  const t = useTranslations("consent");
  const agent = toPlainName(request.agentName);
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{t(`${purpose}.title`)}</h1>
      <p className="mt-4 text-lg">
        {t.rich("claim", {
          agent: agent ? "named" : "unnamed",
          kind,
          name: () => <bdi className="font-semibold wrap-anywhere">{agent}</bdi>,
        })}
      </p>
      <div className="mt-6">
        <SentFacts
          reference={{ label: t("reference"), text: formatReference(request) }}
          time={{ label: t("received"), at: submittedAt }}
        />
      </div>
      <form method="post" action={paths.send} autoComplete="off" className="mt-8">
        <input type="hidden" name={tokenParameter} value={token} />
        {purpose === "confirm" && <input type="hidden" name={noticeVersionField} value={privacyNoticeVersion} />}
        <div className="rounded-lg border-2 border-edge bg-surface p-6 sm:p-9">
          <h2 className="text-xl">{t(`${purpose}.pointsTitle`)}</h2>
          <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-accent">
            {points[purpose].map((point) => (
              <li key={point}>{t(point, { kind })}</li>
            ))}
          </ul>
          {purpose === "confirm" && (
            <p className="mt-4">
              {t.rich("confirm.notice", { link: linkTo(paths.privacy), time: () => <NoticeDate /> })}
            </p>
          )}
          <button type="submit" className={`${buttonClass()} mt-6 max-sm:w-full`}>
            {t(`${purpose}.button`)}
          </button>
        </div>
      </form>
      <p className="mt-6 text-muted">{t(`${purpose}.otherLink`)}</p>
    </div>
  );
}

export function toTokenQuery(token: unknown): string {
  const { data } = SecretToken.safeParse(token);
  return data === undefined ? "" : `?${new URLSearchParams({ [tokenParameter]: data })}`;
}

const looks = { confirmed: "success", withdrawn: "primary" } as const;

type DoneProps = { change: ConsentChange; contactEmail: string };

export function ConsentDone({ change, contactEmail }: DoneProps) {
  const t = useTranslations("consent");
  return (
    <div className="mx-auto max-w-2xl">
      <ResultBox look={looks[change]} title={t(`${change}.title`)} text={t(`${change}.text`)} />
      <p className="mt-6">{t.rich(`${change}.more`, { days: consentLinkDays, mail: mailTo(contactEmail) })}</p>
    </div>
  );
}

type NothingChangedProps = {
  /** Minutes until the rate limit ends, or undefined if the service is unavailable. */
  minutes: number | undefined;
  /** Path of the page that the consent link opens. Empty if unknown. */
  linkPath: string;
};

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
      <p className="mt-3">{t.rich("help", { mail: mailTo(contactEmail), contact: linkTo(contactPath) })}</p>
    </div>
  );
}
