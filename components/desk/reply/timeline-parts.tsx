"use client";

import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { useForm } from "#components/forms/use-form.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { fold } from "#lib/domain/spelling.ts";
import { findMentions, type Mentionable } from "#lib/domain/submissions/changes/changes.ts";
import type { EventDetails } from "#lib/domain/submissions/core/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { ProblemNotice } from "../core/notice.tsx";

type MentionProps = {
  form: Pick<ReturnType<typeof useForm>, "field">;
  name: string;
  label: string;
  operators: readonly Mentionable[];
};

type Offer = { start: number; end: number; found: Mentionable[]; at: number };

const shownMax = 6;

export function MentionField({ form, name, label, operators }: MentionProps) {
  const t = useDeskText("reply");
  const id = useId();
  const [offer, setOffer] = useState<Offer | null>(null);
  const { onChange, ...control } = form.field(name);
  const active = offer?.found[offer.at];

  const updateOffer = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const typed = /(?:^|[\s(¡¿])@([\p{L}\p{M}\p{Nd}'’. -]{0,40})$/u.exec(value.slice(0, selectionStart))?.[1];
    if (typed === undefined) return setOffer(null);
    const word = fold(typed);
    const matchesTypedWord = (name: string) => [name, ...name.split(" ")].some((part) => part.startsWith(word));
    const found = operators.filter(({ name }) => matchesTypedWord(fold(name))).slice(0, shownMax);
    const isWhole = found.length === 1 && fold(found[0]?.name ?? "") === word;
    const isOver = isWhole || (found.length === 0 && typed.includes(" "));
    setOffer(isOver ? null : { start: selectionStart - typed.length - 1, end: selectionStart, found, at: 0 });
  };
  const insertMention = (operator: Mentionable) => {
    const field = document.getElementById(control.id);
    if (!offer || !(field instanceof HTMLTextAreaElement)) return;
    insertText(field, `@${operator.name} `, offer.start, offer.end);
    setOffer(null);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!offer) return;
    const { key } = event;
    const { length } = offer.found;
    if (key === "Escape") setOffer(null);
    else if ((key === "Enter" || key === "Tab") && active) insertMention(active);
    else if ((key === "ArrowDown" || key === "ArrowUp") && length) {
      setOffer({ ...offer, at: (offer.at + (key === "ArrowUp" ? length - 1 : 1)) % length });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div>
      <Field
        {...control}
        as="textarea"
        label={label}
        hint={t("mention.hint")}
        required
        rows={4}
        aria-autocomplete="list"
        aria-controls={offer ? `${id}-list` : undefined}
        aria-activedescendant={active && `${id}-${active.id}`}
        onChange={(event) => {
          void onChange(event);
          updateOffer(event.target);
        }}
        onKeyDown={handleKeyDown}
      />
      <p aria-live="polite" className="sr-only">
        {offer && t("mention.found", { count: offer.found.length })}
      </p>
      {offer && offer.found.length > 0 && (
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          className="mt-2.5 max-w-sm rounded-sm border border-edge bg-surface p-1 shadow-lg"
        >
          {offer.found.map((operator) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
            <div
              key={operator.id}
              role="option"
              id={`${id}-${operator.id}`}
              aria-selected={operator === active}
              className="min-h-9 cursor-pointer truncate rounded-sm px-3 py-1.5 hover:bg-paper aria-selected:bg-primary-soft forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
              onClick={() => insertMention(operator)}
            >
              @{operator.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Edits the text as if the operator had typed it: the form notices, and the caret ends up after the new text. */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  field.focus();
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

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
    draft: `forward.${kind}.${id}.${message ?? "submitted"}`,
    done: t("forward.done"),
    onSaved: onClose,
  });
  return (
    <Dialog ref={dialog} aria-labelledby="forward-title" onClose={onClose}>
      <form {...form.props} className="space-y-4">
        <h2 id="forward-title" className="text-lg">
          {t("forward.title")}
        </h2>
        {/* The dialog covers the notice below the page. */}
        {form.problem && <ProblemNotice problem={form.problem} />}
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
