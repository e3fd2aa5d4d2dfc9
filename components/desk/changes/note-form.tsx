"use client";

import { changeOperations, noteMax } from "#lib/domain/submissions/changes/changes.ts";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { CharacterCount, formatTextFault, SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { MentionField } from "../reply/mention-field.tsx";

export function NoteForm({ kind, id, owners }: SubmissionRef & { owners: readonly Owner[] }) {
  const t = useDeskText("inbox");
  const form = useDeskForm({
    id: "note",
    idPrefix: "note-",
    operation: changeOperations.addNote,
    params: { kind, id: String(id) },
    fields: ["text"],
    toBody: ({ text }) => ({ text }),
    formatFault: formatTextFault(t, noteMax),
    draft: { name: `desk.note.${kind}.${id}`, storage: "session" },
    done: t("saved"),
  });
  return (
    <form {...form.props} className="mt-4 space-y-3 border-t border-line pt-4">
      <MentionField form={form} name="text" label={t("noteText")} operators={owners} />
      <CharacterCount form={form} name="text" max={noteMax} />
      <SubmitButton form={form} look="secondary">
        {t("note")}
      </SubmitButton>
    </form>
  );
}
