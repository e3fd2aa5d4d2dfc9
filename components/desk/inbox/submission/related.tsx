import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { relatedMax, type Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference, submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { inboxPath } from "#lib/domain/submissions/overview/overview-links.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { StatusLabel } from "../../core/badges.tsx";
import { DeskTime } from "../../core/facts.tsx";

const shownMax = 5;

type Props = { submission: Pick<Submission, "name" | "email" | "related"> };

/** Lists submissions from the same person or company. */
export function Related({ submission: { name, email, related } }: Props) {
  const t = useDeskText("inbox");
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (!related.length) return <p className="text-muted">{t("noRelated")}</p>;
  const showAll = () => {
    flushSync(() => setIsWhole(true));
    // The pressed button is gone, so move the focus.
    list.current?.querySelectorAll("a")[shownMax]?.focus();
  };
  return (
    <>
      <ul ref={list} className="space-y-2">
        {related.slice(0, isWhole ? undefined : shownMax).map((one) => (
          <li key={formatReference(one)}>
            <a className="link line-clamp-2 wrap-anywhere" href={submissionPath(one)}>
              {formatReference(one)} <bdi>{one.excerpt}</bdi>
            </a>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              <StatusLabel status={one.status} />
              {one.name !== name && <bdi className="wrap-anywhere">{one.name}</bdi>}
              <span>{t(one.sameEmail ? "sameEmail" : "sameCompany")}</span>
              <DeskTime at={one.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {!isWhole && related.length > shownMax && (
        <button type="button" className="link mt-2 min-h-9 cursor-pointer" onClick={showAll}>
          {t(related.length < relatedMax ? "relatedAll" : "relatedNewest", { count: related.length })}
        </button>
      )}
      {isWhole && related.length === relatedMax && related.some(({ sameEmail }) => sameEmail) && (
        <a className="link mt-2 inline-block py-1" href={inboxPath({ q: email })}>
          {t("relatedMore")}
        </a>
      )}
    </>
  );
}
