import { adminText, deskTime } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

/** Says that nobody may write to the person any more; nothing where they have not withdrawn. */
export function Withdrawn({ at }: { at: Date | null }) {
  if (!at) return null;
  return (
    <p className="mb-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3 font-semibold">
      {t("reply.withdrawn", { time: deskTime(at) })}
    </p>
  );
}
