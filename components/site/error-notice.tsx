import { buttonClass } from "#components/ui/button.ts";

type Props = { texts: { title: string; text: string; retry: string; home: string }; home: string; locale?: string };

/** Explains an error and offers to reload the page, which also helps after a new build of the site. */
export function ErrorNotice({ texts, home, locale }: Props) {
  return (
    <section lang={locale} role="alert" className="my-8 max-w-prose">
      <h1 className="text-2xl">{texts.title}</h1>
      <p className="mt-4">{texts.text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads the current page without script */}
        <a className={buttonClass()} href="">
          {texts.retry}
        </a>
        <a className={buttonClass("secondary")} href={home}>
          {texts.home}
        </a>
      </div>
    </section>
  );
}
