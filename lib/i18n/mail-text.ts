import en from "#messages/en/mail.json";
import es from "#messages/es/mail.json";
import { createText } from "./create-text.ts";

/** Texts of mails in a language. */
export const mailText = createText({ en, es });
export type MailMessages = typeof en;
export type MailText = ReturnType<typeof mailText>;
