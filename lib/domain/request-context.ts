/** How we know of the person's consent: the assistant claims it, or the assistant's host asked the person. */
export type ConsentEvidence = "claimed" | "elicited";

/** How a hosted assistant was recognized: by its IP addresses, by a signed request, or by its client certificate. */
export const hostEvidences = ["egress", "signature", "mtls"] as const;
export type HostEvidence = (typeof hostEvidences)[number];

/** The hosted assistant that sent the request. It says nothing about the person. */
export type AssistantHost = { name: string; evidence: HostEvidence };

/** What use cases need to know about the request. `now` is read once per request. */
export type RequestContext = {
  now: Date;
  requestId: string;
  /** Idempotency key of a submission: a repeated key returns the first result. */
  submissionKey?: string;
  /** Whether to store the same content only once within 24 hours and return the first result, even without a key. */
  isStoredOnce?: boolean;
  noticeVersion?: string;
  /** For a submission by an assistant, the default is `claimed`. */
  consentEvidence?: ConsentEvidence;
  /** Name of the assistant that prepared the site's form for the person. */
  assistedBy?: string;
  /** Whether the honeypot, a form field hidden from people, was filled in. */
  isHoneypotFilled?: boolean;
  assistantHost?: AssistantHost;
};
