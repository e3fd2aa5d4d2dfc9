"use client";

import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { noteMax } from "#lib/domain/desk/changes.ts";
import type { Owner, Submission } from "#lib/domain/desk/submission.ts";
import { getNextStatus, listOtherStatuses, reasonMax } from "#lib/domain/submissions/status.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../desk-action.tsx";
import { CharacterCount, formatTextFault, SubmitButton, useDeskForm } from "../desk-form.tsx";

type Subject = Pick<Submission, "kind" | "id" | "revision" | "status" | "owner" | "canUndo">;
type Props = { subject: Subject };

const toParams = ({ kind, id }: Subject) => ({ kind, id: String(id) });
export function ChangeForms({ subject, owners }: Props & { owners: Owner[] }) {
  const { kind, id, status, owner, canUndo } = subject;
  return (
    <div className="space-y-5">
      <StatusForm key={`status ${status}`} subject={subject} />
      {canUndo && <UndoButton subject={subject} />}
      <OwnerForm key={`owner ${owner?.id}`} subject={subject} owners={owners} />
      <NoteForm kind={kind} id={id} />
    </div>
  );
}

function StatusForm({ subject }: Props) {
  const t = useDeskText("inbox");
  const { kind, id, status, revision } = subject;
  const form = useDeskForm({
    id: "status-form",
    operation: inboxOperations.changeStatus,
    params: toParams(subject),
    fields: ["status", "reason"],
    defaultValues: { status: getNextStatus(status) ?? "" },
    toBody: (values) => ({ ...values, revision }),
    formatFault: (fault) => {
      if (fault.field === "status") return t("fault.status");
      return fault.rule === "required" ? t("fault.reason") : formatTextFault(t, reasonMax)(fault);
    },
    draft: { name: `desk.status.${kind}.${id}`, storage: "session" },
    done: t("saved"),
    problemTexts: { conflict: t("problemConflict") },
  });
  return (
    <form {...form.props} className="space-y-3">
      <Select
        {...form.field("status")}
        label={t("newStatus")}
        placeholder={t("choose")}
        options={listOtherStatuses(status).map((next) => [next, t(`status.${next}`)])}
      />
      <Field {...form.field("reason")} label={t("reason")} hint={t("reasonHint")} />
      <CharacterCount form={form} name="reason" max={reasonMax} />
      <SubmitButton form={form}>{t("changeStatus")}</SubmitButton>
    </form>
  );
}

function UndoButton({ subject }: Props) {
  const t = useDeskText("inbox");
  const callDesk = useDeskCall();
  const { kind, id, revision } = subject;
  const options = { params: toParams(subject), done: () => t("saved"), texts: { conflict: t("problemConflict") } };
  const undo = () => callDesk(inboxOperations.undoStatus, { kind, id, revision }, options);
  return (
    <ActionButton look="secondary" onPress={undo}>
      {t("undo")}
    </ActionButton>
  );
}

function OwnerForm({ subject, owners }: Props & { owners: Owner[] }) {
  const t = useDeskText("inbox");
  const { owner, revision } = subject;
  const form = useDeskForm({
    id: "owner-form",
    operation: inboxOperations.changeOwner,
    params: toParams(subject),
    fields: ["owner"],
    defaultValues: { owner: owner?.id ?? "none" },
    toBody: (values) => ({ ...values, revision }),
    formatFault: formatTextFault(t, 0),
    draft: null,
    done: t("saved"),
    problemTexts: { conflict: t("problemConflict") },
  });
  const choices = owner && !owners.some(({ id }) => id === owner.id) ? [...owners, owner] : owners;
  return (
    <form {...form.props} className="flex flex-wrap items-end gap-3 border-t border-line pt-5">
      <div className="min-w-0 flex-1 basis-40">
        <Select
          {...form.field("owner")}
          label={t("changeOwner")}
          options={[["none", t("ownerNone")], ...choices.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <SubmitButton form={form} look="secondary">
        {t("save")}
      </SubmitButton>
    </form>
  );
}

function NoteForm({ kind, id }: SubmissionRef) {
  const t = useDeskText("inbox");
  const form = useDeskForm({
    id: "note",
    idPrefix: "note-",
    operation: inboxOperations.addNote,
    params: { kind, id: String(id) },
    fields: ["text"],
    toBody: ({ text }) => ({ text }),
    formatFault: formatTextFault(t, noteMax),
    draft: { name: `desk.note.${kind}.${id}`, storage: "session" },
    done: t("saved"),
  });
  return (
    <form {...form.props} className="space-y-3 border-t border-line pt-5">
      <Field {...form.field("text")} as="textarea" label={t("note")} hint={t("noteHint")} required rows={4} />
      <CharacterCount form={form} name="text" max={noteMax} />
      <SubmitButton form={form} look="secondary">
        {t("note")}
      </SubmitButton>
    </form>
  );
}
