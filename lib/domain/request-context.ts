/** What a verb may know of the request that called it. The clock is read once, by the transport. */
export type RequestContext = {
  now: Date;
  requestId: string;
  /** Names one submission: the same key again is answered with what the first one stored. */
  submissionKey?: string;
  /** The version of the privacy notice that the person was shown. */
  noticeVersion?: string;
};
