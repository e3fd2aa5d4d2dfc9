// Sample content of every kind of mail, in each language.

import type { Locale } from "../../lib/domain/locale.ts";
import { composeClock, composeNotice, type MailedSubmission } from "../../lib/domain/mail/compose-for-operators.ts";
import { composeAcknowledgement, composeReply } from "../../lib/domain/mail/compose-for-person.ts";
import type { MailContent } from "../../lib/domain/mail/mail-content.ts";
import { questions } from "../../lib/domain/submissions/questions.ts";
import type { LeadRoute } from "../../lib/domain/submissions/schema.ts";
import { getReplyTerms, getReplyTime } from "../../lib/server/submissions/reply-promise.ts";
import { getMessage } from "../../lib/server/submissions/verdict.ts";
import { siteParts } from "../site-parts.ts";

const site = {
  name: "Encaje",
  url: "https://encaje.example",
  contactEmail: "hello@example.com",
  timeZone: "America/Mexico_City",
};
const createdAt = new Date("2026-11-20T16:04:00Z");
const dueAt = new Date("2026-11-22T16:04:00Z");
const promise = { replyDueAt: dueAt, replyWarningAt: new Date("2026-11-22T04:04:00Z") };

const sample = {
  en: {
    privacyUrl: `${site.url}/en/privacy`,
    role: "Marketing director",
    project:
      "Loyalty points for 300 shops in Honduras, connected to our point of sale.\n\nWe would like to begin in March.",
    question: "Do you run prize draws in El Salvador?\nAnd do you take care of the permits?",
    reply:
      "Good morning, Diego,\n\nThank you for your patience. We have read your project, and two things are open:\n- Which point of sale do your shops use?\n- Is March the launch or the start of the work?\n\nWith that we can send you a first plan on Wednesday.\n\nKind regards",
  },
  es: {
    privacyUrl: `${site.url}/es/privacidad`,
    role: "Director de marketing",
    project:
      "Puntos de lealtad para 300 tiendas en Honduras, conectados con nuestro punto de venta.\n\nQuisiéramos comenzar en marzo.",
    question: "¿Hacen sorteos en El Salvador?\n¿Y se encargan de los permisos?",
    reply:
      "Buenos días, Diego:\n\nGracias por su paciencia. Leímos su proyecto y quedan dos puntos:\n- ¿Qué punto de venta usan sus tiendas?\n- ¿En marzo es el lanzamiento o el comienzo del trabajo?\n\nCon eso le enviamos un primer plan el miércoles.\n\nSaludos cordiales",
  },
} satisfies Record<Locale, Record<string, string>>;

const links = {
  isClaimed: true,
  confirmUrl: `${site.url}/consent/8Qm2xV0c?choice=confirm`,
  withdrawUrl: `${site.url}/consent/8Qm2xV0c?choice=withdraw`,
  days: 30,
};

export const sampleMails: Record<string, (language: Locale) => MailContent> = {
  "mail-acknowledgement-qualified": (language) => acknowledgement(language, "qualified", null),
  "mail-acknowledgement-review": (language) => acknowledgement(language, "review", null),
  "mail-acknowledgement-redirect": (language) => acknowledgement(language, "redirect", null),
  "mail-acknowledgement-inquiry": (language) => acknowledgement(language, null, null),
  "mail-acknowledgement-agent-qualified": (language) => acknowledgement(language, "qualified", "ChatGPT"),
  "mail-acknowledgement-agent-review": (language) => acknowledgement(language, "review", "Claude"),
  "mail-acknowledgement-agent-redirect": (language) => acknowledgement(language, "redirect", "Gemini"),
  "mail-acknowledgement-agent-inquiry": (language) => acknowledgement(language, null, "://"),
  "mail-notice-qualified": (language) => notice(lead(language, "qualified", "ChatGPT")),
  "mail-notice-review": (language) => notice(lead(language, "review", null)),
  "mail-notice-long": (language) =>
    notice({
      ...lead(language, "redirect", "A".repeat(120)),
      name: `Dr. ${"Lucía Hernández ".repeat(7)}`,
      company: "CaféVolcán".repeat(18),
      email: `${"lucia.hernandez.".repeat(14)}@example.com`,
      words: sample[language].project.repeat(30),
    }),
  "mail-notice-inquiry": (language) => notice(inquiry(language)),
  "mail-reply-lead": (language) => reply(language, "evaluation"),
  "mail-reply-inquiry": (language) => reply(language, "inquiry"),
  "mail-warning": (language) => clock("warning", lead(language, "review", null), "Ana Solís"),
  "mail-breach": (language) => clock("breach", inquiry(language), null),
};

function acknowledgement(language: Locale, route: LeadRoute | null, agentName: string | null): MailContent {
  return composeAcknowledgement({
    kind: route ? "evaluation" : "inquiry",
    id: route ? 12 : 7,
    language,
    name: "Diego Morales",
    agentName,
    route,
    verdict: route && getMessage(route, language, getReplyTerms()),
    replyTime: getReplyTime(language),
    repliedBy: new Date("2026-11-23T16:30:00Z"),
    answers: route ? questions.map(({ key, options }) => siteParts.describeAnswer(key, options[1], language)) : [],
    bookingUrl: route === "qualified" ? "https://calendar.example.com/technical-fit-review" : null,
    consent: agentName === null ? null : links,
    privacyUrl: sample[language].privacyUrl,
    site,
  });
}

function notice(submission: MailedSubmission): MailContent {
  const deskUrl = `${site.url}/admin/inbox/${submission.kind}/${submission.id}`;
  return composeNotice({ language: submission.language, submission, ownerName: null, deskUrl, site });
}

function reply(language: Locale, kind: "evaluation" | "inquiry"): MailContent {
  return composeReply({ kind, id: 12, language, operatorName: "Ana Solís", text: sample[language].reply, site });
}

function clock(mail: "warning" | "breach", submission: MailedSubmission, ownerName: string | null): MailContent {
  const deskUrl = `${site.url}/admin/inbox/${submission.kind}/${submission.id}`;
  return composeClock({ language: submission.language, mail, submission, ownerName, dueAt, deskUrl, site });
}

function lead(language: Locale, route: LeadRoute, agentName: string | null): MailedSubmission {
  return {
    kind: "evaluation",
    id: 12,
    language,
    createdAt,
    name: "Diego Morales",
    role: sample[language].role,
    company: "Tiendas La Ceiba",
    email: "diego.morales@example.com",
    assistant: agentName,
    route,
    answers: [
      ["company_scope", "regional"],
      ["budget", "over_20k"],
      ["launch_timeline", "hard_date"],
    ],
    words: sample[language].project,
    topic: null,
    ...promise,
  };
}

function inquiry(language: Locale): MailedSubmission {
  const none = { role: null, company: null, assistant: null, route: null };
  const words = sample[language].question;
  return {
    kind: "inquiry",
    id: 7,
    language,
    createdAt,
    name: "Diego Morales",
    email: "diego.morales@example.com",
    ...none,
    answers: [],
    words,
    topic: "prize-draws",
    ...promise,
  };
}
