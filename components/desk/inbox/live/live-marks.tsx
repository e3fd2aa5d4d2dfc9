import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import type { Viewer } from "#lib/domain/submissions/inbox/live.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

/** A button with the number of submissions that arrived since the list was read. Pressing it shows them. */
export function NewSubmissions({ count, onShow }: { count: number; onShow: () => unknown }) {
  const t = useDeskText("triage");
  return (
    <p role="status" className="empty:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={() => onShow()}
          className="inline-flex min-h-8 cursor-pointer items-center rounded-full bg-primary-soft px-3 text-[0.875rem] font-semibold text-primary hover:text-primary-strong"
        >
          {t("live.new", { count })}
        </button>
      )}
    </p>
  );
}

type Props = { viewers: readonly Viewer[]; openRef: SubmissionRef; owners: readonly Owner[]; me: Owner };

/** Names the other operators who have the same submission open. */
export function ViewerNames({ viewers, openRef, owners, me }: Props) {
  const t = useDeskText("triage");
  const ids = viewers.filter(({ kind, id }) => kind === openRef.kind && id === openRef.id).map((one) => one.operator);
  const names = owners.filter(({ id }) => id !== me.id && ids.includes(id)).map(({ name }) => name);
  return (
    <p role="status" className="text-[0.875rem] text-muted empty:hidden">
      {names.length > 0 && t("live.viewers", { names: names.join(", "), count: names.length })}
    </p>
  );
}
