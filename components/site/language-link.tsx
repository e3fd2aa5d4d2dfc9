"use client";

import type { Locale } from "next-intl";

type Props = { href: string; locale: Locale; label: string };

/** With script, query and fragment are kept; the draft keeps the input. */
export function LanguageLink({ href, locale, label }: Props) {
  return (
    <a
      href={href}
      hrefLang={locale}
      lang={locale}
      onClick={({ currentTarget }) => {
        currentTarget.search = window.location.search;
        currentTarget.hash = window.location.hash;
      }}
      className="flex min-h-11 items-center rounded-full border border-edge px-4 text-sm font-medium hover:border-primary hover:text-primary print:hidden"
    >
      {label}
    </a>
  );
}
