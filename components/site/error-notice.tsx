import { buttonClass } from "#components/ui/button.ts";
import messages from "#messages/error.json";

type Props = { locale: keyof typeof messages };

/** Says that something failed and offers to load the page again, which helps after a new build of the site, too. */
export function ErrorNotice({ locale }: Props) {
  const t: typeof messages.en = messages[locale];
  return (
    <section lang={locale} role="alert" className="my-8 max-w-prose">
      <h1 className="text-2xl">{t.title}</h1>
      <p className="mt-4">{t.text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {/* biome-ignore lint/a11y/useValidAnchor: it is the address that is shown, asked for again without script */}
        <a className={buttonClass()} href="">
          {t.retry}
        </a>
        <a className={buttonClass("secondary")} href={`/${locale}`}>
          {t.home}
        </a>
      </div>
    </section>
  );
}
