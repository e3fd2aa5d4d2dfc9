import type { PendingMail } from "#lib/domain/mail/mail.ts";
import type { SubmissionEvent } from "#lib/domain/submissions/events.ts";
import { deskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { DeskTime } from "../facts.tsx";

const t = deskText("inbox");

type Props = { events: SubmissionEvent[]; pendingMails: PendingMail[] };

export function Timeline({ events, pendingMails }: Props) {
  const formatDeskTime = useDeskTime();
  return (
    <ol className="space-y-3">
      {events.map((event) => (
        <li key={event.type === "submitted" ? event.type : event.id} className="border-l-3 border-line pl-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{event.type === "mail" ? t("service") : event.actor}</span>{" "}
            {formatEvent(event)}
          </p>
          <Words event={event} />
          <p className="text-sm text-muted">
            <DeskTime at={event.at} />
            {event.type === "reply" && <> · {formatReplyMail(event.id, { events, pendingMails }, formatDeskTime)}</>}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Words({ event }: { event: SubmissionEvent }) {
  if (event.type === "reply") {
    return (
      <blockquote className="my-1 rounded-sm bg-paper px-3 py-2 wrap-anywhere whitespace-pre-line">
        {event.details.text}
      </blockquote>
    );
  }
  const words = getWords(event);
  return words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>;
}

function getWords(event: SubmissionEvent): string | undefined {
  if (event.type === "note") return event.details.text;
  if (event.type === "status") return event.details.reason;
  if (event.type !== "mail" || !event.details.refused) return undefined;
  const { refused, recipients } = event.details;
  return t("refused", { refused, count: recipients });
}

function formatEvent(event: SubmissionEvent): string {
  switch (event.type) {
    case "status": {
      const { from, to, isUndo } = event.details;
      return t(isUndo ? "event.undo" : "event.status", { from: t(`status.${from}`), to: t(`status.${to}`) });
    }
    case "owner": {
      const { from, to } = event.details;
      return to ? t("event.owner", { to: to.name }) : t("event.ownerNone", { from: from?.name ?? "" });
    }
    case "mail":
      return t(`event.mail.${event.details.mail}`, { count: event.details.recipients });
    case "consent":
      return t(`event.consent.${event.details.change}`, { version: event.details.noticeVersion });
    default:
      return t(`event.${event.type}`);
  }
}

function formatReplyMail(id: string, { events, pendingMails }: Props, formatTime: (time: Date) => string): string {
  const sent = events.find((event) => event.type === "mail" && event.details.event === id);
  if (sent) return t("replyMail.sent", { time: formatTime(sent.at) });
  const pending = pendingMails.find(({ event }) => event === id);
  return t(`replyMail.${pending?.state ?? "none"}`);
}
