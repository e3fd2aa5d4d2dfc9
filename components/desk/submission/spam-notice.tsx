"use client";

import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import type { Submission } from "#lib/domain/desk/submission.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = { submission: Submission; onNotSpam: () => void };

/** Why it is in the spam folder, and the way out. */
export function SpamNotice({ submission: { status, timeline, repeatOf }, onNotSpam }: Props) {
  const t = useDeskText("spam");
  if (status !== "spam" || repeatOf !== null) return null;
  const last = timeline.findLast((event) => event.type === "status");
  const reasons = last?.type === "status" ? last.details.spamReasons : undefined;
  return (
    <Callout look="accent" title={t(reasons ? "notice.service" : "notice.operator")}>
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
      <button type="button" className={buttonClass("secondary")} onClick={onNotSpam}>
        {t("notice.release")}
      </button>
    </Callout>
  );
}
