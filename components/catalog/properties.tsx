import { useTranslations } from "next-intl";
import type { PropertyView, SchemaView } from "#lib/domain/catalog/reference/model.ts";

type Row = PropertyView & { in?: string };

/** Requests mark required properties; responses mark optional ones. */
type Direction = { isAnswer?: boolean };

/** On the outermost list only: there can be a thousand rows. */
const outermost =
  "mt-2 [&_li]:border-t [&_li]:border-line [&_li]:py-2.5 [&_li]:wrap-anywhere [&_ul]:mt-2.5 [&_ul]:-mb-2.5 [&_ul]:border-l-2 [&_ul]:border-line [&_ul]:pl-4 [&_b]:font-mono [&_b]:text-sm [&_code]:font-mono [&_code]:text-sm [&_i]:text-sm [&_i]:text-muted [&_i]:not-italic [&_em]:text-sm [&_em]:font-semibold [&_em]:text-danger [&_em]:not-italic [&_p]:text-sm";

export function Properties({ rows, more, isAnswer }: { rows: readonly Row[]; more: number } & Direction) {
  const t = useTranslations("catalog.spec");
  if (!rows.length && !more) return null;
  return (
    <ul className={outermost}>
      <Rows rows={rows} isAnswer={isAnswer} />
      {more > 0 && <li>{t("more", { count: more })}</li>}
    </ul>
  );
}

/** The bounds of a schema without a name, then its properties. */
export function SchemaProperties({ schema, isAnswer }: { schema: SchemaView } & Direction) {
  return (
    <div>
      <SchemaNotes schema={schema} hasType={!schema.properties.length} />
      <Properties rows={schema.properties} more={schema.moreProperties} isAnswer={isAnswer} />
      <Variants schema={schema} className={outermost} isAnswer={isAnswer} />
    </div>
  );
}

function Rows({ rows, isAnswer }: { rows: readonly Row[] } & Direction) {
  const t = useTranslations("catalog.spec");
  return rows.map((row) => (
    <li key={`${row.in} ${row.name}`}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <b>{row.name}</b>
        <code className="text-muted">{row.type}</code>
        {row.in && <i>{t(`in.${toPlace(row.in)}`, { place: row.in })}</i>}
        {isAnswer ? !row.isRequired && <i>{t("optional")}</i> : row.isRequired && <em>{t("required")}</em>}
      </div>
      <Inside schema={row} isAnswer={isAnswer} />
    </li>
  ));
}

function Inside({ schema, isAnswer }: { schema: SchemaView } & Direction) {
  const t = useTranslations("catalog.spec");
  return (
    <>
      <SchemaNotes schema={schema} />
      {schema.properties.length > 0 && (
        <ul>
          <Rows rows={schema.properties} isAnswer={isAnswer} />
          {schema.moreProperties > 0 && <li>{t("more", { count: schema.moreProperties })}</li>}
        </ul>
      )}
      <Variants schema={schema} isAnswer={isAnswer} />
    </>
  );
}

function Variants({ schema, className, isAnswer }: { schema: SchemaView; className?: string } & Direction) {
  const t = useTranslations("catalog.spec");
  if (!schema.variants.length) return null;
  return (
    <>
      <p className="mt-3 text-sm font-semibold">{t("variants")}</p>
      <ul className={className}>
        {schema.variants.map((variant, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: alternatives may be without a name, and never move
          <li key={at}>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <b>{variant.name || t("variant", { number: at + 1 })}</b>
              <code className="text-muted">{variant.type}</code>
            </div>
            <Inside schema={variant} isAnswer={isAnswer} />
          </li>
        ))}
      </ul>
    </>
  );
}

function toPlace(place: string) {
  return place === "path" || place === "query" || place === "header" || place === "cookie" ? place : "other";
}

type Props = { schema: SchemaView; hasType?: boolean };

/** Bounds, allowed values and description of a schema. */
function SchemaNotes({ schema, hasType = false }: Props) {
  const t = useTranslations("catalog.spec");
  const notes = [
    ...(hasType ? [schema.type] : []),
    ...schema.facts.map(({ kind, value }) => t(`facts.${kind}`, { value, count: Number(value) || 0 })),
    ...(schema.stop ? [t(schema.stop)] : []),
  ];
  return (
    <>
      {notes.length > 0 && <p className="text-sm text-muted">{notes.join(" · ")}</p>}
      {schema.values.length > 0 && (
        <p className="text-sm text-muted">
          {t("values")}{" "}
          {schema.values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, and never move
            <span key={at}>
              {at > 0 && ", "}
              <code className="text-ink">{value}</code>
            </span>
          ))}
          {schema.moreValues > 0 && ` ${t("more", { count: schema.moreValues })}`}
        </p>
      )}
      {schema.description && <p className="text-sm whitespace-pre-line">{schema.description}</p>}
    </>
  );
}
