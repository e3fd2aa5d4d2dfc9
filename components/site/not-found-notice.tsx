import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { MissingPiece } from "./missing-piece.tsx";

/** Says that there is no such page, and where to go from here. */
export async function NotFoundNotice({ locale }: { locale: Locale }) {
  const t = await getTranslations("notFound");
  return (
    <div className="grid items-center gap-x-16 gap-y-12 md:grid-cols-[1fr_22rem] md:py-10">
      <div className="max-md:order-last">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="mt-4 max-w-prose">{t("text")}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a className={buttonClass()} href={getPathname({ href: "/", locale })}>
            {t("home")}
          </a>
          <a className={buttonClass("secondary")} href={getPathname({ href: "/catalog", locale })}>
            {t("catalog")}
          </a>
          <a className={buttonClass("secondary")} href={getPathname({ href: "/contact", locale })}>
            {t("contact")}
          </a>
        </div>
      </div>
      <MissingPiece digits="404" />
    </div>
  );
}
