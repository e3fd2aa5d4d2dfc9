import { mailText } from "../../i18n/texts.ts";
import type { Locale } from "../locale.ts";
import { excerpt, toOneLine } from "../plain-text.ts";
import type { SubmissionRef } from "../submissions/core/submission-ref.ts";
import { listDeskFooter } from "./compose-for-operators.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

export type Mention = {
  language: Locale;
  submission: SubmissionRef;
  authorName: string;
  note: string;
  deskUrl: string;
  site: MailSite;
};

/** Composes the mail to an operator who is mentioned in a note. */
export function composeMention({ language, submission, authorName, note, deskUrl, site }: Mention): MailContent {
  const { kind, id } = submission;
  const t = mailText(language);
  const author = toOneLine(authorName);
  const numbered = t(`${kind}.numbered`, { id });
  const words = excerpt(note);
  return {
    language,
    company: site.name,
    subject: toOneLine(t("mention.subject", { author, numbered })),
    preview: toOneLine(words),
    blocks: [
      { type: "heading", text: t("mention.title", { author }) },
      { type: "facts", facts: [{ label: t("labels.submission"), value: numbered }] },
      { type: "quote", text: words, language },
      { type: "action", label: t("openDesk"), url: deskUrl, isPrimary: true },
    ],
    footer: listDeskFooter(language, site),
  };
}
