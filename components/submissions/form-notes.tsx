"use client";

import { useTranslations } from "next-intl";
import { privacyNoticeVersion } from "#lib/domain/submissions/privacy-notice.ts";

/** What sending means, beside the button that sends. */
export function ConsentNote({ privacyPath }: { privacyPath: string }) {
  const t = useTranslations("form");
  return (
    <p className="text-sm text-muted">
      {t.rich("consent", {
        version: privacyNoticeVersion,
        time: (text) => <time className="whitespace-nowrap">{text}</time>,
        link: (text) => (
          <a className="link" href={privacyPath} target="_blank" rel="noreferrer">
            {text}
          </a>
        ),
      })}
    </p>
  );
}

/** Where what was typed is kept; only script keeps it. */
export function DraftNote({ isKept }: { isKept: boolean }) {
  const t = useTranslations("form");
  return <p className="text-sm text-muted">{t(isKept ? "draftKept" : "draftLost")}</p>;
}
