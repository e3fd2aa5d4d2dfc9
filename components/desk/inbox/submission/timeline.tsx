"use client";

import { changeOperations, noteMax } from "#lib/domain/submissions/changes/changes.ts";
import type { SubmissionEvent } from "#lib/domain/submissions/core/events.ts";
import type { Owner, Submission } from "#lib/domain/submissions/core/submission.ts";
import {
  formatReference,
  type SubmissionKind,
  type SubmissionRef,
  submissionPath,
} from "#lib/domain/submissions/core/submission-ref.ts";
import { type DeskText, useDeskFormats, useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { CharacterCount, formatTextFault, SubmitButton, useDeskForm } from "../../core/desk-form.tsx";
import { formatActor, formatEvent } from "../../core/event-texts.ts";
import { DeskTime } from "../../core/facts.tsx";
import { InboundEntry } from "../../mail/inbound/mail-body.tsx";
import { MentionField } from "../../reply/mention-field.tsx";
import { NoteText, SentFiles } from "../../reply/timeline-parts.tsx";

export function Timeline({ submission }: { submission: Submission }) {
  const t = useDeskText("inbox");
  const formatDeskTime = useDeskTime();
  const { kind, id, timeline, inbound } = submission;
  return (
    <ol className="space-y-3">
      {timeline.map((event) => (
        <li key={"id" in event ? event.id : event.type} className="border-l-3 border-line pl-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{formatActor(t, event)}</span> <WhatHappened event={event} />
          </p>
          <Words event={event} />
          {event.type === "reply" && <SentFiles submission={{ kind, id }} files={event.details.files} />}
          {event.type === "inbound" && <InboundEntry details={event.details} mails={inbound} events={timeline} />}
          {event.type === "repeated" && <RepeatLinks kind={kind} {...event.details} />}
          <p className="text-sm text-muted">
            <DeskTime at={event.at} />
            {event.type === "reply" && <> · {formatReplyMail(t, event.id, submission, formatDeskTime)}</>}
          </p>
        </li>
      ))}
    </ol>
  );
}

function WhatHappened({ event }: { event: SubmissionEvent }) {
  const t = useDeskText("inbox");
  const spam = useDeskText("spam");
  const formats = useDeskFormats();
  const reasons = event.type === "status" && event.details.spamReasons;
  if (!reasons) return formatEvent(t, event, formats);
  return spam("event.judged", { reasons: reasons.map((reason) => spam(`mark.${reason}`)).join(", ") });
}

function Words({ event }: { event: SubmissionEvent }) {
  const t = useDeskText("inbox");
  const spam = useDeskText("spam");
  if (event.type === "reply") {
    return (
      <blockquote className="my-1 rounded-sm bg-paper px-3 py-2 wrap-anywhere whitespace-pre-line">
        {event.details.text}
      </blockquote>
    );
  }
  if (event.type === "note" && !event.details.contact) {
    return (
      <p className="wrap-anywhere whitespace-pre-line">
        <NoteText details={event.details} />
      </p>
    );
  }
  const words =
    event.type === "status" && event.details.block ? spam(`event.${event.details.block.type}`) : getWords(t, event);
  return words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>;
}

function RepeatLinks({ kind, ids, count }: { kind: SubmissionKind; ids: number[]; count: number }) {
  const t = useDeskText("inbox");
  return (
    <ul className="flex flex-wrap gap-x-3 text-sm">
      {ids.map((id) => (
        <li key={id}>
          <a className="link inline-block py-1" href={submissionPath({ kind, id })}>
            {formatReference({ kind, id })}
          </a>
        </li>
      ))}
      {count > ids.length && <li className="py-1 text-muted">{t("moreRepeats", { count: count - ids.length })}</li>}
    </ul>
  );
}

function getWords(t: DeskText<"inbox">, event: SubmissionEvent): string | undefined {
  if (event.type === "status") return event.details.reason;
  if (event.type !== "mail" || !event.details.refused) return undefined;
  const { refused, recipients } = event.details;
  return t("refused", { refused, count: recipients });
}

function formatReplyMail(
  t: DeskText<"inbox">,
  id: string,
  { timeline, pendingMails }: Submission,
  formatTime: (time: Date) => string,
): string {
  const sent = timeline.find((event) => event.type === "mail" && event.details.event === id);
  if (sent) return t("replyMail.sent", { time: formatTime(sent.at) });
  const pending = pendingMails.find(({ event }) => event === id);
  return t(`replyMail.${pending?.state ?? "none"}`);
}

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
