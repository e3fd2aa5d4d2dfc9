"use client";

import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import type { SpamReason } from "#lib/domain/submissions/core/events.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

const blockReasons: readonly SpamReason[] = ["blocked_address", "blocked_domain", "blocked_agent"];

type Props = { submission: Submission; onNotSpam: () => void };

/** Explains why a submission is in the spam folder, with a button to take it out. */
export function SpamNotice({ submission: { status, timeline, repeatOf }, onNotSpam }: Props) {
  const t = useDeskText("spam");
  if (status !== "spam" || repeatOf !== null) return null;
  const at = timeline.findLastIndex((event) => event.type === "status");
  const last = timeline[at];
  const hasWritten = timeline
    .slice(at + 1)
    .some((event) => event.type === "inbound" && event.details.type === "message");
  const reasons = last?.type === "status" ? last.details.spamReasons : undefined;
  return (
    <Callout look="accent" title={t(reasons ? "notice.service" : "notice.operator")}>
      {hasWritten && <p className="mt-2 font-semibold">{t("notice.wrote")}</p>}
      {reasons && (
        <>
          <p className="mt-2">{t("notice.why")}</p>
          <ul className="my-1 list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{t(`reason.${reason}`)}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 mb-3 text-sm">{t(reasons ? "notice.held" : "notice.heldByOperator")}</p>
      {reasons?.some((reason) => blockReasons.includes(reason)) && (
        <p className="-mt-1 mb-3 text-sm">{t("notice.stillBlocked")}</p>
      )}
      <button type="button" className={buttonClass("secondary")} onClick={onNotSpam}>
        {t("notice.release")}
      </button>
    </Callout>
  );
}
