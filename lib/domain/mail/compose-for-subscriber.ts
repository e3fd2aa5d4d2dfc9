import { mailText } from "../../i18n/mail-text.ts";
import { getPathname, type Href } from "../../i18n/paths.ts";
import { changesText } from "../../i18n/texts.ts";
import { formatLongDate } from "../../i18n/time-in-words.ts";
import { describeRelease } from "../catalog/changes/describe.ts";
import type { Release } from "../catalog/changes/release.ts";
import { confirmationDays } from "../catalog/changes/subscription.ts";
import { levels } from "../catalog/compare/model.ts";
import type { Locale } from "../locale.ts";
import { describeSender } from "./compose-for-person.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

/** `url` opens the page that confirms or ends the subscription. */
type ToSubscriber = { language: Locale; url: string; site: MailSite };

/** Contains no text that a stranger could have written. */
export function composeSubscription({ language, url, site }: ToSubscriber): MailContent {
  const t = mailText(language);
  const text = t("subscription.text", { company: site.name });
  return {
    language,
    company: site.name,
    subject: t("subscription.subject"),
    preview: text,
    blocks: [
      { type: "heading", text: t("subscription.title") },
      { type: "paragraph", text },
      { type: "action", label: t("subscription.open"), url, isPrimary: true },
      { type: "note", text: t("subscription.unknown", { days: confirmationDays }) },
    ],
    footer: [t("privacy", { url: toUrl(site, "/privacy", language) }), describeSender(site)],
  };
}

const toUrl = ({ url }: MailSite, href: Href, locale: Locale) => url + getPathname({ href, locale });

/** Maximum changes listed for each release, because its page has them all. */
const listedMax = 10;

/** Releases that break clients come first. */
export function composeChanges({ language, url, releases, site }: ToSubscriber & { releases: Release[] }): MailContent {
  const t = mailText(language);
  const order = [...levels, "none"];
  const rank = ({ comparison }: Release) => order.indexOf(comparison.level);
  const sorted = releases.toSorted((one, other) => rank(one) - rank(other));
  const breaking = releases.flatMap(({ comparison }) => comparison.changes).filter(({ level }) => level === "breaking");
  return {
    language,
    company: site.name,
    subject: t("changes.subject", { breaking: breaking.length }),
    preview: sorted.map((release) => describeRelease(release, language).title).join(", "),
    blocks: [
      { type: "heading", text: t("changes.title") },
      { type: "list", items: sorted.map((release) => toReleaseItem(release, language, site)) },
      { type: "action", label: t("changes.all"), url: toUrl(site, "/changes", language), isPrimary: true },
    ],
    footer: [
      t("changes.footer", { company: site.name, url }),
      t("privacy", { url: toUrl(site, "/privacy", language) }),
      describeSender(site),
    ],
  };
}

function toReleaseItem(release: Release, language: Locale, site: MailSite) {
  const { slug, number, at, comparison } = release;
  const { title, summary, sentences } = describeRelease(release, language);
  const page = toUrl(site, { pathname: "/catalog/[slug]/changes", params: { slug } }, language);
  const more = sentences.length - listedMax;
  return {
    label: comparison.level === "breaking" ? mailText(language)("changes.breaking", { title }) : title,
    url: `${page}#version-${number}`,
    details: [
      `${formatLongDate(at, language, site.timeZone)}: ${summary}`,
      ...sentences.slice(0, listedMax),
      ...(more > 0 ? [changesText(language)("more", { count: more })] : []),
    ],
  };
}
