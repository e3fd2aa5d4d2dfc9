import { mailText } from "../../i18n/mail-text.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import type { Locale } from "../locale.ts";
import { toOneLine, toShownName } from "../plain-text.ts";
import { toClock } from "../submissions/core/clock.ts";
import type { Status } from "../submissions/core/status.ts";
import { submissionPath } from "../submissions/core/submission-ref.ts";
import { formatSubmission, type MailedSubmission, toDeskFrame, toWholeName } from "./compose-for-operators.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

export type DigestItem = Pick<
  MailedSubmission,
  "kind" | "id" | "createdAt" | "route" | "name" | "company" | "replyDueAt" | "replyWarningAt"
> & {
  status: Status;
  repliedAt: Date | null;
  owner: { id: string; name: string } | null;
};

export type Digest = {
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
    const owner = toWholeName(item.owner?.name ?? "");
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
  const due = (item: DigestItem) => findDueAt(item, now)?.getTime() ?? Number.POSITIVE_INFINITY;
  return items.toSorted((one, other) => {
    const [first, second] = [due(one), due(other)];
    return first === second ? other.createdAt.getTime() - one.createdAt.getTime() : first - second;
  });
}
