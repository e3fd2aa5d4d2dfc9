import type { Locale } from "../locale.ts";
import type { MailedSubmission } from "./compose-for-operators.ts";
import type { MailContent, MailSite } from "./mail-content.ts";
import { excerpt, toOneLine, toShownName } from "./plain-text.ts";
import { mailTexts } from "./texts.ts";

type MessageNotice = {
  language: Locale;
  submission: MailedSubmission;
  message: { text: string; fileCount: number };
  /** Null: the mail goes to every operator. */
  ownerName: string | null;
  deskUrl: string;
  site: MailSite;
};

/** Tells operators that a person has answered a mail. */
export function composeMessageNotice({
  language,
  submission,
  message,
  ownerName,
  deskUrl,
  site,
}: MessageNotice): MailContent {
  const texts = mailTexts[language];
  const own = texts.message;
  const name = toShownName(submission.name, 60);
  const words = excerpt(message.text);
  const owner = toOneLine(ownerName ?? "");
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
      { type: "note", text: owner ? texts.toOwner(owner) : texts.toAll },
    ],
    footer: [texts.deskFooter(site.name)],
  };
}
