import type { LoadedEvent, LoadedSubmission } from "./body.ts";
import { type WebhookType, webhookTypes } from "./events.ts";

const at = new Date("2026-12-01T15:04:05.000Z");
const ref = { kind: "evaluation", id: 1042 } as const;
export const exampleSubmission: LoadedSubmission = {
  ...ref,
  name: "Lucía Hernández",
  email: "lucia.hernandez@example.com",
  phone: null,
  company: "Café Volcán",
  role: "Brand manager",
  text: "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May.",
  agentName: null,
  revision: 4,
  createdAt: new Date("2026-12-01T15:00:00.000Z"),
  status: "new",
  route: "qualified",
  language: "es",
  channel: "web",
  topic: null,
  replyDueAt: new Date("2026-12-03T15:00:00.000Z"),
  replyWarningAt: new Date("2026-12-03T03:00:00.000Z"),
  repliedAt: null,
  consentWithdrawnAt: null,
  repeatOf: null,
};

const changes: Partial<Record<WebhookType, string>> = {
  "submission.updated": "status",
  "submission.replied": "mail",
  "submission.booked": "booked",
};

/** Creates an example of an event to show until a real one has happened. Its id is always the same. */
export function createExample(type: WebhookType): { id: string; event: LoadedEvent } {
  const id = `00000000-0000-4000-8000-${String(webhookTypes.indexOf(type) + 1).padStart(12, "0")}`;
  const shared = { type, at, change: changes[type] ?? null };
  if (type.startsWith("entry.")) {
    return {
      id,
      event: { ...shared, about: "entry", slug: "receipts-validation", row: { published: true, updatedAt: at } },
    };
  }
  return {
    id,
    event: { ...shared, about: "submission", ref, row: type === "submission.erased" ? null : exampleSubmission },
  };
}
