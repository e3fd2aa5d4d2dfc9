import { type Locale, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { printJson } from "#lib/domain/catalog/reference/json.ts";
import type { Reference as ReferenceModel } from "#lib/domain/catalog/reference/model.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { CodeBlock } from "./code-block.tsx";
import type { ServiceTexts } from "./entry-texts.ts";
import { downloadPath } from "./paths.ts";
import { Reference } from "./reference.tsx";

type Props = { entry: ApiCatalogEntry; reference: ReferenceModel | null; services: ServiceTexts[]; locale: Locale };

const jsonMax = 60_000;

/** The specification as a reference to read; what is no OpenAPI document, as it is written. */
export function Specification({ entry, reference, services, locale }: Props) {
  const t = useTranslations("catalog");
  if (!Object.keys(entry.spec).length) return <p className="mt-4">{t("noSpec")}</p>;
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
        <a className={buttonClass("secondary")} href={downloadPath(entry.slug, locale)}>
          {t("download")}
        </a>
        {reference && <span className="text-sm text-muted">{reference.format}</span>}
      </p>
      {reference ? <Reference reference={reference} services={services} /> : <AsJson spec={entry.spec} />}
    </>
  );
}

function AsJson({ spec }: { spec: ApiCatalogEntry["spec"] }) {
  const t = useTranslations("catalog");
  const { text, isCut } = printJson(spec, jsonMax);
  return (
    <>
      <p className="mt-4 mb-5">{t("asJson")}</p>
      <CodeBlock id="spec" title="JSON" code={text} isLong note={isCut ? t("cutJson") : undefined} />
    </>
  );
}
