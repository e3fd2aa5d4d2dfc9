import type { RelatedSubmission } from "#lib/domain/submissions/submission.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { StatusBadge } from "../inbox/badges.tsx";

const t = adminText("inbox");

/** What else the same person or company has sent. */
export function Related({ related }: { related: RelatedSubmission[] }) {
  if (!related.length) return <p className="text-muted">{t("noRelated")}</p>;
  return (
    <ul className="space-y-2">
      {related.map((one) => (
        <li key={`${one.kind} ${one.id}`} className="flex flex-wrap items-baseline gap-x-3">
          <a className="link wrap-anywhere" href={submissionPath(one)}>
            {one.company === null ? one.name : t("from_company", { name: one.name, company: one.company })}
          </a>
          <span className="text-sm text-muted">
            {t(`kind.${one.kind}`)} {one.id} · {deskTime(one.createdAt)} ·{" "}
            {t(one.sameEmail ? "sameEmail" : "sameCompany")}
          </span>
          <StatusBadge status={one.status} />
        </li>
      ))}
    </ul>
  );
}
