import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../json.ts";
import { isoTime } from "../schema-kit.ts";
import { SubmissionRef } from "../submissions/submission-ref.ts";

/** A Date on the server, text in the client. */
const Time = z.union([z.date(), isoTime()]);
const MaybeTime = z.nullable(Time);
const MaybeText = z.nullable(z.string());

const sent = {
  id: z.int(),
  createdAt: Time,
  requestId: z.string(),
  submissionKey: MaybeText,
  name: z.string(),
  email: z.string(),
  language: z.string(),
  sourcePage: z.string(),
  channel: z.string(),
  agentName: MaybeText,
  userConsent: z.nullable(z.boolean()),
  noticeVersion: MaybeText,
  utm: z.unknown(),
  landingPage: MaybeText,
  referrer: MaybeText,
  consentConfirmedAt: MaybeTime,
  consentNoticeVersion: MaybeText,
  consentWithdrawnAt: MaybeTime,
  status: z.string(),
  /** Never an operator's name. */
  owner: MaybeText,
  revision: z.int(),
  repliedAt: MaybeTime,
  closedAt: MaybeTime,
  closeReason: MaybeText,
  timeline: z.array(
    z.object({ type: z.string(), at: Time, actor: z.string(), details: z.custom<JsonObject>(isJsonObject) }),
  ),
};

/** All data on a person, without the confidential thresholds (spec 8.4). */
export const PersonDocument = z.object({
  email: z.string(),
  exportedAt: Time,
  evaluations: z.array(
    z.object({
      ...sent,
      role: z.string(),
      company: z.string(),
      phone: MaybeText,
      projectDescription: z.string(),
      discoverySource: z.string(),
      answers: z.array(z.object({ question: z.string(), points: z.number(), answer: MaybeText })),
      answersForm: z.string(),
      score: z.number(),
      route: z.string(),
    }),
  ),
  inquiries: z.array(z.object({ ...sent, message: z.string(), topic: MaybeText })),
  /** Submissions of others that mention the address, without their content. */
  mentions: z.array(SubmissionRef),
});
export type PersonDocument = z.infer<typeof PersonDocument>;
