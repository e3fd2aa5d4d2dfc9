/** Evidence of the person's consent: the assistant claims it, or the assistant's host asked the person. */
export type ConsentEvidence = "claimed" | "elicited";

/** How a hosted assistant was recognised: by its addresses, by a signed request, or by its client certificate. */
export const hostEvidences = ["egress", "signature", "mtls"] as const;
export type HostEvidence = (typeof hostEvidences)[number];

/** The hosted assistant that sent the request. Tells us nothing about the person. */
export type AssistantHost = { name: string; evidence: HostEvidence };

/** The part of a request that use cases need. `now` is read once per request. */
export type RequestContext = {
  now: Date;
  requestId: string;
  /** Idempotency key: a repeated key returns the first result. */
  submissionKey?: string;
  /** Stores the same content only once within 24 hours and returns the first result, even without a key. */
  isStoredOnce?: boolean;
  noticeVersion?: string;
  /** Default for a submission by an assistant: claimed. */
  consentEvidence?: ConsentEvidence;
  /** The assistant that prepared the site's form for the person. */
  assistedBy?: string;
  /** Whether the honeypot, a form field hidden from people, was filled in. */
  isHoneypotFilled?: boolean;
  assistantHost?: AssistantHost;
};
