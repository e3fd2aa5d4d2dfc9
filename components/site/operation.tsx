import { type Locale, useTranslations } from "next-intl";
import { OperationContent } from "#components/catalog/operation.tsx";
import { Method } from "#components/catalog/operations.tsx";
import { PageTools } from "#components/catalog/page-tools.tsx";
import { PathText } from "#components/catalog/path-text.tsx";
import { findForeignLanguage } from "#components/catalog/specification.tsx";
import { toOperationSlug } from "#lib/contract/operations.ts";
import { toReference } from "#lib/domain/catalog/reference/reference.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import { getPathname, type Href } from "#lib/i18n/paths.ts";

type Props = { document: JsonObject; operationId: string; locale: Locale };

export function toOperationHref(operationId: string): Href {
  return { pathname: "/developers/[slug]", params: { slug: toOperationSlug(operationId) } };
}

export function Operation({ document, operationId, locale }: Props) {
  const t = useTranslations("developers");
  const tCatalog = useTranslations("catalog");
  const reference = toReference(document, []);
  const lang = findForeignLanguage(reference, locale);
  const found = reference?.groups.flatMap(({ operations }) => operations);
  const operation = found?.find((each) => each.operationId === operationId);
  if (!operation) throw new Error(`the document lacks ${operationId}`);
  return (
    <>
      <p className="text-sm">
        <a className="link" href={getPathname({ href: "/developers", locale })}>
          {t("title")}
        </a>
      </p>
      <h1 className="mt-3 text-2xl" lang={lang}>
        {operation.summary}
      </h1>
      <p className="mt-3 mb-8 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Method method={operation.method} />
        <code className="min-w-0 font-mono font-semibold break-words">
          <PathText path={operation.path} />
        </code>
      </p>
      {lang && <p className="mb-6 text-sm text-muted">{tCatalog("spec.foreign")}</p>}
      <OperationContent operation={operation} lang={lang} />
      <PageTools texts={{ copied: tCatalog("copied"), failed: tCatalog("copyFailed") }} />
    </>
  );
}
