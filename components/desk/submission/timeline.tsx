import type { PendingMail } from "#lib/domain/mail/mail.ts";
import { personActor, type SubmissionEvent } from "#lib/domain/submissions/events.ts";
import type { InboundMail } from "#lib/domain/submissions/inbound.ts";
import {
  formatReference,
  type SubmissionKind,
  type SubmissionRef,
  submissionPath,
} from "#lib/domain/submissions/submission-ref.ts";
import { type DeskFormats, type DeskText, useDeskFormats, useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { DeskTime } from "../facts.tsx";
import { InboundEntry } from "../inbound/inbound-entry.tsx";
import { NoteText, SentFiles } from "../reply/timeline-parts.tsx";

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

/** The subject of the sentence. */
export function formatActor(t: DeskText<"inbox">, event: SubmissionEvent): string {
  const isByService =
    event.type === "mail" ||
    (event.type === "inbound" && event.details.type !== "message") ||
    (event.type === "owner" && event.details.rule !== undefined) ||
    (event.type === "status" && event.details.spamReasons !== undefined);
  if (isByService) return t("service");
  return event.actor === personActor ? t("thePerson") : event.actor;
}

/** Why the service took it for spam is told with it. */
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

/** A sentence without its subject, the actor. */
export function formatEvent(t: DeskText<"inbox">, event: SubmissionEvent, formats: DeskFormats): string {
  const { formatTime, formatDay } = formats;
  switch (event.type) {
    case "status": {
      const { from, to, isUndo } = event.details;
      return t(isUndo ? "event.undo" : "event.status", { from: t(`status.${from}`), to: t(`status.${to}`) });
    }
    case "owner": {
      const { from, to, rule } = event.details;
      if (!to) return t("event.ownerNone", { from: from?.name ?? "" });
      if (!rule) return t("event.owner", { to: to.name });
      return t(rule.isInTurn ? "event.ownerInTurn" : "event.ownerByRule", { to: to.name, rule: rule.name });
    }
    case "snooze": {
      const { until, reason } = event.details;
      if (!until) return t(reason ? "event.snooze.wrote" : "event.snooze.back");
      return t("event.snooze.until", { time: formatTime(new Date(until)) });
    }
    case "mail":
      return t(`event.mail.${event.details.mail}`, { count: event.details.recipients });
    case "reply": {
      const { sendAt } = event.details;
      return sendAt ? t("event.replyPlanned", { time: formatTime(new Date(sendAt)) }) : t("event.reply");
    }
    case "inbound":
      return t(`event.inbound.${event.details.type}`);
    case "repeated":
      return t("event.repeated", { count: event.details.count });
    case "separated":
      return t("event.separated", event.details);
    case "consent":
      return t(`event.consent.${event.details.change}`, { version: formatDay(event.details.noticeVersion) });
    default:
      return t(`event.${event.type}`);
  }
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
