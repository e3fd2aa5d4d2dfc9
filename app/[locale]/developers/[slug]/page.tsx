import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OperationReference, toOperationHref } from "#components/site/developers.tsx";
import { Page } from "#components/site/page.tsx";
import { buildOpenApi } from "#lib/contract/openapi.ts";
import { operations, toOperationSlug } from "#lib/contract/operations.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { readSite } from "#lib/server/site.ts";
import type { SitePageProps } from "../../../pages.ts";

type Props = SitePageProps<{ slug: string }>;

async function readParams({ params }: Props) {
  const { locale, slug } = await params;
  const operation = Object.values(operations).find(({ operationId }) => toOperationSlug(operationId) === slug);
  return { locale, operation: operation ?? notFound() };
}

export async function generateMetadata(props: Props) {
  const { locale, operation } = await readParams(props);
  const { method, path } = operation;
  const t = await getTranslations({ locale, namespace: "developers" });
  const description = t("operationDescription", { method, path });
  return createPageMetadata({
    locale,
    href: toOperationHref(operation.operationId),
    title: `${method} ${path}`,
    description,
  });
}

export default async function OperationPage(props: Props) {
  const { locale, operation } = await readParams(props);
  const { name, url, contactEmail } = await readSite();
  const document = buildOpenApi({ siteUrl: url, siteName: name, contactEmail });
  return (
    <Page site={await readSite()} locale={locale} href={toOperationHref(operation.operationId)}>
      <OperationReference document={document} operationId={operation.operationId} locale={locale} />
    </Page>
  );
}
