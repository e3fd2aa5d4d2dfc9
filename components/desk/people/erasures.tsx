import type { PersonCounts } from "#lib/domain/people/person.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";

type Erasure = { id: string; at: Date; actor: string; counts: PersonCounts };

const t = adminText("people");

/** What remains of erasures: when, by whom, how much. */
export function Erasures({ erasures }: { erasures: Erasure[] }) {
  return (
    <section aria-labelledby="erasures">
      <h2 id="erasures" className="mb-3 text-xl">
        {t("erasures.title")}
      </h2>
      {erasures.length === 0 && <p className="text-muted">{t("erasures.none")}</p>}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface empty:hidden">
        {erasures.map(({ id, at, actor, counts }) => (
          <li key={id} className="flex flex-wrap gap-x-6 px-4 py-2">
            <time className="text-muted" dateTime={at.toISOString()}>
              {deskTime(at)}
            </time>
            <span className="font-semibold">{t("erasures.one", counts)}</span>
            <span className="wrap-anywhere text-muted">{t("erasures.by", { actor })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
