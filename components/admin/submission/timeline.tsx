import type { SubmissionEvent } from "#lib/domain/desk/events.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

/** What has happened to a submission, oldest first. */
export function Timeline({ events }: { events: SubmissionEvent[] }) {
  return (
    <ol className="space-y-3">
      {events.map((event) => (
        <li key={`${event.at.toISOString()} ${event.type} ${event.actor}`} className="border-l-3 border-line pl-3">
          <p className="wrap-anywhere">
            <span className="font-semibold">{event.actor}</span> {saidOf(event)}
          </p>
          {event.type === "note" && <p className="wrap-anywhere whitespace-pre-line">{event.details.text}</p>}
          {event.type === "status" && event.details.reason && (
            <p className="wrap-anywhere whitespace-pre-line">{event.details.reason}</p>
          )}
          <time className="text-sm text-muted" dateTime={event.at.toISOString()}>
            {deskTime(event.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

function saidOf(event: SubmissionEvent): string {
  if (event.type === "status") {
    const { from, to, isUndo } = event.details;
    return t(isUndo ? "event.undo" : "event.status", { from: t(`status.${from}`), to: t(`status.${to}`) });
  }
  if (event.type === "owner") {
    const { from, to } = event.details;
    return to ? t("event.owner", { to: to.name }) : t("event.ownerNone", { from: from?.name ?? "" });
  }
  return t(`event.${event.type}`);
}
