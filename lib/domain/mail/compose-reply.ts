import type { Locale } from "../locale.ts";
import type { SubmissionRef } from "../submissions/submission-ref.ts";
import { paragraphsOf } from "./body-text.ts";
import type { Letter } from "./letter.ts";
import type { MailSite } from "./mailed-submission.ts";
import { oneLine } from "./one-line.ts";
import { mailTexts } from "./texts/mail-texts.ts";

export type Reply = SubmissionRef & { language: Locale; operatorName: string; text: string; site: MailSite };

/** An operator's reply to the person, in the operator's words. */
export function composeReply({ kind, id, language, operatorName, text, site }: Reply): Letter {
  const texts = mailTexts[language];
  const signature = [oneLine(operatorName), site.name].filter((line) => line !== "").join("\n");
  return {
    language,
    company: site.name,
    subject: oneLine(texts[kind].replySubject(id)),
    preview: oneLine(text),
    blocks: [...paragraphsOf(text), signature].map((paragraph) => ({ type: "paragraph", text: paragraph })),
    footer: [texts.replyFooter(id, site.name), `${site.name} · ${site.contactEmail} · ${site.url}`],
  };
}
