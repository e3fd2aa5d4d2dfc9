// Sections and values shared by the privacy notice's page and its Markdown version. The texts are in messages.
import type { Company } from "../../company.ts";
import { firstTouchDays, receiptParameter, tokenParameter } from "../core/first-touch.ts";

/** Sections of the privacy notice, in order. They are also the anchors of the headings. */
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

export const keptInBrowser = {
  language: "locale",
  draft: "draft.evaluation, draft.contact",
  visit: "first-touch",
  samples: "sample-language",
  receipt: "evaluation-receipt, contact-receipt",
} as const;

/** Days for which the browser keeps a draft after its last change. */
export const draftDays = 7;

/** Given to `keepFirstVisit`. URL parameters named in `secrets` are not stored. */
export const visitKeys = {
  visit: keptInBrowser.visit,
  drafts: keptInBrowser.draft.split(", "),
  visitDays: firstTouchDays,
  draftDays,
  secrets: [receiptParameter, tokenParameter],
};

export function getNoticeValues(name: string, { legalName, taxId, address, subprocessors }: Company) {
  return {
    name,
    hasAddress: address ? "yes" : "no",
    hasIdentity: legalName || taxId || address ? "yes" : "no",
    hasList: subprocessors.length ? "yes" : "no",
  };
}

export function listIdentity({ legalName, taxId, address }: Company): string[] {
  return [legalName, taxId, ...(address?.lines ?? [])].filter((line) => line !== undefined);
}
