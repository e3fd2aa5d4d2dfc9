import { useTranslations } from "next-intl";
import type { SchemaView } from "#lib/domain/catalog/reference/model.ts";

type Props = { schema: SchemaView /** The type is told here, as it is nowhere else. */; hasType?: boolean };

/** Bounds, allowed values and description of a schema, and why it ends here. */
export function SchemaNotes({ schema, hasType = false }: Props) {
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
