import * as z from "zod/mini";
import { type ApiChange, type Comparison, levels } from "../compare/model.ts";

/** A change of an entry's document that readers can see. */
export type Release = {
  entryId: number;
  slug: string;
  titleEn: string;
  titleEs: string;
  /** Number of the document among those of its entry, starting at 1. */
  number: number;
  at: Date;
  /** Changes since the previous document. */
  comparison: Comparison;
};

/** Returns whether client programs may notice the changes. They do not notice changed texts or version numbers. */
export function isNoticeable({ level, changes }: Comparison): boolean {
  return changes.length ? changes.some(({ rule }) => rule !== "words-changed") : level !== "none";
}

/** Breaking changes first. */
export function sortChanges(changes: ApiChange[]): ApiChange[] {
  return changes.toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
}

/** Returns 0, which no version has, for invalid input. */
export function readVersionNumber(given: unknown): number {
  return typeof given === "string" && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
}

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
