import { personActor, type SubmissionEvent, serviceActor } from "#lib/domain/submissions/core/events.ts";
import type { DeskFormats, DeskText } from "#lib/i18n/desk-text.ts";

export function formatActor(t: DeskText<"inbox">, event: SubmissionEvent): string {
  const isByService =
    event.type === "mail" ||
    (event.type === "inbound" && event.details.type !== "message") ||
    (event.type === "owner" && event.details.rule !== undefined) ||
    (event.type === "status" && event.details.spamReasons !== undefined);
  if (isByService) return t("service");
  if (event.actor === serviceActor) return t("calendar");
  return event.actor === personActor ? t("thePerson") : event.actor;
}

/** Formats a timeline event as a sentence without its subject, which is the actor. */
export function formatEvent(t: DeskText<"inbox">, event: SubmissionEvent, formats: DeskFormats): string {
  const { formatTime, formatDay } = formats;
  switch (event.type) {
    case "status": {
      const { from, to, isUndo, block } = event.details;
      if (from === to && isUndo) return t("event.undoSame");
      if (from === to) return t(block ? "event.block" : "event.reason", { status: t(`status.${to}`) });
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
    case "seen":
      return t(event.details.isTakenBack ? "event.takenBack" : "event.seen");
    case "note":
      return t(event.details.contact ? "event.whatsApp" : "event.note");
    case "forward":
      return t("event.forward", { to: event.details.to });
    case "inbound":
      return t(`event.inbound.${event.details.type}`);
    case "booking": {
      const { change, startAt, consentEvidence } = event.details;
      return t(`event.booking.${consentEvidence ?? change}`, { time: formatTime(new Date(startAt)) });
    }
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
