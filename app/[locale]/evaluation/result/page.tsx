import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PictogramTile, toLeadSentence } from "#components/catalog/card-head.tsx";
import { CopyButton } from "#components/catalog/code.tsx";
import { PageScripts } from "#components/catalog/page-tools.tsx";
import { entryPath } from "#components/catalog/paths.ts";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { Page } from "#components/site/page.tsx";
import { ContactOptions } from "#components/site/reach.tsx";
import { AnswerArguments, ShareResult, Suggestions } from "#components/submissions/result-parts.tsx";
import { NothingSent, Verdict, WhatWasSent } from "#components/submissions/results.tsx";

import { type ApiCatalogEntry, localizeEntry } from "#lib/domain/catalog/schema.ts";

import { listPossibleChanges } from "#lib/domain/submissions/core/arguments.ts";
import { receiptParameter, tokenParameter, zoneParameter } from "#lib/domain/submissions/core/first-touch.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import type { SentSubmission } from "#lib/domain/submissions/intake/receipt.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { findBooker } from "#lib/server/bookings/book-time.ts";
import { listRelatedApis } from "#lib/server/catalog/list-catalog-apis.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { findWorkingTime, getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { toShownVerdict } from "#lib/server/submissions/core/verdict.ts";
import type { Receipt } from "#lib/server/submissions/intake/receipts.ts";
import { writeSharedToken } from "#lib/server/submissions/intake/shared-results.ts";
import { findResult } from "../../../find-result.ts";
import type { PageQuery, SitePageProps } from "../../../pages.ts";
import { parseTimeZone, pickParameter, renderBooking } from "../../../show-booking.tsx";

export async function generateMetadata({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "verdict" });
  const { receipt, isErased } = await findResult("evaluation", await searchParams);
  // The page's title contains the verdict, because screen readers read it first.
  const title = receipt?.route && !isErased ? t(receipt.route) : t("title");
  return createPageMetadata({ locale, href: "/evaluation/result", title, isIndexed: false });
}

export default async function ResultPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("verdict");
  const query = await searchParams;
  const { receipt, sent, isErased, receiptQuery } = await findResult("evaluation", query);
  const evaluationPath = getPathname({ href: "/evaluation", locale });
  const zone = parseTimeZone(query);
  const inOtherLanguage = new URLSearchParams(receiptQuery);
  if (zone) inOtherLanguage.set(zoneParameter, zone);
  return (
    <Page
      site={await readSite()}
      locale={locale}
      href="/evaluation/result"
      query={inOtherLanguage.size ? `?${inOtherLanguage}` : ""}
    >
      {receipt?.route && !isErased ? (
        <>
          <ResultContent
            receipt={receipt}
            locale={locale}
            evaluationPath={evaluationPath}
            route={receipt.route}
            sent={sent}
            query={query}
          />
          <ForAssistants
            locale={locale}
            siteUrl={getSiteSettings().url}
            className="mt-16 max-w-2xl max-lg:mx-auto print:hidden"
          />
        </>
      ) : (
        <NothingSent
          title={t("title")}
          text={t(isErased ? "erased" : "gone")}
          link={{ href: evaluationPath, label: t("start") }}
        />
      )}
    </Page>
  );
}

type ResultProps = {
  receipt: Receipt;
  route: LeadRoute;
  locale: Locale;
  evaluationPath: string;
  sent: SentSubmission | null;
  query: PageQuery;
};

async function ResultContent({ receipt, route, locale, evaluationPath, sent, query }: ResultProps) {
  const t = await getTranslations("reach");
  const { company, contactEmail } = await readSite();
  const reference = formatReference(receipt);
  const entries =
    route === "redirect" && sent?.kind === "evaluation" ? await listRelatedApis(sent.projectDescription) : [];
  const answers = sent?.answers ?? [];
  const verdict = toShownVerdict({ ...receipt, route }, sent, locale);
  return (
    <Verdict
      route={route}
      evaluationPath={evaluationPath}
      sentAt={receipt.sentAt}
      email={sent?.email}
      {...verdict}
      {...(await renderBooking({
        booker: sent && (await findBooker(receipt)),
        reference,
        secret: pickParameter(query, receiptParameter),
        locale,
        query,
        href: "/evaluation/result",
        bookingUrl: verdict.bookingUrl,
      }))}
      reference={reference}
      contactEmail={contactEmail}
      reach={<ContactOptions company={company[locale]} message={t("helloReference", { reference })} className="mt-6" />}
      workingTime={findWorkingTime(locale)}
    >
      {answers.length > 0 && <AnswerArguments answers={answers} />}
      {route === "redirect" && (
        <Suggestions
          changes={listPossibleChanges(answers, locale)}
          entries={entries.map(toSuggestedEntry(locale))}
          replyTime={getReplyTime(locale)}
          locale={locale}
        />
      )}
      {sent && (await renderSharing({ receipt, sent, locale, query }))}
      <WhatWasSent sent={sent} />
    </Verdict>
  );
}

type SharingProps = Pick<ResultProps, "receipt" | "locale" | "query"> & { sent: SentSubmission };

async function renderSharing({ receipt, sent: { sharedAt }, locale, query }: SharingProps) {
  const t = await getTranslations();
  const reference = formatReference(receipt);
  const createSharedLink = (at: Date) => {
    const token = writeSharedToken({ ...receipt, sharedAt: at });
    const page = getSiteSettings().url + getPathname({ href: "/evaluation/shared", locale });
    return { url: `${page}?${new URLSearchParams({ [tokenParameter]: token })}`, sharedAt: at };
  };
  return (
    <ShareResult
      link={sharedAt && createSharedLink(sharedAt)}
      copyButton={
        <>
          <CopyButton targetId="shared-link" name={t("share.link")} />
          <PageScripts texts={{ copied: t("catalog.copied"), failed: t("catalog.copyFailed") }} />
        </>
      }
      hasFailed={query.sharing === "failed"}
      sentAt={receipt.sentAt}
      sendPath={getPathname({ href: "/evaluation/share/send", locale })}
      hidden={{ ...pickParameter(query, receiptParameter), ...pickParameter(query, zoneParameter), reference }}
    />
  );
}

const toSuggestedEntry = (locale: Locale) => (entry: ApiCatalogEntry) => {
  const { title, description } = localizeEntry(entry, locale);
  const tile = <PictogramTile entry={entry} className="w-14 shrink-0 -rotate-6 self-start" />;
  return { path: entryPath(entry.slug, locale), title, lead: toLeadSentence(description), tile };
};
