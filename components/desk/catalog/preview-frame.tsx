"use client";

import type { ComponentProps, ReactNode } from "react";
import type { Locale } from "#lib/domain/locale.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { Desk } from "../desk.tsx";
import { catalogPaths } from "./paths.ts";

type Props = { operator: ComponentProps<typeof Desk>["operator"]; slug: string; language: Locale; children: ReactNode };

/** A client component: next-intl has the entry's language on the server, the operator's only in the browser. */
export function PreviewFrame({ operator, slug, language, children }: Props) {
  const t = useDeskText("catalog");
  return (
    <Desk operator={operator} current="catalog">
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-md bg-accent-soft px-5 py-2">
        <p>{t("previewNote")}</p>
        {locales.map((each) => (
          <a
            key={each}
            className="link py-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
            href={catalogPaths.preview(slug, each)}
            aria-current={each === language ? "page" : undefined}
          >
            {t(`previewIn.${each}`)}
          </a>
        ))}
        <a className="link py-2" href={catalogPaths.edit(slug)}>
          {t("toEditor")}
        </a>
      </div>
      <div lang={language} className="mx-auto max-w-6xl">
        {children}
      </div>
    </Desk>
  );
}
