import { mailText } from "../../i18n/mail-text.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import type { Locale } from "../locale.ts";
import { splitParagraphs, toOneLine, toShownName } from "../plain-text.ts";
import { formatReference, type SubmissionRef } from "../submissions/core/submission-ref.ts";
import { describeSender } from "./compose-for-person.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

/** `missing`: names of attached files that were not stored. */
export type ForwardedMessage = {
  name: string;
  address: string;
  at: Date;
  subject: string;
  text: string;
  quoted: string;
  missing: string[];
};

export type Forward = SubmissionRef & {
  /** Language of the operator who forwards it. */
  language: Locale;
  messageLanguage: Locale;
  operatorName: string;
  /** Text that the operator adds. May be empty. */
  text: string;
  message: ForwardedMessage;
  site: MailSite;
};

/** The subject has the reference, so that an answer can be matched to the submission. */
export function composeForward(forward: Forward): MailContent {
  const { language, messageLanguage, text, message, site } = forward;
  const { name, address, subject } = message;
  const t = mailText(language);
  const reference = formatReference(forward);
  const intro = t("forward.text", { operator: toOneLine(forward.operatorName), company: site.name });
  const quotes = [message.text, message.quoted].filter((quote) => quote.trim() !== "");
  const facts = [
    { label: t("labels.submission"), value: reference },
    { label: t("forward.from"), value: `${toShownName(name)} <${address}>` },
    { label: t("forward.date"), value: formatTimeInWords(message.at, language, site.timeZone) },
  ];
  return {
    language,
    company: site.name,
    subject: toOneLine(`Fwd: ${reference} ${subject}`),
    preview: toOneLine(text || intro),
    blocks: [
      ...splitParagraphs(text).map((paragraph) => ({ type: "paragraph", text: paragraph }) as const),
      { type: "heading", text: intro },
      { type: "facts", facts },
      ...quotes.map((quote) => ({ type: "quote", text: quote, language: messageLanguage }) as const),
      ...message.missing.map(
        (file) => ({ type: "note", text: t("forward.missing", { name: toOneLine(file) }) }) as const,
      ),
    ],
    footer: [t("forward.footer", { company: site.name }), describeSender(site)],
  };
}
