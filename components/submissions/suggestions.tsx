import { type Locale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { ResultPart } from "./results.tsx";

type Suggested = { path: string; title: string; lead: string; tile: ReactNode };

type Props = { changes: string[]; entries: Suggested[]; replyTime: string; locale: Locale };

export function Suggestions({ changes, entries, replyTime, locale }: Props) {
  const t = useTranslations("verdict");
  return (
    <>
      {changes.length > 0 && (
        <ResultPart title={t("changeTitle")}>
          <p>{t("changeText")}</p>
          <ul className="mt-2 list-disc space-y-1 pl-6 print:columns-3">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </ResultPart>
      )}
      <div className="print:hidden">
        {entries.length > 0 && (
          <ResultPart title={t("relatedTitle")}>
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
          </ResultPart>
        )}
        <ResultPart title={t("askTitle")}>
          <p>{t("askText", { replyTime })}</p>
          <a className={`${buttonClass("secondary")} mt-4`} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </ResultPart>
      </div>
    </>
  );
}
