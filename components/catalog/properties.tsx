import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import type { PropertyView, SchemaView } from "#lib/domain/catalog/reference/schema.ts";
import { Markdown } from "./markdown.tsx";

type Row = PropertyView & { in?: string };

type Setting = {
  /** True if the client receives the body: then optional properties are marked, otherwise required ones. */
  isReceived?: boolean;
  lang?: string;
};

type ListProps = { rows: readonly Row[]; more: number; isNested?: boolean };

export function Properties({ rows, more, isNested = false, ...setting }: ListProps & Setting) {
  const t = useTranslations("catalog.spec");
  if (!rows.length && !more) return null;
  return (
    <ul className={isNested ? undefined : outermost}>
      {rows.map((row) => (
        <li key={`${row.in} ${row.name}`}>
          <div className="flex flex-wrap items-baseline gap-x-3">
            <b>{row.name}</b>
            <code className="text-muted">{row.type}</code>
            {row.in && <i>{t(`in.${toKnownPlace(row.in)}`, { place: row.in })}</i>}
            {setting.isReceived
              ? !row.isRequired && <i>{t("optional")}</i>
              : isMarkedRequired(row) && <em>{t("required")}</em>}
          </div>
          <SchemaParts schema={row} isNested {...setting} />
        </li>
      ))}
      {more > 0 && <li>{t("more", { count: more })}</li>}
    </ul>
  );
}

const outermost = "properties mt-2";

/** OpenAPI requires a read-only property in responses only. */
function isMarkedRequired({ isRequired, facts }: Row): boolean {
  return isRequired && facts.every(({ kind }) => kind !== "readOnly");
}

export function SchemaProperties(props: { schema: SchemaView } & Setting) {
  return (
    <div>
      <SchemaParts {...props} isNested={false} />
    </div>
  );
}

type SchemaProps = { schema: SchemaView; isNested: boolean } & Setting;

function SchemaParts({ schema, ...setting }: SchemaProps) {
  const hasType = !setting.isNested && (schema.type !== "object" || !schema.properties.length);
  return (
    <>
      <SchemaNotes schema={schema} lang={setting.lang} hasType={hasType} />
      <Properties rows={schema.properties} more={schema.moreProperties} {...setting} />
      <SchemaVariants schema={schema} {...setting} />
    </>
  );
}

function SchemaVariants({ schema, isNested, ...setting }: SchemaProps) {
  const t = useTranslations("catalog.spec");
  if (!schema.variants.length) return null;
  return (
    <>
      <p className="mt-3 text-sm font-semibold">{t("variants")}</p>
      <ul className={isNested ? undefined : outermost}>
        {schema.variants.map((variant, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: variants may be unnamed and never move
          <li key={at}>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <b>{variant.name || t("variant", { number: at + 1 })}</b>
              <code className="text-muted">{variant.type}</code>
            </div>
            <SchemaParts schema={variant} isNested {...setting} />
          </li>
        ))}
      </ul>
    </>
  );
}

function toKnownPlace(place: string) {
  return place === "path" || place === "query" || place === "header" || place === "cookie" ? place : "other";
}

type NotesProps = { schema: SchemaView; lang: string | undefined; hasType: boolean };

function SchemaNotes({ schema, lang, hasType }: NotesProps) {
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
