import { adminText } from "#lib/i18n/admin-text.ts";

/** Whether readers see the entry. */
export function StateBadge({ isPublished }: { isPublished: boolean }) {
  const t = adminText("catalog");
  const look = isPublished ? "bg-success-soft text-success" : "bg-accent-soft text-ink";
  return (
    <span className={`inline-block rounded-full px-3 py-0.5 text-sm font-semibold whitespace-nowrap ${look}`}>
      {isPublished ? t("published") : t("draft")}
    </span>
  );
}
