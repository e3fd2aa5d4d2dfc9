// Mails that are about no single submission.
import "server-only";
import { Locale } from "../../domain/locale.ts";
import {
  composeChanges,
  composeDigest,
  composePausedWebhooks,
  composeSubscription,
} from "../../domain/mail/compose-without-submission.ts";
import type { DigestJob, SubscriberJob, WebhooksJob } from "../../domain/mail/mail.ts";
import { choicesPath, type MailContent } from "../../domain/mail/mail-content.ts";
import { tokenParameter } from "../../domain/submissions/core/first-touch.ts";
import { mailText } from "../../i18n/mail-text.ts";
import { getPathname } from "../../i18n/paths.ts";
import { listReleases } from "../catalog/releases.ts";
import { database } from "../db.ts";
import { getSiteUrl } from "../env.ts";
import { readSite } from "../site.ts";
import { listAutomaticallyPausedEndpoints } from "../webhooks/endpoints.ts";
import { takeDigest } from "./digests.ts";
import type { PreparedMail, Unsent } from "./prepare-mail.ts";
import { listOperatorAddresses, type Recipient, toPersonRecipients } from "./recipients.ts";

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
  return { to, content, senderName, isAutomatic: true };
}

/** Returns an empty object if the subscription has since ended or been confirmed, or if nothing has changed. */
export async function prepareForSubscriber({ mail, subscriber }: SubscriberJob): Promise<PreparedMail | Unsent> {
  const row = await database((db) => db.subscriber.findUnique({ where: { id: subscriber } }), "mail");
  if (!row || (mail === "subscription" && row.confirmedAt)) return {};
  const language = Locale.parse(row.language);
  const toUrl = (href: "/changes/subscription" | "/changes/subscription/send") =>
    `${getSiteUrl()}${getPathname({ href, locale: language })}?${tokenParameter}=${subscriber}`;
  const about = { language, url: toUrl("/changes/subscription"), site: await readSite() };
  const shared = { to: toPersonRecipients(row.email), isAutomatic: true };
  if (mail === "subscription") return { ...shared, content: composeSubscription(about) };
  const listed = await listReleases({ since: row.changesSince, max: null });
  const releases = listed.filter(({ at }) => at > row.changesSince);
  const [newest] = releases;
  if (!newest) return {};
  return {
    ...shared,
    content: composeChanges({ ...about, releases }),
    changesUntil: newest.at,
    unsubscribeUrl: toUrl("/changes/subscription/send"),
    isOneClick: true,
  };
}
