import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import type { ApiError } from "../domain/errors.ts";
import { replyHours } from "../domain/submissions/promises.ts";
import type { EvaluationInput } from "../domain/submissions/schema.ts";

const person = {
  name: "Lucía Hernández",
  email: "lucia.hernandez@example.com",
  language: "es",
} as const;

const agent = { channel: "ai_agent", agentName: "ChatGPT", userConsent: true } as const;

const answersByKey: EvaluationInput["answersByKey"] = {
  marketing_team: "team_with_budget",
  campaign_frequency: "multiple_per_year",
  company_scope: "multinational",
  budget: "over_20k",
  launch_timeline: "hard_date",
  internal_dev_capacity: "some_capacity",
  vendor_onboarding: "yes",
  brand_relationship: "direct_brand",
  after_project: "repeat_likely",
};

const project = {
  role: "Brand manager",
  company: "Café Volcán",
  projectDescription: "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May.",
  discoverySource: "Recommended by ChatGPT",
};

/** By operation. The tests send them. */
export const requestExamples = {
  submitEvaluation: {
    agent: {
      summary: "An assistant, on behalf of a person who agreed",
      value: { ...person, ...project, sourcePage: "chatgpt", ...agent, answersByKey },
    },
    web: {
      summary: "The website form",
      value: {
        ...person,
        language: "en",
        ...project,
        sourcePage: "/en/evaluation",
        answers: [1, 1, 1, 1, 1, 1, 1, 1, 0.5],
      },
    },
  },
  submitContact: {
    agent: {
      summary: "An assistant, on behalf of a person who agreed",
      value: {
        ...person,
        message: "¿Cuánto tarda la conexión con WhatsApp Business?",
        topic: "whatsapp-sms-messaging",
        sourcePage: "chatgpt",
        ...agent,
      },
    },
    web: {
      summary: "The website form",
      value: {
        ...person,
        language: "en",
        message: "Do you run prize draws in El Salvador?",
        sourcePage: "/en/contact",
      },
    },
  },
};

const entry: ApiCatalogEntry = {
  id: 7,
  slug: "receipts-validation",
  titleEn: "Receipts validation",
  titleEs: "Validación de tickets",
  descriptionEn: "Reads a photo of a receipt and says whether it takes part in a promotion.",
  descriptionEs: "Lee la foto de un ticket y dice si participa en una promoción.",
  useCasesEn: ["Proof of purchase"],
  useCasesEs: ["Comprobante de compra"],
  endpoints: ["POST /v1/receipts"],
  services: [
    {
      id: "receipt-intake",
      titleEn: "Receipt intake",
      titleEs: "Recepción de tickets",
      descriptionEn: "Takes the photo.",
      descriptionEs: "Recibe la foto.",
      operations: ["createReceipt"],
      docsUrl: "https://docs.example.com/receipts",
      swaggerUrl: null,
    },
  ],
  docsUrl: "https://docs.example.com/receipts",
  swaggerUrl: null,
  spec: { openapi: "3.1.0", info: { title: "Receipts validation", version: "1.0.0" }, paths: {} },
  published: true,
  updatedAt: "2026-11-21T08:00:00.000Z",
};

export const responseExamples = {
  healthCheck: { status: "ok" },
  submitEvaluation: {
    id: 1042,
    route: "review",
    message: `Thank you, we have everything we need. A person on our team will reply within ${replyHours} hours.`,
  },
  submitContact: { id: 318, success: true },
  listCatalogApis: [entry],
  getCatalogApi: entry,
};

export const errorExamples = {
  invalid_payload: { error: "Invalid payload: name must be text of 2 to 120 characters." },
  consent_required: {
    error: "Invalid payload: userConsent must be true when channel is ai_agent: ask the person before you submit.",
    code: "consent_required",
  },
  agent_name_required: {
    error: "Invalid payload: agentName is required when channel is ai_agent (text of 2 to 120 characters).",
    code: "agent_name_required",
  },
  answers_required: { error: "Invalid payload: answers or answersByKey is required.", code: "answers_required" },
  rate_limited: {
    error: "Too many submissions from this client. Try again in 240 seconds.",
    code: "rate_limited",
  },
} satisfies Record<string, ApiError>;
