import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { Assembly } from "./assembly.tsx";

export async function Hero({ locale }: { locale: Locale }) {
  const t = await getTranslations("home");
  return (
    <section className="page group/hero grid items-center gap-x-14 gap-y-12 pt-10 pb-16 sm:pt-14 lg:grid-cols-[1.1fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <h1 className="text-3xl font-bold tracking-[-0.025em]">{t("headline")}</h1>
        <p className="mt-6 max-w-xl text-lg leading-normal">{t("lead")}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <a data-fits className={buttonClass()} href={getPathname({ href: "/evaluation", locale })}>
            {t("evaluate")}
          </a>
          <a className={buttonClass("secondary")} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </div>
        <p className="mt-4 text-sm text-muted">{t("evaluateHint")}</p>
      </div>
      <div className="mx-auto w-full max-w-md lg:max-w-none">
        <Assembly />
      </div>
    </section>
  );
}
