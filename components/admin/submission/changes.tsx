import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { noteMax } from "#lib/domain/desk/changes.ts";
import { nextStatuses, reasonMax } from "#lib/domain/desk/status.ts";
import type { Owner, Submission } from "#lib/domain/desk/submission.ts";
import { submissionPath } from "#lib/domain/desk/submission-path.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { KeptText } from "./kept-text.tsx";

const t = adminText("inbox");

type Props = { submission: Submission; owners: Owner[]; isNoteStored: boolean };

/** What an operator can do with a submission, each a form of its own. */
export function Changes({ submission, owners, isNoteStored }: Props) {
  const { status, revision, owner, canUndo } = submission;
  const to = (change: string) => `/api${submissionPath(submission)}/${change}`;
  const seen = <input type="hidden" name="revision" value={revision} />;
  const others = owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners;
  return (
    <div className="space-y-5">
      <form method="post" action={to("status")} className="space-y-3">
        {seen}
        <Select
          name="status"
          label={t("newStatus")}
          options={nextStatuses(status).map((next) => [next, t(`status.${next}`)])}
        />
        <Field id="reason" label={t("reason")} hint={t("reasonHint")} maxLength={reasonMax} />
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
          <Select
            name="owner"
            label={t("changeOwner")}
            value={owner?.id ?? "none"}
            options={[["none", t("ownerNone")], ...others.map(({ id, name }) => [id, name] as const)]}
          />
        </div>
        <button type="submit" className={buttonClass("secondary")}>
          {t("save")}
        </button>
      </form>
      <form method="post" action={to("notes")} className="space-y-3 border-t border-line pt-5">
        <KeptText fieldId="text" storageKey={`desk.note.${submission.kind}.${submission.id}`} isStored={isNoteStored} />
        <Field as="textarea" id="text" label={t("note")} hint={t("noteHint")} required maxLength={noteMax} rows={4} />
        <button type="submit" className={buttonClass("secondary")}>
          {t("note")}
        </button>
      </form>
    </div>
  );
}
