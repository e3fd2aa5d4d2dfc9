"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { startSearchKey } from "#lib/browser/page-script.ts";
import { SearchBox } from "./search-box.tsx";

type Props = {
  path: string;
  search: string;
  lengthMax: number;
  texts: { label: string; hint: string; button: string };
};

const pauseMilliseconds = 200;

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for text typed before the script loaded
  useEffect(() => {
    ask();
    const follow = () => {
      asked.current = new URLSearchParams(window.location.search).get("search") ?? "";
      if (input.current) input.current.value = asked.current;
    };
    window.addEventListener("popstate", follow);
    const stopSearchKey = startSearchKey();
    return () => {
      stopSearchKey();
      window.removeEventListener("popstate", follow);
      window.clearTimeout(timer.current);
    };
  }, []);

  return (
    <SearchBox
      path={path}
      lengthMax={lengthMax}
      texts={texts}
      isPending={isPending}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          ask();
        },
      }}
      input={{
        ref: input,
        defaultValue: search,
        onInput: () => {
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(ask, pauseMilliseconds);
        },
      }}
    />
  );
}
