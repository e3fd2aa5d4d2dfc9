/** `not_needed`: the person sent it themselves; any other was sent by an assistant, which has claimed the consent. */
export const consentStates = ["claimed", "confirmed", "withdrawn", "not_needed"] as const;
export type ConsentState = (typeof consentStates)[number];
