import { useTranslations } from "next-intl";
import { Children, Fragment, type ReactNode } from "react";
import { PathText } from "#components/catalog/code.tsx";
import { mailTo } from "#components/ui/link-to.tsx";

type ArticleSection = {
  id: string;
  title: string;
  text: ReactNode;
};

type Props = { title: string; version: ReactNode; intro: ReactNode; sections: ArticleSection[] };

export function Article({ title, version, intro, sections }: Props) {
  const t = useTranslations("site");
  return (
    <article className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] print:block">
      <header className="max-w-2xl">
        <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
        <p className="mt-3 mb-6 text-muted">{version}</p>
        <div className="space-y-3">{intro}</div>
      </header>
      <nav
        aria-labelledby="contents"
        className="my-10 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:my-0 print:hidden"
      >
        <div className="lg:sticky lg:top-6">
          <h2 id="contents" className="font-sans text-sm font-semibold tracking-normal text-muted">
            {t("contents")}
          </h2>
          <ol className="mt-1 text-sm">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  className="inline-block py-1 text-ink decoration-accent decoration-2 underline-offset-4 hover:underline"
                  href={`#${id}`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
      <div className="max-w-2xl">
        {sections.map(({ id, title, text }) => (
          <section key={id} id={id} className="mt-12" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className="mb-4 break-after-avoid text-xl">
              {title}
            </h2>
            <div className="space-y-3">{text}</div>
          </section>
        ))}
      </div>
    </article>
  );
}

export function createArticleTags(contactEmail: string) {
  return {
    mail: mailTo(contactEmail),
    p: (text: ReactNode) => <p>{text}</p>,
    ul: (items: ReactNode) => <ul className="list-disc space-y-1.5 pl-5 marker:text-accent">{items}</ul>,
    li: (text: ReactNode) => <li>{text}</li>,
    b: (text: ReactNode) => <strong className="font-semibold">{text}</strong>,
  };
}

/** Inline code, in which URLs break between their segments. */
export const inlineCode = (content: ReactNode) => {
  const text = Children.toArray(content).join("");
  return <code className="inline-code">{text.includes("/") ? <PathText path={text} /> : text}</code>;
};

export const inlineCodes = (names: ReactNode) =>
  Children.toArray(names)
    .join("")
    .split(", ")
    .map((name, at) => (
      <Fragment key={name}>
        {at > 0 && ", "}
        {inlineCode(name)}
      </Fragment>
    ));

/** Date of the last review of the accessibility and security statements against the software. */
export const statementDate = "2026-11-22";

export const accessibilitySections = ["standard", "checks", "limits", "report"] as const;
export const securitySections = ["data", "access", "site", "report"] as const;
