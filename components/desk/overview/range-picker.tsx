import { useTimeZone } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { type DeskDay, type OverviewRange, overviewSpans } from "#lib/domain/submissions/overview/overview.ts";
import { toDay } from "#lib/domain/time-zone.ts";
import { keepOnOneLine, useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";

export function RangePicker({ range, now }: { range: OverviewRange; now: Date }) {
  const t = useDeskText("overview");
  const timeZone = useTimeZone() ?? "UTC";
  const today = toDay(now, timeZone);
  const [from = today, to = today] = [range.days[0]?.day, range.days.at(-1)?.day];
  const lastMonth = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 1).toISOString().slice(0, 10);
  const months = [
    { text: t("thisMonth"), last: today },
    { text: t("lastMonth"), last: lastMonth },
  ];
  const links = [
    ...overviewSpans
      .toSorted((a, b) => a - b)
      .map((span) => ({
        text: t("span", { weeks: span }),
        href: span === overviewSpans[0] ? "/admin/overview" : `/admin/overview?weeks=${span}`,
        isCurrent: span === range.weeks,
      })),
    ...months.map(({ text, last }) => {
      const first = `${last.slice(0, 7)}-01`;
      const isCurrent = range.weeks === null && first === from && last === to;
      return { text, href: `/admin/overview?from=${first}&to=${last}`, isCurrent };
    }),
  ];
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
      <nav aria-label={t("spans")} className="-mx-2">
        <ul className="flex flex-wrap text-sm font-semibold">
          {links.map(({ text, href, isCurrent }) => (
            <li key={text}>
              <a
                href={href}
                aria-current={isCurrent ? "true" : undefined}
                className="block min-h-11 px-2 py-2.5 text-muted hover:text-primary aria-[current=true]:text-ink aria-[current=true]:shadow-[inset_0_-3px_0_var(--accent)]"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form
        action="/admin/overview"
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2 text-sm max-sm:w-full sm:flex"
      >
        {(
          [
            ["from", from],
            ["to", to],
          ] as const
        ).map(([name, day]) => (
          <label key={name} className="contents items-center gap-1.5 sm:flex">
            {t(name)}
            <input
              className="min-h-12 rounded-sm border border-edge bg-surface px-2"
              type="date"
              name={name}
              defaultValue={day}
              max={today}
              required
            />
          </label>
        ))}
        <button className={`${buttonClass("secondary")} max-sm:col-span-full`} type="submit">
          {t("show")}
        </button>
      </form>
    </div>
  );
}

export function RangeNote({ range }: { range: Pick<OverviewRange, "days" | "before"> }) {
  const t = useDeskText("overview");
  // Does not use the desk's locale, because es-MX formats a range as "2–23 de nov de 2026", unlike single dates.
  const format = new Intl.DateTimeFormat(useDeskLanguage(), { dateStyle: "medium", timeZone: useTimeZone() });
  const formatDays = (days: readonly DeskDay[]) => {
    const [first, last] = [days[0], days.at(-1)];
    return first && last ? keepOnOneLine(format.formatRange(first.start, last.start)) : "";
  };
  return (
    <p className="mb-4 text-sm text-muted">
      {t("rangeNote", { days: formatDays(range.days), before: formatDays(range.before) })}
    </p>
  );
}
