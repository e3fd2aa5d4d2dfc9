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

/** Returns an empty object if the subscription has since ended or been confirmed, or if nothing has changed. */
export async function prepareForSubscriber({ mail, subscriber }: SubscriberJob): Promise<PreparedMail | Unsent> {
  const row = await database((db) => db.subscriber.findUnique({ where: { id: subscriber } }), "mail");
  if (!row || (mail === "subscription" && row.confirmedAt)) return {};
  const language = Locale.parse(row.language);
  const toUrl = (href: "/changes/subscription" | "/changes/subscription/send") =>
    `${getSiteUrl()}${getPathname({ href, locale: language })}?${tokenParameter}=${subscriber}`;
  const about = { language, url: toUrl("/changes/subscription"), site: await readSite() };
  const shared = { to: toPerson(row.email), isAutomatic: true, references: [], tokens: undefined };
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
