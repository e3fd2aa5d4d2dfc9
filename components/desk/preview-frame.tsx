"use client";

import type { ComponentProps, ReactNode } from "react";
import type { Locale } from "#lib/domain/locale.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { Desk } from "./desk.tsx";

type Props = Pick<ComponentProps<typeof Desk>, "operator" | "current"> & {
  /** Path of the preview, without the query that chooses the language. */
  path: string;
  editPath: string;
  language: Locale;
  children: ReactNode;
};

/** A client component: next-intl has the readers' language on the server, the operator's only in the browser. */
export function PreviewFrame({ operator, current, path, editPath, language, children }: Props) {
  const t = useDeskText("catalog");
  return (
    <Desk operator={operator} current={current}>
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-md bg-accent-soft px-5 py-2">
        <p>{t("previewNote")}</p>
        {locales.map((each) => (
          <a
            key={each}
            className="link py-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
            href={`${path}?language=${each}`}
            aria-current={each === language ? "page" : undefined}
          >
            {t(`previewIn.${each}`)}
          </a>
        ))}
        <a className="link py-2" href={editPath}>
          {t("toEditor")}
        </a>
      </div>
      <div lang={language}>{children}</div>
    </Desk>
  );
}
