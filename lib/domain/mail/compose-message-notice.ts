import type { Locale } from "../locale.ts";
import { excerpt, toOneLine, toShownName } from "../plain-text.ts";
import { describeOwner, type MailedSubmission, type OwnerNames } from "./compose-for-operators.ts";
import type { MailContent, MailSite } from "./mail-content.ts";
import { mailTexts } from "./texts.ts";

type MessageNotice = OwnerNames & {
  language: Locale;
  submission: MailedSubmission;
  message: { text: string; fileCount: number };
  deskUrl: string;
  site: MailSite;
};

/** Notifies operators that a person has answered a mail. */
export function composeMessageNotice({
  language,
  submission,
  message,
  deskUrl,
  site,
  ...owner
}: MessageNotice): MailContent {
  const texts = mailTexts[language];
  const own = texts.message;
  const name = toShownName(submission.name, 60);
  const words = excerpt(message.text);
  return {
    language,
    company: site.name,
    subject: toOneLine(own.subject(texts[submission.kind].numbered(submission.id))),
    preview: toOneLine(words),
    previewLanguage: submission.language,
    blocks: [
      { type: "heading", text: own.title },
      { type: "paragraph", text: own.text(name || texts.someone) },
      ...(words === "" ? [] : [{ type: "quote", text: words, language: submission.language } as const]),
      ...(message.fileCount ? [{ type: "paragraph", text: own.files(message.fileCount) } as const] : []),
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
      { type: "note", text: describeOwner(owner, texts).note },
    ],
    footer: [texts.deskFooter(site.name)],
  };
}
