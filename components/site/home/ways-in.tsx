import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.ts";
import { replyHours } from "#lib/domain/submissions/reply-hours.ts";
import { getPathname } from "#lib/i18n/paths.ts";

export async function WaysIn({ locale }: { locale: Locale }) {
  const t = await getTranslations("home");
  return (
    <section className="page py-16 sm:py-24" aria-labelledby="ways">
      <h2 id="ways" className="text-2xl">
        {t("ways.title")}
      </h2>
      <div className="mt-8 grid gap-1.5 md:grid-cols-[1.5fr_1fr]">
        <div className="on-band piece flex flex-col items-start p-5 [--piece:var(--band)] max-md:tab-bottom sm:p-10 md:tab-right">
          <h3 className="text-xl">{t("ways.evaluateTitle")}</h3>
          <p className="mt-3 mb-7 max-w-prose">{t("ways.evaluateText")}</p>
          <a className={`${buttonClass()} mt-auto`} href={getPathname({ href: "/evaluation", locale })}>
            {t("evaluate")}
          </a>
        </div>
        <div className="piece flex flex-col items-start p-5 [--piece:var(--warm)] max-md:notch-top max-md:pt-9 sm:p-10 md:notch-left">
          <h3 className="text-xl">{t("ways.askTitle")}</h3>
          <p className="mt-3 mb-7">{t("ways.askText", { hours: replyHours })}</p>
          <a className={`${buttonClass("secondary")} mt-auto`} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </div>
      </div>
    </section>
  );
}
