import "server-only";
import { env } from "../env.ts";

/** Where mails go: to the server of SMTP_URL, of which only host and port are told, or into files. */
export type MailTransport = { kind: "smtp"; host: string } | { kind: "files" };

export function describeTransport(): MailTransport {
  const { SMTP_URL } = env();
  return SMTP_URL ? { kind: "smtp", host: new URL(SMTP_URL).host } : { kind: "files" };
}
