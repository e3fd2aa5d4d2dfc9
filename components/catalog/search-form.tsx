"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { buttonClass } from "#components/ui/button.ts";

type Props = {
  path: string;
  search: string;
  lengthMax: number;
  texts: { label: string; hint: string; button: string };
};

const pauseMilliseconds = 200;

/** A GET form. With script, results and address follow the typing. */
export function SearchForm({ path, search, lengthMax, texts }: Props) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(search);
  const timer = useRef(0);

  const ask = () => {
    window.clearTimeout(timer.current);
    const typed = input.current?.value.trim() ?? "";
    if (typed === asked.current) return;
    asked.current = typed;
    const address = typed ? `${path}?${new URLSearchParams({ search: typed })}` : path;
    startTransition(() => router.replace(address, { scroll: false }));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before there was script
  useEffect(() => {
    ask();
    const follow = () => {
      asked.current = new URLSearchParams(window.location.search).get("search") ?? "";
      if (input.current) input.current.value = asked.current;
    };
    window.addEventListener("popstate", follow);
    return () => {
      window.removeEventListener("popstate", follow);
      window.clearTimeout(timer.current);
    };
  }, []);

  return (
    <search>
      <form
        action={path}
        className="max-w-2xl"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <label htmlFor="search" className="block font-semibold">
          {texts.label}
        </label>
        <div className="mt-2 flex gap-2">
          <input
            ref={input}
            id="search"
            name="search"
            type="search"
            defaultValue={search}
            maxLength={lengthMax}
            aria-describedby="search-hint"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            className="min-h-12 w-full min-w-0 rounded-full border border-edge bg-surface px-5 text-ink"
            onInput={() => {
              window.clearTimeout(timer.current);
              timer.current = window.setTimeout(ask, pauseMilliseconds);
            }}
          />
          <button type="submit" aria-busy={isPending} className={buttonClass()}>
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
