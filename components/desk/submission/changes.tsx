import { buttonClass } from "#components/ui/button.ts";
import { Select } from "#components/ui/select.tsx";
import type { RefusedChange } from "#lib/domain/desk/refused-change.ts";
import { nextStatuses, reasonMax, statusAfter } from "#lib/domain/submissions/status.ts";
import type { Owner, Submission } from "#lib/domain/submissions/submission.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { NoteForm } from "./note-form.tsx";
import { TypedText } from "./typed-text.tsx";

const t = adminText("inbox");

type Props = {
  submission: Submission;
  owners: Owner[];
  /** What was stored a moment ago. */
  saved: string | string[] | undefined;
  refusal: RefusedChange;
};

/** What an operator can do with a submission, each a form of its own. */
export function Changes({ submission, owners, saved, refusal }: Props) {
  const { kind, id, status, revision, owner, canUndo } = submission;
  const to = (change: string) => `/api${submissionPath(submission)}/${change}`;
  const seen = <input type="hidden" name="revision" value={revision} />;
  const choices = nextStatuses(status);
  const faultOf = (form: RefusedChange["refused"]) => (refusal.refused === form ? refusal.rule : undefined);
  const others = owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners;
  return (
    <div className="space-y-5">
      <form method="post" action={to("status")} className="space-y-3">
        {seen}
        <Select
          name="status"
          label={t("newStatus")}
          value={choices.find((next) => next === refusal.status) ?? statusAfter(status)}
          placeholder={t("choose")}
          options={choices.map((next) => [next, t(`status.${next}`)])}
        />
        <TypedText
          field={{ id: "reason", label: t("reason"), hint: t("reasonHint") }}
          max={reasonMax}
          counted="typed"
          storageKey={`desk.reason.${kind}.${id}`}
          isStored={saved === "status"}
          fault={faultOf("status")}
          missing={t("fault.reason")}
        />
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
      <NoteForm kind={kind} id={id} />
    </div>
  );
}
