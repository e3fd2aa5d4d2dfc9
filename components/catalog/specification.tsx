import { type Locale, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { printJson } from "#lib/domain/catalog/reference/bounds.ts";
import type { GroupView, ApiReference as ReferenceModel } from "#lib/domain/catalog/reference/reference.ts";
import type { SchemeView } from "#lib/domain/catalog/reference/security.ts";
import type { ServiceTexts } from "#lib/domain/catalog/schema.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import { CodeBlock, CopyButton, PathText } from "./code.tsx";
import { MarkedText } from "./found-in.tsx";
import { Markdown } from "./markdown.tsx";
import { OperationSection } from "./operation.tsx";
import { ServiceLinks } from "./operations.tsx";

type Props = {
  spec: JsonObject;
  reference: ReferenceModel | null;
  services: ServiceTexts[];
  words: readonly string[];
  locale: Locale;
  download: { href: string; text: string };
};

const jsonMax = 60_000;

export function Specification({ spec, reference, services, words, locale, download }: Props) {
  const t = useTranslations("catalog");
  if (!Object.keys(spec).length) return <p className="mt-4">{t("noSpec")}</p>;
  const json = reference ? null : printJson(spec, jsonMax);
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
        <a className={buttonClass("secondary")} href={download.href}>
          {download.text}
        </a>
        {reference && <span className="text-sm text-muted">{reference.format}</span>}
      </p>
      {reference && (
        <Reference
          reference={reference}
          services={services}
          words={words}
          lang={findForeignLanguage(reference, locale)}
        />
      )}
      {json && <p className="mt-4 mb-5">{t("asJson")}</p>}
      {json && (
        <CodeBlock
          id="spec"
          title="JSON"
          name="JSON"
          code={json.text}
          isLong
          note={json.isCut ? t("cutJson") : undefined}
        />
      )}
    </>
  );
}

export function findForeignLanguage(reference: ReferenceModel | null, locale: Locale): Locale | undefined {
  return reference?.language && reference.language !== locale ? reference.language : undefined;
}

type ReferenceProps = {
  reference: ReferenceModel;
  services: ServiceTexts[];
  words: readonly string[];
  lang?: Locale;
};

function Reference({ reference, services, words, lang }: ReferenceProps) {
  const t = useTranslations("catalog.spec");
  const { description, servers, schemes, groups, moreOperations } = reference;
  return (
    <>
      {lang && <p className="mt-4 text-sm text-muted">{t("foreign")}</p>}
      <Markdown text={description} lang={lang} className="mt-4 max-w-prose wrap-anywhere" />
      <dl className="mt-5 grid gap-x-10 gap-y-5 sm:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        {servers.length > 0 && (
          <div>
            <dt className="font-semibold">{t("servers")}</dt>
            {servers.map(({ url, description: text }, at) => (
              <dd key={url} className="mt-1">
                <span className="flex items-center gap-x-3">
                  <code id={`server-${at + 1}`} className="min-w-0 font-mono text-sm break-words">
                    <PathText path={url} />
                  </code>
                  <CopyButton targetId={`server-${at + 1}`} name={url} />
                </span>
                <Markdown text={text} lang={lang} className="text-sm text-muted" />
              </dd>
            ))}
          </div>
        )}
        {schemes.length > 0 && (
          <div>
            <dt className="font-semibold">{t("authentication")}</dt>
            {schemes.map((scheme) => (
              <SecurityScheme key={scheme.name} scheme={scheme} lang={lang} />
            ))}
          </div>
        )}
      </dl>
      {groups.map((group) => (
        <GroupSection key={group.id} group={group} service={findService(group, services)} words={words} lang={lang} />
      ))}
      {moreOperations > 0 && <p className="mt-6">{t("moreOperations", { count: moreOperations })}</p>}
    </>
  );
}

function findService({ service }: GroupView, services: ServiceTexts[]): ServiceTexts | undefined {
  return service === null ? undefined : services[service];
}

export function listReferenceSections(
  reference: ReferenceModel | null,
  services: ServiceTexts[],
): { id: string; title: string }[] {
  const parts =
    reference?.groups.map((group) => ({ id: group.id, title: findService(group, services)?.title || group.title })) ??
    [];
  return parts.filter(({ title }) => title);
}

type SchemeProps = { scheme: SchemeView; lang?: Locale };

function SecurityScheme({ scheme: { name, kind, at, description }, lang }: SchemeProps) {
  const t = useTranslations("catalog.spec");
  const place = at && (at.place === "header" || at.place === "query" || at.place === "cookie" ? at.place : "other");
  return (
    <dd className="mt-1 wrap-anywhere">
      {[t(`schemes.${kind}`), at && place && t(`schemeIn.${place}`, { name: at.name })].filter(Boolean).join(" ")}
      <span className="text-sm text-muted">{` · ${name}`}</span>
      <Markdown text={description} lang={lang} className="text-sm text-muted" />
    </dd>
  );
}

type GroupProps = { group: GroupView; service: ServiceTexts | undefined; words: readonly string[]; lang?: Locale };

function GroupSection({ group, service, words, lang }: GroupProps) {
  const t = useTranslations("catalog.spec");
  const title = service?.title || group.title;
  return (
    <section className="mt-9" aria-labelledby={group.id}>
      <h3 id={group.id} className="text-lg wrap-anywhere">
        {title ? <MarkedText text={title} words={words} /> : t("otherOperations")}
      </h3>
      {service?.description ? (
        <Markdown text={service.description} words={words} className="mt-1 text-sm wrap-anywhere" />
      ) : (
        <Markdown text={group.description} lang={lang} className="mt-1 text-sm wrap-anywhere text-muted" />
      )}
      {service && <ServiceLinks service={service} />}
      <div className="mt-3 space-y-2.5">
        {group.operations.map((operation) => (
          <OperationSection key={operation.id} operation={operation} lang={lang} words={words} />
        ))}
      </div>
    </section>
  );
}
