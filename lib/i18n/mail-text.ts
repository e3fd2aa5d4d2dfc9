import en from "#messages/en/mail.json";
import es from "#messages/es/mail.json";
import { createText } from "./create-text.ts";

/** Texts of mails. They are separate from the server's texts, because the desk previews mails in the browser. */
export const mailText = createText({ en, es });
export type MailMessages = typeof en;
export type MailText = ReturnType<typeof mailText>;
