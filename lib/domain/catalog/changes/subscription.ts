import * as z from "zod/mini";

/**
 * The random id of the subscriber, which never changes, so that the link of an old mail still ends the subscription. It
 * needs no signature or hash, because the database stores the address next to it.
 */
export const SubscriberToken = z.uuid();

/** Days that a confirmation link stays valid. Afterwards, the address is erased. */
export const confirmationDays = 3;

/** Days between two mails with changes. */
export const changesMailDays = 7;

/** An unknown link has the same state as the link of an ended subscription. */
export type SubscriptionState = "asked" | "confirmed" | "ended";
