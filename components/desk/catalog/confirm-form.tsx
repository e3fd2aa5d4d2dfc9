import { buttonClass } from "#components/ui/button.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { catalogPaths, type EntryChange } from "./paths.ts";

type Props = {
  entry: { id: number; slug: string; updatedAt: string };
  change: EntryChange;
  /** Whether it can be done at all. */
  isPossible: boolean;
};

/** The last question before a change that readers see. */
export function ConfirmForm({ entry, change, isPossible }: Props) {
  const t = adminText("catalog");
  return (
    <form method="post" action={`/api/admin/catalog/${change}`} className="mt-6 flex flex-wrap gap-4">
      <input type="hidden" name="id" value={entry.id} />
      <input type="hidden" name="storedSlug" value={entry.slug} />
      <input type="hidden" name="updatedAt" value={entry.updatedAt} />
      {isPossible && (
        <button type="submit" className={buttonClass()}>
          {t(change)}
        </button>
      )}
      <a className={buttonClass("secondary")} href={catalogPaths.edit(entry.slug)}>
        {t("confirm.cancel")}
      </a>
    </form>
  );
}
