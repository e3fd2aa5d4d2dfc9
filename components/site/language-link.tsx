import type { Locale } from "next-intl";

type Props = {
  href: string;
  locale: Locale;
  /** Cookie that stores the choice (lib/browser/page-script.ts). */
  cookie: string;
  label: string;
};

export function LanguageLink({ href, locale, cookie, label }: Props) {
  return (
    <a
      href={href}
      hrefLang={locale}
      lang={locale}
      data-cookie={cookie}
      className="flex min-h-11 items-center rounded-full border border-edge px-4 text-sm font-medium hover:border-primary hover:text-primary print:hidden"
    >
      {label}
    </a>
  );
}
