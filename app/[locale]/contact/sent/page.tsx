import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { ContactOptions } from "#components/site/reach.tsx";
import { InquirySent, NothingSent, WhatWasSent } from "#components/submissions/results.tsx";
import { localizeEntry } from "#lib/domain/catalog/schema.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import type { SentSubmission } from "#lib/domain/submissions/intake/receipt.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { formatTimeInWords } from "#lib/i18n/time-in-words.ts";
import { findTopicEntry } from "#lib/server/catalog/get-catalog-api.ts";
import { readSite } from "#lib/server/site.ts";
import { formatReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import type { Receipt } from "#lib/server/submissions/intake/receipts.ts";
import { findResult } from "../../../find-result.ts";
import type { SitePageProps } from "../../../pages.ts";

export async function generateMetadata({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "contact" });
  const { receipt, isErased } = await findResult("contact", await searchParams);
  return createPageMetadata({
    locale,
    href: "/contact/sent",
    title: t(receipt && !isErased ? "sentTitle" : "title"),
    isIndexed: false,
  });
}

export default async function SentPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("contact");
  const tVerdict = await getTranslations("verdict");
  const { receipt, sent, isErased, receiptQuery } = await findResult("contact", await searchParams);
  const contactPath = getPathname({ href: "/contact", locale });
  return (
    <Page site={await readSite()} locale={locale} href="/contact/sent" query={receiptQuery}>
      {receipt && !isErased ? (
        <Inquiry receipt={receipt} locale={locale} contactPath={contactPath} sent={sent} />
      ) : (
        <NothingSent
          title={t("title")}
          text={isErased ? tVerdict("erased") : t("gone")}
          link={{ href: contactPath, label: t("title") }}
        />
      )}
    </Page>
  );
}

type InquiryProps = { receipt: Receipt; locale: Locale; contactPath: string; sent: SentSubmission | null };

async function Inquiry({ receipt, locale, contactPath, sent }: InquiryProps) {
  const t = await getTranslations("reach");
  const { company, contactEmail, timeZone } = await readSite();
  const reference = formatReference(receipt);
  const entry = await findTopicEntry(sent?.kind === "inquiry" ? sent.topic : null).catch(() => null);
  return (
    <InquirySent
      contactPath={contactPath}
      sentAt={receipt.sentAt}
      email={sent?.email}
      reference={reference}
      contactEmail={contactEmail}
      promise={
        sent?.promise
          ? {
              replyTime: formatReplyTime(sent.promise.terms, locale),
              repliedBy: formatTimeInWords(sent.promise.dueAt, locale, timeZone),
            }
          : null
      }
      reach={<ContactOptions company={company[locale]} message={t("helloReference", { reference })} className="mt-6" />}
      topic={entry && localizeEntry(entry, locale).title}
    >
      <WhatWasSent sent={sent} />
    </InquirySent>
  );
}
