import { buttonClass } from "#components/ui/button.ts";

type Props = {
  path: string;
  lengthMax: number;
  texts: { label: string; hint: string; button: string };
  search?: string;
};

export function SearchBox({ path, lengthMax, texts, search }: Props) {
  return (
    <search>
      <form action={path} className="max-w-2xl">
        <label htmlFor="search" className="block font-semibold">
          {texts.label}
        </label>
        <div className="mt-2 flex gap-2">
          <input
            id="search"
            name="search"
            type="search"
            maxLength={lengthMax}
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
            {texts.button}
          </button>
        </div>
        <p id="search-hint" className="mt-2 text-sm text-muted">
          {texts.hint}
        </p>
      </form>
    </search>
  );
}
