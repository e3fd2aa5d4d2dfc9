"use client";

import type { ReactNode } from "react";
import type { Locale } from "#lib/domain/locale.ts";
import { changeOperations, noteMax } from "#lib/domain/submissions/changes/changes.ts";
import { findLastMessage, isMessage, type SubmissionEvent } from "#lib/domain/submissions/core/events.ts";
import { type DeskField, deskFields } from "#lib/domain/submissions/core/fields.ts";
import type { Owner, Submission } from "#lib/domain/submissions/core/submission.ts";
import {
  formatReference,
  type SubmissionKind,
  type SubmissionRef,
  submissionPath,
} from "#lib/domain/submissions/core/submission-ref.ts";
import { type DeskText, useDeskFormats, useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { CharacterCount, SubmitButton, useDeskForm } from "../../core/desk-form.tsx";
import { formatActor, formatEvent } from "../../core/event-texts.ts";
import { DeskTime, TitledSection } from "../../core/facts.tsx";
import { FoldedText, InboundEntry } from "../../mail/inbound.tsx";
import { ForwardButton, MentionField, NoteText, SentFiles } from "../../reply/timeline-parts.tsx";

export function Timeline({ submission }: { submission: Submission }) {
  const t = useDeskText("inbox");
  const newest = findNewestMessage(submission);
  return (
    <ol className="space-y-3">
      {submission.timeline.map((event) => (
        <li key={"id" in event ? event.id : event.type} className="border-l-3 border-line pl-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{formatActor(t, event)}</span> <EventSentence event={event} />
          </p>
          {event === newest ? (
            <a className="link inline-block py-1 text-sm" href={`#${newestId}`}>
              {t("shownAbove")}
            </a>
          ) : (
            <EventBody event={event} submission={submission} />
          )}
          <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
            <EventTime event={event} submission={submission} />
            {event !== newest && <EventForwardButton event={event} submission={submission} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

const newestId = "newest-message";

/** The newest message of the conversation, or the submission itself before any message. */
function findNewestMessage({ timeline }: Submission): SubmissionEvent | undefined {
  return findLastMessage(timeline) ?? timeline[0];
}

/** Shows the newest message. `children` is the form that replies to it. */
export function Conversation({ submission, children }: { submission: Submission; children: ReactNode }) {
  const t = useDeskText("inbox");
  const formats = useDeskFormats();
  const event = findNewestMessage(submission);
  if (!event) return null;
  const own = submission.kind === "evaluation" ? "projectDescription" : "message";
  const title = event.type === "submitted" ? t(own) : `${formatActor(t, event)} ${formatEvent(t, event, formats)}`;
  const aside = (
    <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
      <EventTime event={event} submission={submission} />
      <EventForwardButton event={event} submission={submission} />
    </div>
  );
  return (
    <TitledSection title={title} aside={aside}>
      <div id={newestId} className="scroll-mt-40">
        <EventBody event={event} submission={submission} />
      </div>
      {children}
    </TitledSection>
  );
}

type EventProps = { event: SubmissionEvent; submission: Submission };

function EventBody({ event, submission }: EventProps) {
  const t = useDeskText("inbox");
  const { kind, id, timeline, inbound, language } = submission;
  const texts: Partial<Record<DeskField, string | null>> = submission;
  if (event.type === "submitted")
    return deskFields.text.map((name) => <FoldedText key={name} text={texts[name] ?? ""} lang={language} />);
  return (
    <>
      <EventText event={event} lang={language} />
      {event.type === "reply" && <SentFiles submission={{ kind, id }} files={event.details.files} />}
      {event.type === "reply" && event.details.cc && (
        <p className="text-sm text-muted wrap-anywhere">{t("cc", { addresses: event.details.cc.join(", ") })}</p>
      )}
      {event.type === "inbound" && (
        <InboundEntry details={event.details} mails={inbound} events={timeline} lang={language} />
      )}
      {event.type === "repeated" && <RepeatLinks kind={kind} {...event.details} />}
    </>
  );
}

function EventTime({ event, submission }: EventProps) {
  const t = useDeskText("inbox");
  const formatDeskTime = useDeskTimeFormat();
  return (
    <p>
      <DeskTime at={event.at} />
      {event.type === "reply" && <> · {formatReplyMail(t, event.id, submission, formatDeskTime)}</>}
      {event.type === "forward" && <> · {formatForwardMail(t, event, submission)}</>}
    </p>
  );
}

function EventForwardButton({ event, submission: { kind, id, consent, repeatOf } }: EventProps) {
  if (consent.withdrawnAt || repeatOf !== null) return null;
  if (event.type === "submitted") return <ForwardButton kind={kind} id={id} message={undefined} />;
  return isMessage(event) && <ForwardButton kind={kind} id={id} message={event.id} />;
}

function EventSentence({ event }: { event: SubmissionEvent }) {
  const t = useDeskText("inbox");
  const spam = useDeskText("spam");
  const formats = useDeskFormats();
  const reasons = event.type === "status" && event.details.spamReasons;
  if (!reasons) return formatEvent(t, event, formats);
  return spam("event.judged", { reasons: reasons.map((reason) => spam(`mark.${reason}`)).join(", ") });
}

function EventText({ event, lang }: { event: SubmissionEvent; lang: Locale }) {
  const t = useDeskText("inbox");
  const spam = useDeskText("spam");
  if (event.type === "reply") {
    return (
      <blockquote className="my-1 rounded-sm bg-paper px-3 py-2">
        <FoldedText text={event.details.text} lang={lang} />
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
    event.type === "status" && event.details.block ? spam(`event.${event.details.block.type}`) : toEventText(t, event);
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

function toEventText(t: DeskText<"inbox">, event: SubmissionEvent): string | undefined {
  if (event.type === "status") return event.details.reason;
  if (event.type === "forward") return event.details.text;
  if (event.type !== "mail" || !event.details.refused) return undefined;
  const { refused, recipients } = event.details;
  return t("refused", { refused, count: recipients });
}

type ForwardEvent = Extract<SubmissionEvent, { type: "forward" }>;

function formatForwardMail(t: DeskText<"inbox">, forward: ForwardEvent, { pendingMails }: Submission): string {
  if (forward.details.isDiscarded) return t("replyMail.none");
  const pending = pendingMails.find(({ event }) => event === forward.id);
  return t(pending ? `replyMail.${pending.state}` : "forwardSent");
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
    fields: ["text"],
    toBody: ({ text }) => ({ kind, id, text }),
    draft: `note.${kind}.${id}`,
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
