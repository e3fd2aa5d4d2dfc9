import * as z from "zod/mini";

/** How an assistant got the person's agreement. */
export const ConsentEvidence = z.enum(["claimed", "elicited"]);
export type ConsentEvidence = z.infer<typeof ConsentEvidence>;

export const hostEvidences = ["egress", "signature", "mtls"] as const;
type HostEvidence = (typeof hostEvidences)[number];

/** The hosted assistant that sent the request. It says nothing about the person. */
export type AssistantHost = { name: string; evidence: HostEvidence };

/** `now` is read once per request, so that all times of a request agree. */
export type RequestContext = {
  now: Date;
  requestId: string;
  /** Idempotency key of a submission: a repeated key returns the first result. */
  submissionKey?: string;
  /** Stores the same content only once within 24 hours and returns the first result, even without a key. */
  isStoredOnce?: boolean;
  noticeVersion?: string;
  /** For a submission by an assistant, the default is `claimed`. */
  consentEvidence?: ConsentEvidence;
  /** Name of the assistant that prepared the site's form for the person. */
  assistedBy?: string;
  isHoneypotFilled?: boolean;
  assistantHost?: AssistantHost;
};
