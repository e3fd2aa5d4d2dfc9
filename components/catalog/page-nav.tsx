import { useTranslations } from "next-intl";

export type PageSection = { id: string; title: string; parts?: { id: string; title: string }[] };

export function PageNav({ sections }: { sections: PageSection[] }) {
  const t = useTranslations("catalog");
  return (
    <nav
      aria-labelledby="page-nav"
      data-contents
      className="text-sm print:hidden lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
    >
      <h2 id="page-nav" className="font-sans text-sm font-semibold tracking-normal text-muted">
        {t("onThisPage")}
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-5 lg:block">
        {sections.map(({ id, title, parts = [] }) => (
          <li key={id}>
            <a
              className="inline-block py-1.5 font-medium underline-offset-4 hover:text-primary hover:underline"
              href={`#${id}`}
            >
              {title}
            </a>
            {parts.length > 0 && (
              <ul className="mb-1 border-l-2 border-line pl-3 max-lg:hidden">
                {parts.map((part) => (
                  <li key={part.id}>
                    <a
                      className="inline-block py-1 wrap-anywhere text-muted underline-offset-4 hover:text-primary hover:underline"
                      href={`#${part.id}`}
                    >
                      {part.title}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
