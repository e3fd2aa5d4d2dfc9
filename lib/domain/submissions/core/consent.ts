import * as z from "zod/mini";
import type { SubmissionKind } from "./submission-ref.ts";

export const ConsentPurpose = z.enum(["confirm", "withdraw"]);
export type ConsentPurpose = z.infer<typeof ConsentPurpose>;

export const consentLinkDays = 30;

/** The secret token of a link: 256 bits in base64url. */
export const SecretToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** Contains no text written by the person, because links get forwarded. */
export type ConsentRequest = {
  purpose: ConsentPurpose;
  kind: SubmissionKind;
  id: number;
  agentName: string;
  submittedAt: Date;
};

/**
 * `not_needed`: the person sent the submission. `claimed`: an assistant claimed the consent. `elicited`: the
 * assistant's host says that it asked the person, which is stronger than a claim but weaker than the person's own
 * answer by mail.
 */
export const consentStates = ["claimed", "elicited", "confirmed", "withdrawn", "not_needed"] as const;
export type ConsentState = (typeof consentStates)[number];

export const consentChanges = ["confirmed", "withdrawn"] as const;
export type ConsentChange = (typeof consentChanges)[number];

type SentConsent = { channel: string; agentName: string | null; userConsent: boolean | null };

/**
 * Returns the name of the assistant that sent the submission, empty if it gave none. Returns null if the person sent
 * it. Does not rely on the channel alone, because the contract stores a missing channel as web.
 */
export function findAssistantName({ channel, agentName, userConsent }: SentConsent): string | null {
  const isAssistant = channel === "ai_agent" || agentName !== null || userConsent === false;
  return isAssistant ? (agentName ?? "") : null;
}
