"use client";

import { useRouter } from "next/navigation";
import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { siteOperations } from "#lib/domain/site-operations.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { notifyNextPage } from "../core/notice.tsx";

export function SiteActions({ version, isPublished }: { version: number; isPublished: boolean }) {
  const t = useDeskText("site");
  const tCatalog = useDeskText("catalog");
  const callDesk = useDeskCall();
  const language = useDeskLanguage();
  const publish = () => callDesk(siteOperations.publishSite, { seen: version }, { done: () => t("done.published") });
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      {!isPublished && (
        <ConfirmButton
          text={tCatalog("publish")}
          look="secondary"
          title={t("publishTitle")}
          yes={tCatalog("publish")}
          no={tCatalog("confirm.cancel")}
          onConfirm={publish}
        >
          {t("publishText")}
        </ConfirmButton>
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
  const router = useRouter();
  const restore = async () => {
    const { kind } = await callDesk(siteOperations.restoreSite, { seen, version }, { isLeaving: true });
    if (kind !== "done") return;
    notifyNextPage({ done: t("done.restored") });
    router.push("/admin/site");
  };
  return (
    <ConfirmButton
      text={tCatalog("history.restore")}
      look="primary"
      title={tCatalog("history.restoreTitle")}
      yes={tCatalog("history.restore")}
      no={tCatalog("confirm.cancel")}
      onConfirm={restore}
    >
      {t("restoreText")}
    </ConfirmButton>
  );
}
