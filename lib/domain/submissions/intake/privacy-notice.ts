// The parts of the privacy notice, whose texts are in messages: the page and its Markdown twin show the same.
import type { Company } from "../../company.ts";

/** In the order of the notice; also the anchors of its headings. */
export const noticeSections = [
  "controller",
  "data",
  "browser",
  "purposes",
  "scoring",
  "assistants",
  "recipients",
  "retention",
  "security",
  "rights",
  "authorities",
  "changes",
] as const;
export type NoticeSection = (typeof noticeSections)[number];

/** Names of the cookies and storage keys. */
export const keptInBrowser = {
  language: "locale",
  draft: "draft.evaluation, draft.contact",
  visit: "first-touch",
  receipt: "evaluation-receipt, contact-receipt",
} as const;

/** An unchanged draft is deleted after this many days. */
export const draftDays = 7;

/** Values for the notice's texts, which depend on the fields of `content/`. */
export function getNoticeValues(name: string, { legalName, taxId, address, subprocessors }: Company) {
  return {
    name,
    hasAddress: address ? "yes" : "no",
    hasIdentity: legalName || taxId || address ? "yes" : "no",
    hasList: subprocessors.length ? "yes" : "no",
  };
}

/** Legal name, tax id and address, as far as the company's facts have them. */
export function listIdentity({ legalName, taxId, address }: Company): string[] {
  return [legalName, taxId, ...(address?.lines ?? [])].filter((line) => line !== undefined);
}
