"use client";

import { buttonClass } from "#components/ui/button.ts";
import { fillPath } from "#lib/contract/client.ts";
import { siteOperations } from "#lib/domain/site-operations.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { useNotice } from "../core/notice.tsx";

/** Pictures that this tab is uploading. A stored version mounts the editor again, which would lose them. */
export const uploads = { count: 0 };

export function SiteActions({ version, isPublished }: { version: number; isPublished: boolean }) {
  const t = useDeskText("site");
  const tCatalog = useDeskText("catalog");
  const callDesk = useDeskCall();
  const notify = useNotice();
  const language = useDeskLanguage();
  const publish = () => {
    if (uploads.count) return notify({ refused: t("pictures.wait"), about: fillPath(siteOperations.publishSite, {}) });
    return callDesk(siteOperations.publishSite, { seen: version }, { done: () => t("done.published") });
  };
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      {!isPublished && (
        <ConfirmAction text={tCatalog("publish")} look="secondary" title={t("publishTitle")} onConfirm={publish}>
          {t("publishText")}
        </ConfirmAction>
      )}
      {locales.map((locale) => (
        <a key={locale} className={buttonClass("quiet")} href={`/admin/site/preview?language=${locale}`}>
          {tCatalog(`previewIn.${locale}`)}
        </a>
      ))}
      <a className={buttonClass("quiet")} href="/admin/site/history">
        {tCatalog("history.link")}
      </a>
      <a className={buttonClass("quiet")} href={`/${language}`}>
        {tCatalog("see")}
      </a>
    </div>
  );
}

export function RestoreSiteButton({ seen, version }: { seen: number; version: number }) {
  const t = useDeskText("site");
  const tCatalog = useDeskText("catalog");
  const callDesk = useDeskCall();
  const restore = () =>
    callDesk(
      siteOperations.restoreSite,
      { seen, version },
      { done: () => t("done.restored"), next: () => "/admin/site" },
    );
  return (
    <ConfirmAction
      text={tCatalog("history.restore")}
      look="primary"
      title={tCatalog("history.restoreTitle")}
      onConfirm={restore}
    >
      {t("restoreText")}
    </ConfirmAction>
  );
}
