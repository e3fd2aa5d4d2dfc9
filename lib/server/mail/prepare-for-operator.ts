import "server-only";
import { composeDigest } from "../../domain/mail/compose-digest.ts";
import { composePausedWebhooks } from "../../domain/mail/compose-paused-webhooks.ts";
import type { DigestJob, WebhooksJob } from "../../domain/mail/mail.ts";
import { choicesPath, type MailContent } from "../../domain/mail/mail-content.ts";
import { mailText } from "../../i18n/mail-text.ts";
import { getSiteUrl } from "../env.ts";
import { readSite } from "../site.ts";
import { listAutomaticallyPausedEndpoints } from "../webhooks/endpoints.ts";
import { takeDigest } from "./digests.ts";
import type { PreparedMail, Unsent } from "./prepare-mail.ts";
import { listOperatorAddresses, type Recipient } from "./recipients.ts";

export async function prepareDigest(
  { operator }: DigestJob,
  mailId: string,
  now: Date,
): Promise<PreparedMail | Unsent> {
  const items = await takeDigest(operator, mailId);
  const [to] = (await listOperatorAddresses()).filter((recipient) => recipient.operator === operator);
  if (!to || !items.length) return {};
  const content = composeDigest({ language: to.language, operatorId: operator, items, now, site: await readSite() });
  return { ...(await toDeskMail([to], content)), unsubscribeUrl: getSiteUrl() + choicesPath };
}

/** Returns an empty object if somebody has switched the endpoints on again. */
export async function preparePausedWebhooks({ operator }: WebhooksJob): Promise<PreparedMail | Unsent> {
  const [to] = (await listOperatorAddresses()).filter((recipient) => recipient.operator === operator);
  const endpoints = await listAutomaticallyPausedEndpoints();
  if (!to || !endpoints.length) return {};
  return toDeskMail([to], composePausedWebhooks({ language: to.language, endpoints, site: await readSite() }));
}

export async function toDeskMail(to: Recipient[], content: MailContent): Promise<PreparedMail> {
  const senderName = mailText(content.language)("deskSender", { company: (await readSite()).name });
  return { to, content, senderName, isAutomatic: true, references: [], tokens: undefined };
}
