/** The part of a request that use cases see. The transport reads the clock once. */
export type RequestContext = {
  now: Date;
  requestId: string;
  /** Idempotency key: the same key again gives the first result. */
  submissionKey?: string;
  /** Version of the privacy notice that the form showed. */
  noticeVersion?: string;
};
