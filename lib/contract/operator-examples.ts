import type { JsonObject } from "../domain/json.ts";
import { composeBody, createExampleEvent, exampleSubmission } from "../domain/webhooks/body.ts";
import type { operatorOperations } from "./operator-operations.ts";

const owner = { id: "9f2c41d07be84a5c", name: "Ana Ruiz" };
const changed = { reference: "E-1042", status: "contacted", owner, revision: 4 };
const { kind, language, name, company, email, phone, role, route, text, topic } = exampleSubmission;
const summary = {
  ...changed,
  kind,
  language,
  name,
  company,
  email,
  route,
  createdAt: "2026-12-01T15:04:05.000Z",
  channel: "ai_agent",
  agentName: "ChatGPT",
  replyDueAt: null,
  snoozedUntil: null,
  withdrawnAt: null,
};
const updatedAt = "2026-11-21T08:00:00.000Z";
const texts = {
  titleEn: "Receipt validation",
  titleEs: "Validación de tickets",
  descriptionEn: "Reads a photo of a receipt.",
  descriptionEs: "Lee la foto de un ticket.",
  useCasesEn: ["Promotions"],
  useCasesEs: ["Promociones"],
  endpoints: ["POST /receipts"],
  services: [],
  docsUrl: null,
  swaggerUrl: null,
};
const slug = "receipts-validation";
const webhook = {
  id: "0b9d7c4e-52f1-4c86-9d0a-6f4f3c1b7e25",
  url: "https://hooks.example.com/encaje",
  events: ["submission.created", "reply.overdue"],
};
const { id: sample, event } = createExampleEvent("submission.created");
const sampleBody = composeBody(event, "person", "https://www.example.com", event.at);

export const operatorRequestExamples: { [Name in keyof typeof operatorOperations]?: JsonObject } = {
  changeApiStatus: { from: "new", to: "contacted" },
  changeApiOwner: { from: null, to: owner.id },
  addApiNote: { text: "Called: wants to start in March." },
  sendApiReply: { text: "Thank you, Lucía. Does Thursday at ten suit you?", lastMessage: "7301", when: "now" },
  putApiEntry: { ...texts, spec: {}, updatedAt },
  publishApiEntry: { updatedAt },
  subscribeApiWebhook: { url: webhook.url, events: webhook.events, route: "qualified" },
};

export const operatorResponseExamples: Record<keyof typeof operatorOperations, JsonObject> = {
  listApiSubmissions: { submissions: [{ ...summary, excerpt: text }], next: "evaluation-1796137445000-1042" },
  getApiSubmission: {
    ...summary,
    text,
    role,
    phone,
    topic,
    discoverySource: "Recommended by ChatGPT",
    answers: [{ question: "budget", option: "over_20k" }],
    repliedAt: "2026-12-01T16:00:00.000Z",
    closedAt: null,
    closeReason: null,
    lastMessage: "7301",
    timeline: [{ id: "7301", at: "2026-12-01T16:00:00.000Z", type: "reply", actor: owner.name, text: "Thank you." }],
  },
  changeApiStatus: changed,
  changeApiOwner: changed,
  addApiNote: changed,
  sendApiReply: { ...changed, startsAt: "2026-12-01T16:00:00.000Z" },
  listApiEntries: { entries: [{ slug, ...texts, published: true, updatedAt }] },
  putApiEntry: { slug, published: false, updatedAt },
  publishApiEntry: { slug, published: true, updatedAt },
  listApiWebhooks: {
    webhooks: [
      {
        ...webhook,
        name: "hooks.example.com",
        kind: null,
        route: "qualified",
        language: null,
        channel: null,
        shape: "ids",
        format: "standard",
        createdAt: updatedAt,
        failingSince: null,
        pausedAt: null,
        pauseReason: null,
      },
    ],
  },
  subscribeApiWebhook: { id: webhook.id, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" },
  unsubscribeApiWebhook: { id: webhook.id },
  listEventSamples: { samples: [{ id: sample, ...sampleBody }] },
};
