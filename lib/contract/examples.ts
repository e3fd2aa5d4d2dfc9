import type { BookingResult } from "../domain/bookings/booking.ts";
import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import type { ApiError } from "../domain/errors.ts";
import { type AnswersByKey, questions } from "../domain/submissions/core/questions.ts";
import type { EvaluationResult, LeadRoute } from "../domain/submissions/core/schema.ts";
import { getSampleVerdict, sampleReference } from "../domain/submissions/intake/samples.ts";
import { verdictText } from "../i18n/texts.ts";

const person = {
  name: "Lucía Hernández",
  email: "lucia.hernandez@example.com",
  language: "es",
} as const;

const agent = { channel: "ai_agent", agentName: "ChatGPT", userConsent: true } as const;

/** Examples of verdicts use only such answers, which fit any thresholds and so reveal none (contract 8.4). */
function createAnswersWorth(points: 0 | 1 | 2): AnswersByKey {
  return Object.fromEntries(questions.map(({ key, options }) => [key, options[points]])) as AnswersByKey;
}

const project = {
  role: "Brand manager",
  company: "Café Volcán",
  projectDescription: "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May.",
  discoverySource: "Recommended by ChatGPT",
};

const leadExamples = {
  submitEvaluation: {
    qualified: {
      summary: "An assistant, on behalf of a person who agreed: the best answers",
      value: { ...person, ...project, sourcePage: "chatgpt", ...agent, answersByKey: createAnswersWorth(2) },
    },
    review: {
      summary: "An assistant, on behalf of a person who agreed: answers in the middle",
      value: {
        name: "Diego Morales",
        email: "diego.morales@example.com",
        language: "en",
        role: "Marketing director",
        company: "Tiendas La Ceiba",
        projectDescription: "Loyalty points for 300 shops in Honduras, connected to our point of sale.",
        discoverySource: "Recommended by Claude",
        sourcePage: "claude",
        ...agent,
        agentName: "Claude",
        answersByKey: createAnswersWorth(1),
      },
    },
    redirect: {
      summary: "An assistant, on behalf of a person who agreed: the answers that fit least",
      value: {
        name: "Ana Solís",
        email: "ana.solis@example.com",
        language: "es",
        role: "Dueña",
        company: "Panadería Solís",
        projectDescription: "Una página sencilla para la rifa de aniversario de nuestra panadería.",
        discoverySource: "Recomendación de Copilot",
        sourcePage: "copilot",
        ...agent,
        agentName: "Copilot",
        answersByKey: createAnswersWorth(0),
      },
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

export const requestExamples = {
  ...leadExamples,
  practiceEvaluation: { agent: leadExamples.submitEvaluation.qualified },
  practiceContact: { agent: leadExamples.submitContact.agent },
  bookTime: {
    agent: {
      summary: "An assistant, for a person who agreed to this time",
      value: { start: "2026-12-03T16:00:00.000Z", timeZone: "America/Guatemala", userConsent: true },
    },
  },
};

const { answers, ...web } = { ...leadExamples.submitEvaluation.web.value, discoverySource: "A colleague" };
/** Examples of properties for a person who fills in the form: no claimed consent, and an empty honeypot. */
const visit = {
  phone: "+504 9999 0000",
  channel: "web",
  agentName: "Example assistant",
  userConsent: false,
  utm: { utm_source: "newsletter", utm_campaign: "q3-launch" },
  landingPage: "/en?utm_source=newsletter",
  referrer: "https://www.example.com/",
  website: "",
};

export const schemaExamples = {
  EvaluationInput: {
    body: { ...web, answersByKey: createAnswersWorth(1) },
    properties: { ...web, ...visit },
  },
  ContactInput: {
    body: leadExamples.submitContact.web.value,
    properties: { ...leadExamples.submitContact.web.value, ...visit, topic: "receipts-validation" },
  },
  EvaluationAnswersByKey: { body: createAnswersWorth(1), properties: createAnswersWorth(1) },
};

const entry: ApiCatalogEntry = {
  id: 7,
  slug: "receipts-validation",
  titleEn: "Receipt validation",
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
  spec: { openapi: "3.1.0", info: { title: "Receipt validation", version: "1.0.0" }, paths: {} },
  published: true,
  updatedAt: "2026-11-21T08:00:00.000Z",
};

const [english, spanish] = [verdictText("en"), verdictText("es")];

export const verdictExamples: Record<LeadRoute, { summary: string; value: EvaluationResult }> = {
  qualified: {
    summary: "A strong fit: relay the message and the booking link",
    value: {
      id: 1042,
      route: "qualified",
      message: spanish("qualified"),
      schedulingUrl: "https://calendar.example.com/technical-fit-review",
    },
  },
  review: {
    summary: "A person reads the project and replies: relay the message",
    value: { id: 1043, route: "review", message: english("review", { within: "within 48 hours" }) },
  },
  redirect: {
    summary: "Probably not the right partner for now: relay the message",
    value: { id: 1044, route: "redirect", message: spanish("redirect") },
  },
};

const { start, timeZone } = requestExamples.bookTime.agent.value;
const booking: BookingResult = {
  state: "booked",
  start,
  end: "2026-12-03T16:30:00.000Z",
  timeZone,
  text: "jueves 3 de diciembre a las 10:00 (hora de Guatemala)",
  manageUrl: "https://cal.com/booking/hxYkq3v7Tq2w",
};

export const responseExamples = {
  healthCheck: { status: "ok" },
  submitContact: { id: 318, success: true },
  listCatalogApis: [entry],
  getCatalogApi: entry,
  lookUpSubmission: {
    reference: "E-318",
    sentAt: "2026-12-01T15:04:05.000Z",
    route: "qualified",
    consent: "confirmed",
    booking,
  },
  listTimes: {
    timeZone: booking.timeZone,
    times: [{ start: booking.start, text: booking.text }],
  },
  bookTime: booking,
  practiceEvaluation: getSampleVerdict(person.language),
  practiceContact: sampleReference,
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
  time_taken: { error: "This time is no longer free. Ask for the free times again." },
  invalid_time_zone: { error: "Invalid payload: timeZone must be a time zone such as America/Mexico_City." },
  unknown_receipt: {
    error: "There is no submission with this receipt, or the receipt is older than seven days.",
  },
  conflict: { error: "Another submission has used this key (Idempotency-Key or idempotencyKey): use a new one." },
  too_large: { error: "The body must be at most 262144 bytes." },
  unsupported_media_type: { error: "The content type must be application/json." },
  unavailable: { error: "The database is unavailable. Please try again in a few seconds." },
  not_found: { error: "There is no API with this slug." },
  method_not_allowed: { error: "Use GET, HEAD, OPTIONS here." },
} satisfies Record<string, ApiError>;
