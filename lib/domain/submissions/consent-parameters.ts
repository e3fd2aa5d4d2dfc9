/** Carries a link's secret in the addresses of its pages. Apart from its schema: every page knows this name. */
export const tokenParameter = "token";

/** The version of the privacy notice that a link's page has shown. */
export const noticeVersionField = "noticeVersion";

/** What the page of what has been done can say. */
export const consentChanges = ["confirmed", "withdrawn"] as const;
export type ConsentChange = (typeof consentChanges)[number];
