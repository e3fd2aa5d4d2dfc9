import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { toPlainName } from "#lib/domain/plain-text.ts";
import type { ConsentRequest } from "#lib/domain/submissions/core/consent.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { noticeVersionField, privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import { NoticeDate } from "./notice-date.tsx";
import { SentFacts } from "./results.tsx";

type Props = { request: ConsentRequest; token: string; paths: { send: string; privacy: string } };

const points = {
  confirm: ["confirm.share", "confirm.contact"],
  withdraw: ["withdraw.contact", "withdraw.erase", "withdraw.final"],
} as const;

/** Explains the effect of the link, with a button to confirm it. */
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
              {t.rich("confirm.notice", {
                link: (text) => (
                  <a className="link" href={paths.privacy}>
                    {text}
                  </a>
                ),
                time: () => <NoticeDate />,
              })}
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
