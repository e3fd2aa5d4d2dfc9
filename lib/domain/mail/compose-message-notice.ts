import { mailText } from "../../i18n/texts.ts";
import type { Locale } from "../locale.ts";
import { excerpt, toOneLine, toShownName } from "../plain-text.ts";
import { describeOwner, type MailedSubmission, type OwnerNames } from "./compose-for-operators.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

type MessageNotice = OwnerNames & {
  language: Locale;
  submission: MailedSubmission;
  message: { text: string; fileCount: number };
  deskUrl: string;
  site: MailSite;
};

/** Composes the mail that tells operators that a person answered. */
export function composeMessageNotice({
  language,
  submission,
  message,
  deskUrl,
  site,
  ...owner
}: MessageNotice): MailContent {
  const t = mailText(language);
  const name = toShownName(submission.name, 60);
  const words = excerpt(message.text);
  return {
    language,
    company: site.name,
    subject: toOneLine(t("message.subject", { numbered: t(`${submission.kind}.numbered`, { id: submission.id }) })),
    preview: toOneLine(words),
    previewLanguage: submission.language,
    blocks: [
      { type: "heading", text: t("message.title") },
      { type: "paragraph", text: t("message.text", { name: name || t("someone") }) },
      ...(words === "" ? [] : [{ type: "quote", text: words, language: submission.language } as const]),
      ...(message.fileCount
        ? [{ type: "paragraph", text: t("message.files", { count: message.fileCount }) } as const]
        : []),
      { type: "action", label: t("openDesk"), url: deskUrl, isPrimary: true },
      { type: "note", text: describeOwner(owner, t).note },
    ],
    footer: [t("deskFooter", { company: site.name })],
  };
}
