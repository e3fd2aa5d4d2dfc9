import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { searchLengthMax } from "#lib/domain/catalog/search.ts";

export function SearchBox({ path, search }: { path: string; search?: string }) {
  const t = useTranslations("catalog");
  return (
    <search>
      <form action={path} className="max-w-2xl">
        <label htmlFor="search" className="block font-semibold">
          {t("search")}
        </label>
        <div className="mt-2 flex gap-2">
          <input
            id="search"
            name="search"
            type="search"
            maxLength={searchLengthMax}
            aria-describedby="search-hint"
            aria-keyshortcuts="/"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            className="min-h-12 w-full min-w-0 rounded-full border border-edge bg-surface px-5 text-ink"
            defaultValue={search}
          />
          <button type="submit" className={buttonClass()}>
            {t("searchButton")}
          </button>
        </div>
        <p id="search-hint" className="mt-2 text-sm text-muted">
          {t("searchHint")}
        </p>
      </form>
    </search>
  );
}
