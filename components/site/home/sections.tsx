import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ContactOptions } from "#components/site/reach.tsx";
import { buttonClass } from "#components/ui/button.ts";
import type { Company } from "#lib/domain/company.ts";
import { getPathname } from "#lib/i18n/paths.ts";

const items = ["date", "countries"] as const;

export async function WhoItFits({ company: { smallest } }: { company: Company }) {
  const t = await getTranslations("home.who");
  const shown = [
    ...items.map((item) => ({ title: t(`${item}.title`), text: t(`${item}.text`) })),
    ...(smallest ? [{ title: smallest, text: t("budget.text") }] : []),
  ];
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="who">
      <h2 id="who" className="text-2xl">
        {t("title")}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-8 md:auto-cols-fr md:grid-flow-col">
        {shown.map(({ title, text }) => (
          <li key={title}>
            <PuzzleSeam />
            <h3 className="mt-3 text-xl wrap-anywhere">{title}</h3>
            <p className="mt-3">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-prose text-muted">{t("unsure")}</p>
    </section>
  );
}

function PuzzleSeam() {
  return (
    <div className="flex text-ink" aria-hidden="true">
      <div className="w-6 border-t-2 border-current" />
      <svg viewBox="0 0 36 20" className="-mx-px h-5 w-9 shrink-0" aria-hidden="true">
        <path d="M0 1h1a17 17 0 0 0 34 0h1" className="fill-none stroke-current stroke-2" />
      </svg>
      <div className="grow border-t-2 border-current" />
    </div>
  );
}

const steps = ["result", "person", "review"] as const;

export async function NextSteps({ replyTime }: { replyTime: string }) {
  const t = await getTranslations("home.next");
  return (
    <section aria-labelledby="next">
      <div className="lace rotate-180 [--lace:var(--warm)]" aria-hidden="true" />
      <div className="bg-warm">
        <div className="page py-12 sm:py-16">
          <h2 id="next" className="text-2xl">
            {t("title")}
          </h2>
          <ol className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
            {steps.map((step) => (
              <li key={step} className="md:row-span-3 md:grid md:grid-rows-subgrid md:gap-y-0">
                <p className="font-display text-[clamp(2.25rem,0.6rem+3.6vw,3rem)] leading-none font-bold tracking-tight text-on-warm">
                  {t(`${step}.when`, { replyTime })}
                </p>
                <h3 className="mt-4 text-xl">{t(`${step}.title`)}</h3>
                <p className="mt-2">{t(`${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="lace [--lace:var(--warm)]" aria-hidden="true" />
    </section>
  );
}

type WaysToStartProps = { locale: Locale; replyTime: string; company: Company };

export async function WaysToStart({ locale, replyTime, company }: WaysToStartProps) {
  const t = await getTranslations("home");
  const tReach = await getTranslations("reach");
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
          <p className="mt-3 mb-7">{t("ways.askText", { replyTime })}</p>
          <a className={`${buttonClass("secondary")} mt-auto`} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </div>
      </div>
      <ContactOptions company={company} message={tReach("hello")} className="mt-8" />
    </section>
  );
}
