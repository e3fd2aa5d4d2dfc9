import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import type { Change } from "#lib/domain/catalog/editor/changes-of.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { Changes } from "./changes.tsx";
import { Notice } from "./notice.tsx";
import { catalogPaths } from "./paths.ts";

type Props = {
  /** What the document is held under. */
  held: string;
  /** The entry to change; none for a new one. */
  entry: { slug: string; published: boolean; updatedAt: string } | null;
  /** For a new one. */
  suggestedSlug: string;
  changes: Change[];
  slugError: string | undefined;
};

/** What an import would change, and the yes to it. */
export function ReviewForm({ held, entry, suggestedSlug, changes, slugError }: Props) {
  const t = adminText("catalog");
  return (
    <form method="post" action="/api/admin/catalog/import/confirm" className="max-w-4xl space-y-6" noValidate>
      <input type="hidden" name="form" value={held} />
      {entry && <input type="hidden" name="updatedAt" value={entry.updatedAt} />}
      {!entry && (
        <div className="max-w-xl">
          <Field
            id="slug"
            label={t("fields.slug")}
            hint={t("hints.slug")}
            defaultValue={suggestedSlug}
            error={slugError}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
      {changes.length > 0 ? (
        <div>
          <h2 className="mb-3 text-xl">{t("changes")}</h2>
          <Changes changes={changes} canChoose={entry !== null} />
        </div>
      ) : (
        <p>{t("reviewSame")}</p>
      )}
      {entry?.published && changes.length > 0 && (
        <Notice look="note">
          <p>{t("reviewUnpublish")}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-4">
        {changes.length > 0 && (
          <>
            <button type="submit" name="step" value="save" className={buttonClass()}>
              {t("saveDraft")}
            </button>
            <button type="submit" name="step" value="edit" className={buttonClass("secondary")}>
              {t("openEditor")}
            </button>
          </>
        )}
        <a className={buttonClass("quiet")} href={catalogPaths.import}>
          {t("again")}
        </a>
      </div>
    </form>
  );
}
