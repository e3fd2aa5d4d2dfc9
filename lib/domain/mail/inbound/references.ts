import { parseReference, type SubmissionRef } from "../../submissions/core/submission-ref.ts";
import type { MailHeaders } from "./headers.ts";

const referencesMax = 100;
const subjectReferencesMax = 5;

/** Lists the Message-IDs of the mails that this mail claims to answer, newest first. */
export function listAnswered(headers: MailHeaders): string[] {
  const answered = [...headers.all("in-reply-to"), ...headers.all("references").map(reverseIds)];
  return answered.flatMap(listIds).slice(0, referencesMax);
}

const listIds = (text: string) => text.match(/<[^<>\s]{1,998}>/g) ?? [];
const reverseIds = (text: string) => listIds(text).reverse().join(" ");

/** Finds references such as E-12 in "Re: We received your project (reference E-12)". */
export function listSubjectReferences(subject: string): SubmissionRef[] {
  const found = subject.match(/(?<![\p{L}\p{N}-])[EQ]-\d{1,10}(?![\p{L}\p{N}])/giu) ?? [];
  return found.slice(0, subjectReferencesMax).flatMap((text) => parseReference(text) ?? []);
}
