import { buttonClass } from "#components/ui/button.ts";
import { noteMax } from "#lib/domain/desk/changes.ts";
import { nextStatuses, reasonMax } from "#lib/domain/desk/status.ts";
import type { Owner, Submission } from "#lib/domain/desk/submission.ts";
import { submissionPath } from "#lib/domain/desk/submission-path.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");
const control = "block w-full rounded-sm border border-edge bg-surface px-3 py-2 text-ink";

/** What an operator can do with a submission, each a form of its own. */
export function Changes({ submission, owners }: { submission: Submission; owners: Owner[] }) {
  const { status, revision, owner, canUndo } = submission;
  const to = (change: string) => `/api${submissionPath(submission)}/${change}`;
  const seen = <input type="hidden" name="revision" value={revision} />;
  const others = owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners;
  return (
    <div className="space-y-5">
      <form method="post" action={to("status")} className="space-y-3">
        {seen}
        <div>
          <label htmlFor="status" className="mb-1 block font-semibold">
            {t("newStatus")}
          </label>
          <select id="status" name="status" className={`${control} min-h-11`}>
            {nextStatuses(status).map((next) => (
              <option key={next} value={next}>
                {t(`status.${next}`)}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="reason" className="mb-1 block font-semibold">
            {t("reason")}
          </label>
          <p id="reason-hint" className="mb-1 text-sm text-muted">
            {t("reasonHint")}
          </p>
          <input
            id="reason"
            name="reason"
            maxLength={reasonMax}
            aria-describedby="reason-hint"
            className={`${control} min-h-11`}
          />
        </div>
        <button type="submit" className={buttonClass()}>
          {t("changeStatus")}
        </button>
      </form>
      {canUndo && (
        <form method="post" action={to("undo")}>
          {seen}
          <button type="submit" className={buttonClass("secondary")}>
            {t("undo")}
          </button>
        </form>
      )}
      <form method="post" action={to("owner")} className="flex flex-wrap items-end gap-3 border-t border-line pt-5">
        {seen}
        <div className="min-w-0 flex-1 basis-40">
          <label htmlFor="owner" className="mb-1 block font-semibold">
            {t("changeOwner")}
          </label>
          <select id="owner" name="owner" defaultValue={owner?.id ?? "none"} className={`${control} min-h-11`}>
            <option value="none">{t("ownerNone")}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className={buttonClass("secondary")}>
          {t("save")}
        </button>
      </form>
      <form method="post" action={to("notes")} className="space-y-3 border-t border-line pt-5">
        <div>
          <label htmlFor="text" className="mb-1 block font-semibold">
            {t("note")}
          </label>
          <p id="text-hint" className="mb-1 text-sm text-muted">
            {t("noteHint")}
          </p>
          <textarea
            id="text"
            name="text"
            rows={4}
            required
            maxLength={noteMax}
            aria-describedby="text-hint"
            className={control}
          />
        </div>
        <button type="submit" className={buttonClass("secondary")}>
          {t("note")}
        </button>
      </form>
    </div>
  );
}
