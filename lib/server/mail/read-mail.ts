import "server-only";
import PostalMime from "postal-mime";
import { mentionPattern } from "../../domain/people/mention-pattern.ts";

/** A mail as it was sent, for whoever looks at it. */
export type SentMail = { from: string; to: string[]; replyTo: string; subject: string; date: string; text: string };

/** Reads a mail of ours (RFC 5322). */
export async function parseMail(content: Buffer): Promise<SentMail> {
  const mail = await PostalMime.parse(content);
  const addressOf = ({ name, address }: { name?: string; address?: string }) =>
    name ? `${name} <${address}>` : `${address}`;
  return {
    from: mail.from ? addressOf(mail.from) : "",
    to: (mail.to ?? []).map(addressOf),
    replyTo: (mail.replyTo ?? []).map(addressOf).join(", "),
    subject: mail.subject ?? "",
    date: mail.date ?? "",
    text: mail.text ?? "",
  };
}

/** Whether a mail is to, or says anything of, this address, in any case and as the web may write it. */
export async function mentionsAddress(content: Buffer, email: string): Promise<boolean> {
  const { from, to, replyTo, subject, text } = await parseMail(content);
  return new RegExp(mentionPattern(email), "i").test([from, ...to, replyTo, subject, text].join("\n"));
}
