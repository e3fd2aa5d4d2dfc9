"use client";

import type { Locale } from "next-intl";

type Props = {
  href: string;
  locale: Locale;
  /** Remembers the choice. */
  cookie: string;
  label: string;
};

/** With script, the choice is remembered for `/`, and query and fragment are kept; the draft keeps the input. */
export function LanguageLink({ href, locale, cookie, label }: Props) {
  return (
    <a
      href={href}
      hrefLang={locale}
      lang={locale}
      onClick={({ currentTarget }) => {
        // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
        document.cookie = cookie;
        currentTarget.search = window.location.search;
        currentTarget.hash = window.location.hash;
      }}
      className="flex min-h-11 items-center rounded-full border border-edge px-4 text-sm font-medium hover:border-primary hover:text-primary print:hidden"
    >
      {label}
    </a>
  );
}
