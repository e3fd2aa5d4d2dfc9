import { notFound } from "next/navigation";
import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Operation } from "#components/site/operation.tsx";
import { Page } from "#components/site/page.tsx";
import { buildOpenApi } from "#lib/contract/openapi.ts";
import { operations, toOperationSlug } from "#lib/contract/operations.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import type { Href } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale; slug: string }> };

const toHref = (slug: string): Href => ({ pathname: "/developers/[slug]", params: { slug } });

async function readParams({ params }: Props) {
  const { locale, slug } = await params;
  const operation = Object.values(operations).find(({ operationId }) => toOperationSlug(operationId) === slug);
  return { locale, slug, operation: operation ?? notFound() };
}

export async function generateMetadata(props: Props) {
  const { locale, slug, operation } = await readParams(props);
  const { method, path } = operation;
  const t = await getTranslations({ locale, namespace: "developers" });
  const description = t("operationDescription", { method, path });
  return pageMetadata({ locale, href: toHref(slug), title: `${method} ${path}`, description });
}

export default async function OperationPage(props: Props) {
  const { locale, slug, operation } = await readParams(props);
  setRequestLocale(locale);
  const { name, url, contactEmail } = site();
  const document = buildOpenApi({ siteUrl: url, siteName: name, contactEmail });
  return (
    <Page site={site()} locale={locale} href={toHref(slug)}>
      <Operation document={document} operationId={operation.operationId} locale={locale} />
    </Page>
  );
}
