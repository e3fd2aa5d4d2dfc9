import { useRef, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { findMentions } from "#lib/domain/submissions/changes/changes.ts";
import type { EventDetails } from "#lib/domain/submissions/core/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";

export function NoteText({ details: { text, mentions = [] } }: { details: EventDetails["note"] }) {
  const places = findMentions(text, mentions);
  const ends = [0, ...places.map(({ end }) => end)];
  return (
    <>
      {places.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(ends[at], start)}
          <strong className="text-primary">{text.slice(start, end)}</strong>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

type Props = { submission: SubmissionRef; files: EventDetails["reply"]["files"] };

export function SentFiles({ submission: { kind, id }, files = [] }: Props) {
  const t = useDeskText("reply");
  if (!files.length) return null;
  return (
    <ul aria-label={t("timelineFiles")} className="flex flex-wrap gap-x-4 text-sm">
      {files.map((file) => (
        <li key={file.id}>
          <a className="link inline-block py-1" href={`/api/admin/inbox/${kind}/${id}/files/${file.id}`} download>
            {file.name}
          </a>{" "}
          <span className="text-muted">{t("files.kilobytes", { size: Math.ceil(file.size / 1000) })}</span>
        </li>
      ))}
    </ul>
  );
}

/** `message` is the ID of the forwarded message's event; undefined for the submission's own text. */
type ForwardProps = SubmissionRef & { message: string | undefined };

export function ForwardButton(props: ForwardProps) {
  const t = useDeskText("reply");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link min-h-9 cursor-pointer"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t("forward.open")}
      </button>
      {isOpen && <ForwardDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ForwardDialog({ kind, id, message, onClose }: ForwardProps & { onClose: () => void }) {
  const t = useDeskText("reply");
  const list = useDeskText("list");
  const language = useDeskLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useDeskForm({
    id: "forward",
    idPrefix: "forward-",
    operation: replyOperations.forwardMessage,
    fields: ["to", "text"],
    toBody: ({ to, text }) => ({ kind, id, to, text, language, ...(message !== undefined && { message }) }),
    formatFault: ({ field }) => (field === "to" ? t("forward.invalid") : undefined),
    draft: { name: `desk.forward.${kind}.${id}`, storage: "session" },
    done: t("forward.done"),
    onSaved: onClose,
  });
  return (
    <Dialog ref={dialog} aria-labelledby="forward-title" onClose={onClose}>
      <form {...form.props} className="space-y-4">
        <h2 id="forward-title" className="text-lg">
          {t("forward.title")}
        </h2>
        <Field
          {...form.field("to")}
          type="email"
          label={t("forward.to")}
          hint={t("forward.toHint")}
          required
          autoFocus
        />
        <Field {...form.field("text")} as="textarea" label={t("forward.text")} rows={3} />
        <p className="text-sm text-muted">{t("forward.note")}</p>
        <p className="flex flex-wrap gap-3">
          <SubmitButton form={form}>{t("forward.send")}</SubmitButton>
          <ActionButton text={list("cancel")} look="secondary" onPress={() => dialog.current?.close()} />
        </p>
      </form>
    </Dialog>
  );
}
