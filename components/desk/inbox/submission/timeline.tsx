import type { PendingMail } from "#lib/domain/mail/mail.ts";
import type { SubmissionEvent } from "#lib/domain/submissions/core/events.ts";
import type { InboundMail } from "#lib/domain/submissions/core/inbound.ts";
import {
  formatReference,
  type SubmissionKind,
  type SubmissionRef,
  submissionPath,
} from "#lib/domain/submissions/core/submission-ref.ts";
import { type DeskText, useDeskFormats, useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { formatActor, formatEvent } from "../../core/event-texts.ts";
import { DeskTime } from "../../core/facts.tsx";
import { InboundEntry } from "../../mail/inbound/mail-body.tsx";
import { NoteText, SentFiles } from "../../reply/timeline-parts.tsx";

type Mailed = { events: SubmissionEvent[]; pendingMails: PendingMail[] };
type Shown = Mailed & SubmissionRef & { inbound: InboundMail[] };

export function Timeline({ kind, id, events, pendingMails, inbound }: Shown) {
  const t = useDeskText("inbox");
  const formatDeskTime = useDeskTime();
  return (
    <ol className="space-y-3">
      {events.map((event) => (
        <li key={"id" in event ? event.id : event.type} className="border-l-3 border-line pl-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{formatActor(t, event)}</span> <WhatHappened event={event} />
          </p>
          <Words event={event} />
          {event.type === "reply" && <SentFiles submission={{ kind, id }} files={event.details.files} />}
          {event.type === "inbound" && <InboundEntry details={event.details} mails={inbound} events={events} />}
          {event.type === "repeated" && <RepeatLinks kind={kind} {...event.details} />}
          <p className="text-sm text-muted">
            <DeskTime at={event.at} />
            {event.type === "reply" && <> · {formatReplyMail(t, event.id, { events, pendingMails }, formatDeskTime)}</>}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Describes an event, with the reasons if the service classified the submission as spam. */
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
  if (event.type === "note") {
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
  { events, pendingMails }: Mailed,
  formatTime: (time: Date) => string,
): string {
  const sent = events.find((event) => event.type === "mail" && event.details.event === id);
  if (sent) return t("replyMail.sent", { time: formatTime(sent.at) });
  const pending = pendingMails.find(({ event }) => event === id);
  return t(`replyMail.${pending?.state ?? "none"}`);
}
