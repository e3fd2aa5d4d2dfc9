import { getTranslations } from "next-intl/server";
import { Seam } from "./seam.tsx";

const items = ["date", "countries", "budget"] as const;

export async function Who() {
  const t = await getTranslations("home.who");
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="who">
      <h2 id="who" className="text-2xl">
        {t("title")}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {items.map((item) => (
          <li key={item}>
            <Seam />
            <h3 className="mt-3 text-xl">{t(`${item}.title`)}</h3>
            <p className="mt-3">{t(`${item}.text`)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-prose text-muted">{t("unsure")}</p>
    </section>
  );
}
