import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { SharedVerdict } from "#components/submissions/result-parts.tsx";
import { NothingSent } from "#components/submissions/results.tsx";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { sharedLinkDays } from "#lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { readSite } from "#lib/server/site.ts";
import { findSharedResult } from "#lib/server/submissions/intake/shared-results.ts";
import { createMetadata, type SitePageProps } from "../../../pages.ts";
import { pickParameter } from "../../../show-booking.tsx";

const href = "/evaluation/shared";

export const generateMetadata = createMetadata(href, "shared.title");

export default async function SharedResultPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("shared");
  const secret = pickParameter(await searchParams, tokenParameter);
  const result = await findSharedResult(secret[tokenParameter], { now: new Date() });
  const evaluation = { href: getPathname({ href: "/evaluation", locale }), label: t("evaluate") };
  return (
    <Page site={await readSite()} locale={locale} href={href} query={result ? `?${new URLSearchParams(secret)}` : ""}>
      {result ? (
        <SharedVerdict {...result} name={(await readSite()).name} evaluation={evaluation} />
      ) : (
        <NothingSent
          title={t("unusable.title")}
          text={t("unusable.text", { days: sharedLinkDays })}
          link={evaluation}
        />
      )}
    </Page>
  );
}
