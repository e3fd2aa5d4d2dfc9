// Mails that are about no single submission.
import { mailText } from "../../i18n/mail-text.ts";
import { getPathname, type Href } from "../../i18n/paths.ts";
import { formatLongDate, formatTimeInWords } from "../../i18n/time-in-words.ts";
import { describeRelease } from "../catalog/changes/describe.ts";
import { confirmationDays, type Release } from "../catalog/changes/release.ts";
import { levels } from "../catalog/compare/model.ts";
import { pickTitle } from "../catalog/editor/content.ts";
import type { Locale } from "../locale.ts";
import { toOneLine, toShownName } from "../plain-text.ts";
import { toClock } from "../submissions/core/clock.ts";
import type { Status } from "../submissions/core/status.ts";
import { submissionPath } from "../submissions/core/submission-ref.ts";
import { webhooksPath } from "../webhooks/endpoint.ts";
import { formatSubmission, type MailedSubmission, toDeskFrame, toUntruncatedName } from "./compose-for-operators.ts";
import { describeSender } from "./compose-for-person.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

export type DigestItem = Pick<
  MailedSubmission,
  "kind" | "id" | "createdAt" | "route" | "name" | "company" | "replyDueAt" | "replyWarningAt"
> & {
  status: Status;
  repliedAt: Date | null;
  owner: { id: string; name: string } | null;
};

type Digest = {
  language: Locale;
  operatorId: string;
  items: DigestItem[];
  now: Date;
  site: MailSite;
};

/** Maximum number of listed submissions, because a mail with thousands of links would be rejected as spam. */
const listedItemsMax = 50;

/**
 * Composes a digest, which replaces individual notices. Like a notice, it contains no email address or phone number.
 */
export function composeDigest({ language, operatorId, items, now, site }: Digest): MailContent {
  const t = mailText(language);
  const toWords = (at: Date) => formatTimeInWords(at, language, site.timeZone);
  const listed = sortByUrgency(items, now).slice(0, listedItemsMax);
  const label = ({ route, name, company, ...ref }: DigestItem) =>
    [formatSubmission(t, ref), route ? t(`routes.${route}`) : "", toShownName(company ?? name, 60)]
      .filter((part) => part !== "")
      .join(", ");
  const details = (item: DigestItem) => {
    const dueAt = findDueAt(item, now);
    const owner = toUntruncatedName(item.owner?.name ?? "");
    return [
      t("digest.received", { time: toWords(item.createdAt) }),
      ...(dueAt ? [t("digest.due", { time: toWords(dueAt) })] : []),
      ...(item.owner?.id === operatorId
        ? [t("digest.yours")]
        : owner === ""
          ? []
          : [t("digest.owner", { name: owner })]),
    ];
  };
  const [first] = listed;
  const areAllTheirs = items.every(({ owner }) => owner?.id === operatorId);
  return {
    ...toDeskFrame(language, site),
    subject: t(areAllTheirs ? "digest.subjectOfOwn" : "digest.subject", { count: items.length }),
    preview: first ? toOneLine(label(first)) : "",
    blocks: [
      { type: "heading", text: t(areAllTheirs ? "digest.titleOfOwn" : "digest.title") },
      {
        type: "list",
        items: listed.map((item) => ({
          label: label(item),
          url: site.url + submissionPath(item),
          details: details(item),
        })),
      },
      ...(items.length > listed.length
        ? [{ type: "paragraph", text: t("digest.more", { count: items.length - listed.length }) } as const]
        : []),
      { type: "action", label: t("digest.open"), url: `${site.url}/admin/inbox`, isPrimary: true },
    ],
  };
}

function findDueAt(item: DigestItem, now: Date): Date | null {
  return item.repliedAt ? null : toClock(item, now).dueAt;
}

function sortByUrgency(items: DigestItem[], now: Date): DigestItem[] {
  const getDueTime = (item: DigestItem) => findDueAt(item, now)?.getTime() ?? Number.POSITIVE_INFINITY;
  return items.toSorted((one, other) => {
    const [first, second] = [getDueTime(one), getDueTime(other)];
    return first === second ? other.createdAt.getTime() - one.createdAt.getTime() : first - second;
  });
}

type PausedWebhooks = {
  language: Locale;
  endpoints: { id: string; name: string; reason: "gone" | "failing" }[];
  site: MailSite;
};

export function composePausedWebhooks({ language, endpoints, site }: PausedWebhooks): MailContent {
  const t = mailText(language);
  return {
    language,
    company: site.name,
    footer: [t("webhooks.footer", { company: site.name })],
    subject: t("webhooks.pausedSubject", { count: endpoints.length }),
    preview: endpoints.map(({ name }) => toShownName(name)).join(", "),
    blocks: [
      { type: "heading", text: t("webhooks.pausedTitle") },
      {
        type: "list",
        items: endpoints.map(({ id, name, reason }) => ({
          label: toShownName(name, 80),
          url: `${site.url}${webhooksPath}/${id}`,
          details: [t(`webhooks.${reason}`)],
        })),
      },
      { type: "paragraph", text: t("webhooks.pausedText") },
      { type: "action", label: t("webhooks.open"), url: site.url + webhooksPath, isPrimary: true },
    ],
  };
}

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
    preview: sorted.map((release) => pickTitle(release, language)).join(", "),
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
  const { title, summary, sentences } = describeRelease(release, language, listedMax);
  const page = toUrl(site, { pathname: "/catalog/[slug]/changes", params: { slug } }, language);
  return {
    label: comparison.level === "breaking" ? mailText(language)("changes.breaking", { title }) : title,
    url: `${page}#version-${number}`,
    details: [`${formatLongDate(at, language, site.timeZone)}: ${summary}`, ...sentences],
  };
}
