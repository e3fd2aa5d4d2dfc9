import * as z from "zod/mini";
import type { SubmissionKind } from "./submission-ref.ts";

/** What a link lets a person do about the consent that an agent has claimed for them. */
export const ConsentPurpose = z.enum(["confirm", "withdraw"]);
export type ConsentPurpose = z.infer<typeof ConsentPurpose>;

/** For how many days a link works. */
export const consentLinkDays = 30;

/** 256 bits in base64url. */
export const SecretToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** What the page of a link shows: nothing that the person wrote, since a link may be forwarded. */
export type ConsentRequest = {
  purpose: ConsentPurpose;
  kind: SubmissionKind;
  /** The reference number. */
  id: number;
  agentName: string;
  submittedAt: Date;
};

/** `not_needed`: the person sent it themselves; any other was sent by an assistant, which has claimed the consent. */
export const consentStates = ["claimed", "confirmed", "withdrawn", "not_needed"] as const;
export type ConsentState = (typeof consentStates)[number];

/** What the page of what has been done can say. */
export const consentChanges = ["confirmed", "withdrawn"] as const;
export type ConsentChange = (typeof consentChanges)[number];
