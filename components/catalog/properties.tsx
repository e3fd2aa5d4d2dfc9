import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import type { PropertyView, SchemaView } from "#lib/domain/catalog/reference/schema.ts";
import { Markdown } from "./markdown.tsx";

type Row = PropertyView & { in?: string };

type Setting = {
  /** Received bodies mark optional properties, sent ones required properties. */
  isReceived?: boolean;
  lang?: string;
};

const outermost = "properties mt-2";

export function Properties({ rows, more, ...setting }: { rows: readonly Row[]; more: number } & Setting) {
  const t = useTranslations("catalog.spec");
  if (!rows.length && !more) return null;
  return (
    <ul className={outermost}>
      <PropertyRows rows={rows} {...setting} />
      {more > 0 && <li>{t("more", { count: more })}</li>}
    </ul>
  );
}

export function SchemaProperties({ schema, ...setting }: { schema: SchemaView } & Setting) {
  return (
    <div>
      <SchemaNotes
        schema={schema}
        lang={setting.lang}
        hasType={schema.type !== "object" || !schema.properties.length}
      />
      <Properties rows={schema.properties} more={schema.moreProperties} {...setting} />
      <SchemaVariants schema={schema} className={outermost} {...setting} />
    </div>
  );
}

function PropertyRows({ rows, ...setting }: { rows: readonly Row[] } & Setting) {
  const t = useTranslations("catalog.spec");
  return rows.map((row) => (
    <li key={`${row.in} ${row.name}`}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <b>{row.name}</b>
        <code className="text-muted">{row.type}</code>
        {row.in && <i>{t(`in.${toKnownPlace(row.in)}`, { place: row.in })}</i>}
        {setting.isReceived ? !row.isRequired && <i>{t("optional")}</i> : isDemanded(row) && <em>{t("required")}</em>}
      </div>
      <NestedProperties schema={row} {...setting} />
    </li>
  ));
}

/** OpenAPI requires a read-only property in responses only. */
function isDemanded({ isRequired, facts }: Row): boolean {
  return isRequired && facts.every(({ kind }) => kind !== "readOnly");
}

function NestedProperties({ schema, ...setting }: { schema: SchemaView } & Setting) {
  const t = useTranslations("catalog.spec");
  return (
    <>
      <SchemaNotes schema={schema} lang={setting.lang} />
      {schema.properties.length > 0 && (
        <ul>
          <PropertyRows rows={schema.properties} {...setting} />
          {schema.moreProperties > 0 && <li>{t("more", { count: schema.moreProperties })}</li>}
        </ul>
      )}
      <SchemaVariants schema={schema} {...setting} />
    </>
  );
}

function SchemaVariants({ schema, className, ...setting }: { schema: SchemaView; className?: string } & Setting) {
  const t = useTranslations("catalog.spec");
  if (!schema.variants.length) return null;
  return (
    <>
      <p className="mt-3 text-sm font-semibold">{t("variants")}</p>
      <ul className={className}>
        {schema.variants.map((variant, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: variants may be unnamed and never move
          <li key={at}>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <b>{variant.name || t("variant", { number: at + 1 })}</b>
              <code className="text-muted">{variant.type}</code>
            </div>
            <NestedProperties schema={variant} {...setting} />
          </li>
        ))}
      </ul>
    </>
  );
}

function toKnownPlace(place: string) {
  return place === "path" || place === "query" || place === "header" || place === "cookie" ? place : "other";
}

type Props = { schema: SchemaView; lang?: string; hasType?: boolean };

function SchemaNotes({ schema, lang, hasType = false }: Props) {
  const t = useTranslations("catalog.spec");
  const code = (value: ReactNode) => <code className="text-ink">{value}</code>;
  const notes: ReactNode[] = [
    ...(hasType ? [schema.type] : []),
    ...schema.facts.map(({ kind, value }) => t.rich(`facts.${kind}`, { value, count: Number(value) || 0, code })),
    ...(schema.stop ? [t(schema.stop)] : []),
  ];
  return (
    <>
      {notes.length > 0 && <p className="text-sm text-muted">{joinNodes(notes, " · ")}</p>}
      {schema.values.length > 0 && (
        <p className="text-sm text-muted">
          {t("values")} {joinNodes(schema.values.map(code), ", ")}
          {schema.moreValues > 0 && ` ${t("more", { count: schema.moreValues })}`}
        </p>
      )}
      <Markdown text={schema.description} lang={lang} className="text-sm" />
    </>
  );
}

function joinNodes(parts: ReactNode[], separator: string) {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat and never move
    <Fragment key={at}>
      {at > 0 && separator}
      {part}
    </Fragment>
  ));
}
