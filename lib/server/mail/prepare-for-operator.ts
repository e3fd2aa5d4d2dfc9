import "server-only";
import { composeDigest } from "../../domain/mail/compose-digest.ts";
import { composeOverview } from "../../domain/mail/compose-overview.ts";
import { composePausedWebhooks } from "../../domain/mail/compose-paused-webhooks.ts";
import type { DigestJob, OverviewJob, WebhooksJob } from "../../domain/mail/mail.ts";
import { choicesPath, type MailContent } from "../../domain/mail/mail-content.ts";
import { getEndedWeek, toWeek } from "../../domain/submissions/overview/overview-range.ts";
import { mailText } from "../../i18n/mail-text.ts";
import { env, siteUrl } from "../env.ts";
import { readSite } from "../site.ts";
import { countReplies } from "../submissions/overview/count-replies.ts";
import { readOverview } from "../submissions/overview/get-overview.ts";
import { listPausedEndpoints } from "../webhooks/endpoints.ts";
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
  return { ...(await toDeskMail([to], content)), unsubscribeUrl: siteUrl() + choicesPath };
}

/** Returns an empty object once a later week has ended, so that nobody gets several overviews after an outage. */
export async function prepareOverview({ operator, monday }: OverviewJob, now: Date): Promise<PreparedMail | Unsent> {
  const week = getEndedWeek(now, env().TIME_ZONE);
  const [to] = (await listOperatorAddresses()).filter((recipient) => recipient.operator === operator);
  if (!to || week.from !== monday) return {};
  const before = toWeek(monday, -1);
  const content = composeOverview({
    language: to.language,
    week: { ...week, overview: await readOverview(week, now, "mail") },
    before: { ...before, overview: await readOverview(before, now, "mail") },
    lateCount: (await countReplies({ now }, "mail")).late,
    site: await readSite(),
  });
  return { ...(await toDeskMail([to], content)), unsubscribeUrl: siteUrl() + choicesPath };
}

/** Returns an empty object if somebody has switched them on again. */
export async function preparePausedWebhooks({ operator }: WebhooksJob): Promise<PreparedMail | Unsent> {
  const [to] = (await listOperatorAddresses()).filter((recipient) => recipient.operator === operator);
  const endpoints = await listPausedEndpoints();
  if (!to || !endpoints.length) return {};
  return toDeskMail([to], composePausedWebhooks({ language: to.language, endpoints, site: await readSite() }));
}

export async function toDeskMail(to: Recipient[], content: MailContent): Promise<PreparedMail> {
  const senderName = mailText(content.language)("deskSender", { company: (await readSite()).name });
  return { to, content, senderName, isAutomatic: true, references: [], tokens: undefined };
}
