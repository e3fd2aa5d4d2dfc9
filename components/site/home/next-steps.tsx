import { getTranslations } from "next-intl/server";
import { replyHours } from "#lib/domain/submissions/reply-hours.ts";

const steps = ["answer", "person", "review"] as const;

export async function NextSteps() {
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
              <li key={step}>
                <p className="font-display text-[clamp(2.25rem,0.6rem+3.6vw,3rem)] leading-none font-bold tracking-tight text-on-warm">
                  {t(`${step}.when`, { hours: replyHours })}
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
