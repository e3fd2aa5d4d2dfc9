/** How we know that the person agreed: the assistant claims it, or its host asked the person. */
export type ConsentEvidence = "claimed" | "elicited";

/** How a hosted assistant was recognised: by its addresses, by a signed request, or by its client certificate. */
export const hostEvidences = ["egress", "signature", "mtls"] as const;
export type HostEvidence = (typeof hostEvidences)[number];

/** The hosted assistant that calls. Says nothing about the person. */
export type AssistantHost = { name: string; evidence: HostEvidence };

/** The part of a request that use cases see. The transport reads the clock once. */
export type RequestContext = {
  now: Date;
  requestId: string;
  /** Idempotency key: the same key again gives the first result. */
  submissionKey?: string;
  /** Stores the same content once within 24 hours and responds with the first result, even without a key. */
  isStoredOnce?: boolean;
  /** Version of the privacy notice that the person was shown. */
  noticeVersion?: string;
  /** Default if an assistant submits: claimed. */
  consentEvidence?: ConsentEvidence;
  /** The assistant that prepared the site's form for the person. */
  assistedBy?: string;
  /** The field of the site's form that people do not see was filled in. */
  isHoneypotFilled?: boolean;
  /** Undefined if none was recognised. */
  assistantHost?: AssistantHost;
};
