"use client";

import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { inboxOperations } from "#lib/contract/desk/inbox.ts";
import { noteMax } from "#lib/domain/desk/changes.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { CharacterCount, textFault, useDeskForm } from "../desk-form.tsx";

const t = adminText("inbox");

/** A note for operators. */
export function NoteForm({ kind, id }: SubmissionRef) {
  const form = useDeskForm({
    id: "note",
    idPrefix: "note-",
    operation: inboxOperations.addNote,
    params: { kind, id: String(id) },
    fields: ["text"],
    toBody: ({ text }) => ({ text }),
    textOf: textFault(noteMax),
    draft: { name: `desk.note.${kind}.${id}`, storage: "session" },
    done: t("saved"),
  });
  return (
    <form {...form.props} className="space-y-3 border-t border-line pt-5">
      <Field {...form.field("text")} as="textarea" label={t("note")} hint={t("noteHint")} required rows={4} />
      <CharacterCount form={form} name="text" max={noteMax} />
      <button
        type="submit"
        className={buttonClass("secondary")}
        disabled={!form.isReady}
        aria-disabled={form.isSending}
      >
        {t("note")}
      </button>
    </form>
  );
}
