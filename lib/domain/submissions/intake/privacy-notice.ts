// Sections and values shared by the privacy notice's page and its Markdown twin. The texts are in messages.
import type { Company } from "../../company.ts";

/** Sections in the order of the notice. Their names are also the anchors of the headings. */
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

/** Names of cookies and storage keys that the site keeps in the browser. */
export const keptInBrowser = {
  language: "locale",
  draft: "draft.evaluation, draft.contact",
  visit: "first-touch",
  receipt: "evaluation-receipt, contact-receipt",
} as const;

/** Days after its last change on which a draft is deleted. */
export const draftDays = 7;

/** Returns the values for placeholders in the notice's texts. They depend on the fields of `content/`. */
export function getNoticeValues(name: string, { legalName, taxId, address, subprocessors }: Company) {
  return {
    name,
    hasAddress: address ? "yes" : "no",
    hasIdentity: legalName || taxId || address ? "yes" : "no",
    hasList: subprocessors.length ? "yes" : "no",
  };
}

/** Lists legal name, tax id and address, if they are known. */
export function listIdentity({ legalName, taxId, address }: Company): string[] {
  return [legalName, taxId, ...(address?.lines ?? [])].filter((line) => line !== undefined);
}
