import { type Locale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton, PathText } from "#components/catalog/code.tsx";
import { OperationContent } from "#components/catalog/operation.tsx";
import { Method } from "#components/catalog/operations.tsx";
import { PageNav } from "#components/catalog/page-nav.tsx";
import { PageScripts } from "#components/catalog/page-tools.tsx";
import { findForeignLanguage } from "#components/catalog/specification.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Section } from "#components/ui/section.tsx";
import { clientPath, contractPath, mcpPath } from "#lib/contract/addresses.ts";
import { guideErrors, guideSections } from "#lib/contract/guide.ts";
import { operations, toOperationSlug } from "#lib/contract/operations.ts";
import { toApiReference } from "#lib/domain/catalog/reference/reference.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import { getHandOffExamples } from "#lib/domain/submissions/intake/samples.ts";
import { getPathname, type Href } from "#lib/i18n/paths.ts";
import { createArticleTags, inlineCode, inlineCodes } from "./article.tsx";

type Props = { siteUrl: string; contactEmail: string; locale: Locale };

export function DeveloperGuide({ siteUrl, contactEmail, locale }: Props) {
  const t = useTranslations("developers");
  const tCatalog = useTranslations("catalog");
  const values = {
    ...createArticleTags(contactEmail),
    code: inlineCode,
    codes: inlineCodes,
    ...getHandOffExamples(siteUrl, locale),
    client: siteUrl + clientPath,
    file,
  };
  const addresses = [
    { name: "api", url: `${siteUrl}/api` },
    { name: "contract", url: siteUrl + contractPath },
    { name: "mcp", url: siteUrl + mcpPath },
  ] as const;
  const sections = [
    ...guideSections.map((id) => ({ id, title: t(`sections.${id}.title`) })),
    { id: "reference", title: t("reference") },
  ];
  return (
    <>
      <header className="max-w-3xl">
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="mt-5 text-lg">{t("lead")}</p>
        <dl className="mt-6 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
          {addresses.map(({ name, url }) => (
            <div key={name} className="mb-2 sm:contents">
              <dt className="py-1 font-semibold">{t(name)}</dt>
              <dd className="flex items-center gap-x-3 py-1">
                <code id={`address-${name}`} className="min-w-0 font-mono text-sm wrap-anywhere">
                  {url}
                </code>
                <CopyButton targetId={`address-${name}`} name={t(name)} />
              </dd>
            </div>
          ))}
        </dl>
      </header>
      <div className="mt-10 gap-x-12 border-t border-line pt-8 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="max-lg:mb-10">
          <PageNav sections={sections} />
        </div>
        <div className="min-w-0 space-y-14">
          {guideSections.map((id) => (
            <Section key={id} id={id} title={t(`sections.${id}.title`)}>
              <div className="mt-5 max-w-prose space-y-3">{t.rich(`sections.${id}.text`, values)}</div>
              {id === "errors" && <ErrorList />}
            </Section>
          ))}
          <Section id="reference" title={t("reference")}>
            <p className="mt-4">
              <a className={buttonClass("secondary")} href={contractPath}>
                {t("download")}
              </a>
            </p>
            <OperationList locale={locale} />
          </Section>
        </div>
      </div>
      <PageScripts texts={{ copied: tCatalog("copied"), failed: tCatalog("copyFailed") }} />
    </>
  );
}

const file = (url: ReactNode) => (
  <a className="link font-mono text-sm wrap-anywhere" href={clientPath}>
    {url}
  </a>
);

function OperationList({ locale }: { locale: Locale }) {
  return (
    <ul className="mt-5 divide-y divide-line rounded-md border border-line bg-surface">
      {Object.values(operations).map(({ operationId, method, path, summary }) => (
        <li key={operationId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3">
          <Method method={method} />
          <a
            className="link font-mono text-sm wrap-anywhere"
            href={getPathname({ href: toOperationHref(operationId), locale })}
          >
            {path}
          </a>
          <span className="text-muted" lang={locale === "en" ? undefined : "en"}>
            {summary}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ErrorList() {
  const t = useTranslations("developers.sections.errors.meanings");
  return (
    <dl className="mt-6 max-w-3xl">
      {guideErrors.map(({ name, status, code: stableCode }) => (
        <div key={name} className="gap-x-6 border-t border-line py-3 sm:grid sm:grid-cols-[15rem_minmax(0,1fr)]">
          <dt className="font-semibold tabular-nums">
            {status} {stableCode && inlineCode(stableCode)}
          </dt>
          <dd>{t.rich(name, { code: inlineCode })}</dd>
        </div>
      ))}
    </dl>
  );
}

export function toOperationHref(operationId: string): Href {
  return { pathname: "/developers/[slug]", params: { slug: toOperationSlug(operationId) } };
}

type OperationProps = { document: JsonObject; operationId: string; locale: Locale };

export function OperationReference({ document, operationId, locale }: OperationProps) {
  const t = useTranslations("developers");
  const tCatalog = useTranslations("catalog");
  const reference = toApiReference(document, []);
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
      <PageScripts texts={{ copied: tCatalog("copied"), failed: tCatalog("copyFailed") }} />
    </>
  );
}
