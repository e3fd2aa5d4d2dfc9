import { Changes } from "#components/desk/catalog/changes.tsx";
import { Notice } from "#components/desk/catalog/notice.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { changesOf } from "#lib/domain/catalog/editor/changes-of.ts";
import type { EntryContent } from "#lib/domain/catalog/editor/content.ts";
import { readFields } from "#lib/domain/catalog/editor/fields.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import type { ShownForm } from "../held-entry.ts";

type Props = {
  form: ShownForm;
  /** What is stored. */
  content: EntryContent;
  entry: { slug: string; published: boolean };
  problem: string | string[] | undefined;
};

/** Why the form was not saved, when no field is at fault. */
export function FormNotice({ form, content, entry, problem }: Props) {
  const t = adminText("catalog");
  if (form.problem === "imported") {
    return (
      <Notice look="note" title={t("importedTitle")}>
        <p>{t("importedText")}</p>
      </Notice>
    );
  }
  if (form.problem === "conflict") {
    const read = readFields(form.fields, { slug: entry.slug, isPublished: entry.published });
    const changes = "content" in read ? changesOf(content, read.content) : [];
    return (
      <Notice look="danger" title={t("conflictTitle")}>
        <p className="mb-4">{changes.length ? t("conflictText") : t("conflictSame")}</p>
        <Changes changes={changes} />
      </Notice>
    );
  }
  return form.faults.length ? null : <Problem kind={problem} />;
}
