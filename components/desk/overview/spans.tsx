import { type OverviewSpan, overviewSpans } from "#lib/domain/desk/overview.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("overview");

/** How far back the page looks. */
export function Spans({ current }: { current: OverviewSpan }) {
  return (
    <nav aria-label={t("spans")} className="-mx-2">
      <ul className="flex flex-wrap text-sm font-semibold">
        {overviewSpans
          .toSorted((a, b) => a - b)
          .map((span) => (
            <li key={span}>
              <a
                href={span === overviewSpans[0] ? "/admin/overview" : `/admin/overview?weeks=${span}`}
                aria-current={span === current ? "true" : undefined}
                className="block min-h-11 px-2 py-2.5 text-muted hover:text-primary aria-[current=true]:text-ink aria-[current=true]:shadow-[inset_0_-3px_0_var(--accent)]"
              >
                {t("span", { weeks: span })}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
