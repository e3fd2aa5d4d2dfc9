import { expect, test } from "vitest";
import { personActor, type SubmissionEvent, serviceActor } from "#lib/domain/submissions/core/events.ts";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { formatActor, formatEvent } from "./event-texts.ts";

const at = new Date(0);
const progress = { repliedAt: null, closedAt: null, closeReason: null };

test.each<[string, SubmissionEvent, string]>([
  [
    "a person",
    { id: "1", at, operatorId: null, actor: personActor, type: "inbound", details: { inbound: "1", type: "message" } },
    "La persona",
  ],
  [
    "a person whose mail changed the status",
    {
      id: "2",
      at,
      operatorId: null,
      actor: personActor,
      type: "status",
      details: { from: "contacted", to: "in_review", before: progress },
    },
    "La persona",
  ],
  [
    "the service",
    { id: "3", at, operatorId: null, actor: serviceActor, type: "inbound", details: { inbound: "1", type: "bounce" } },
    "El servicio",
  ],
  ["an operator", { id: "4", at, operatorId: "a", actor: "Ana García", type: "seen", details: {} }, "Ana García"],
])("shows the actor of an event in the operator's language: %s", (_, event, name) => {
  expect(formatActor(getDeskTextFor("es", "inbox"), event)).toBe(name);
});

const formats = { formatTime: (time: Date) => `time ${time.getTime()}`, formatDay: (day: string) => `day ${day}` };
const byOperator = { id: "5", at, operatorId: "a", actor: "Ana García" } as const;

test.each<[SubmissionEvent, string]>([
  [{ ...byOperator, type: "reply", details: { text: "Hello" } }, "replied by email"],
  [
    { ...byOperator, type: "status", details: { from: "lost", to: "lost", reason: "No answer", before: progress } },
    "changed the reason for Lost",
  ],
  [
    { ...byOperator, type: "status", details: { from: "lost", to: "lost", isUndo: true, before: progress } },
    "undid the last change",
  ],
  [
    { ...byOperator, type: "reply", details: { text: "Hello", sendAt: "1970-01-01T00:00:05.000Z" } },
    "planned a reply for time 5000",
  ],
  [
    { ...byOperator, type: "consent", details: { change: "confirmed", noticeVersion: "2026-11-20" } },
    "confirmed the consent, with the privacy notice of day 2026-11-20",
  ],
  [
    {
      ...byOperator,
      type: "owner",
      details: { from: null, to: { id: "a", name: "Ana García" }, rule: { name: "Everything", isInTurn: true } },
    },
    "assigned it to Ana García by rule “Everything” (in turn)",
  ],
])("describes the timeline event %j", (event, text) => {
  expect(formatEvent(getDeskTextFor("en", "inbox"), event, formats)).toBe(text);
});
