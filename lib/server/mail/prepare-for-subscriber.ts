import "server-only";
import { Locale } from "../../domain/locale.ts";
import { composeChanges, composeSubscription } from "../../domain/mail/compose-for-subscriber.ts";
import type { SubscriberJob } from "../../domain/mail/mail.ts";
import { tokenParameter } from "../../domain/submissions/core/first-touch.ts";
import { getPathname } from "../../i18n/paths.ts";
import { listReleases } from "../catalog/releases.ts";
import { database } from "../db.ts";
import { getSiteUrl } from "../env.ts";
import { readSite } from "../site.ts";
import type { PreparedMail, Unsent } from "./prepare-mail.ts";
import { toPerson } from "./recipients.ts";

/** A release is timestamped before its transaction commits. Newer releases wait for the next mail. */
const settledMilliseconds = 60_000;

/** Returns an empty object if the subscription has ended or is confirmed by now, or if nothing has changed. */
export async function prepareForSubscriber(
  { mail, subscriber }: SubscriberJob,
  now: Date,
): Promise<PreparedMail | Unsent> {
  const row = await database((db) => db.subscriber.findUnique({ where: { id: subscriber } }), "mail");
  if (!row || (mail === "subscription" && row.confirmedAt)) return {};
  const language = Locale.parse(row.language);
  const toUrl = (href: "/changes/subscription" | "/changes/subscription/send") =>
    `${getSiteUrl()}${getPathname({ href, locale: language })}?${tokenParameter}=${subscriber}`;
  const about = { language, url: toUrl("/changes/subscription"), site: await readSite() };
  const shared = { to: toPerson(row.email), isAutomatic: true, references: [], tokens: undefined };
  if (mail === "subscription") return { ...shared, content: composeSubscription(about) };
  const changesUntil = new Date(now.getTime() - settledMilliseconds);
  const releases = (await listReleases({ since: row.changesSince, max: null })).filter(({ at }) => at < changesUntil);
  if (!releases.length) return {};
  return {
    ...shared,
    content: composeChanges({ ...about, releases }),
    changesUntil,
    unsubscribeUrl: toUrl("/changes/subscription/send"),
    isOneClick: true,
  };
}
