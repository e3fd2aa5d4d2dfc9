import { notFound } from "next/navigation";
import type { Locale } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { SharedResult } from "#components/submissions/share.tsx";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";
import { findSharedResult } from "#lib/server/submissions/intake/shared-results.ts";
import { createMetadata } from "../../../create-metadata.ts";

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<Query> };

export const generateMetadata = createMetadata("/evaluation/shared", "shared.title");

export default async function SharedResultPage({ params, searchParams }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const token = (await searchParams)[tokenParameter];
  const result = await findSharedResult(token, { now: new Date() });
  // lib/http/front then sends the `unusable` page, which is the same for every unusable link.
  if (!result || typeof token !== "string") notFound();
  const query = `?${new URLSearchParams({ [tokenParameter]: token })}`;
  return (
    <Page site={site()} locale={locale} href="/evaluation/shared" query={query}>
      <SharedResult
        {...result}
        token={token}
        name={site().name}
        paths={{
          evaluation: getPathname({ href: "/evaluation", locale }),
          end: getPathname({ href: "/evaluation/shared/send", locale }),
        }}
      />
    </Page>
  );
}
