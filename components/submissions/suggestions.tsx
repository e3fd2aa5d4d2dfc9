import { type Locale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { Part } from "./results.tsx";

type Suggested = { path: string; title: string; lead: string; tile: ReactNode };

const changes = ["budget", "date", "scope"] as const;

export function Suggestions({ entries, locale }: { entries: Suggested[]; locale: Locale }) {
  const t = useTranslations("verdict");
  return (
    <>
      <Part title={t("changeTitle")}>
        <ul className="list-disc space-y-1 pl-6">
          {changes.map((change) => (
            <li key={change}>{t(`change.${change}`)}</li>
          ))}
        </ul>
      </Part>
      {entries.length > 0 && (
        <Part title={t("relatedTitle")}>
          <ul className="space-y-4 pt-1">
            {entries.map(({ path, title, lead, tile }) => (
              <li key={path} className="flex gap-4">
                {tile}
                <div>
                  <a className="link font-medium" href={path}>
                    {title}
                  </a>
                  <p className="text-muted">{lead}</p>
                </div>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t("askTitle")}>
        <p>{t("askText")}</p>
        <a className={`${buttonClass("secondary")} mt-4 print:hidden`} href={getPathname({ href: "/contact", locale })}>
          {t("ask")}
        </a>
      </Part>
    </>
  );
}
