/**
 * Within how many hours the team promises its first reply (spec 2.3). The clock, the verdict's text, the pages and the
 * OpenAPI document all take it from here.
 */
export const replyHours = 48;

/** From this hour on the desk warns that a reply is still missing. */
export const replyWarningHours = 36;
