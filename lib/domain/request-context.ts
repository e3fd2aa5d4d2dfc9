/** What a verb may know of the request that called it. The clock is read once, by the transport. */
export type RequestContext = { now: Date; requestId: string };
