import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = {
  id: string;
  title: ReactNode;
  /** Differs from the names of all other blocks of the page, and is in the page's language. */
  name: string;
  code: string;
  note?: string;
  isLong?: boolean;
};

export function CodeBlock({ id, title, name, code, note, isLong = false }: Props) {
  return (
    <figure className="on-band mt-4 min-w-0 overflow-hidden rounded-md border border-line bg-band first:mt-0">
      <figcaption className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-1.5 pr-2 pl-4 text-sm font-semibold wrap-anywhere">
        {title}
        <CopyButton of={id} name={name} />
      </figcaption>
      <section
        {...(isLong ? { tabIndex: 0, "aria-label": name } : {})}
        className={`-outline-offset-3 print:max-h-none ${isLong ? "max-h-[70dvh] overflow-auto" : ""}`}
      >
        <pre id={id} className="p-4 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {code}
        </pre>
      </section>
      {note && <p className="border-t border-line px-4 py-2 text-sm text-muted">{note}</p>}
    </figure>
  );
}

type CopyProps = {
  of: string;
  name: string;
};

/** A button that copies code. It stays invisible until page-tools.tsx, which handles its clicks, has loaded. */
export function CopyButton({ of, name }: CopyProps) {
  const t = useTranslations("catalog");
  return (
    <button
      type="button"
      data-copy={of}
      className="group invisible shrink-0 cursor-pointer rounded-sm border border-edge px-2.5 py-1 text-sm font-medium hover:border-primary hover:text-primary print:hidden"
    >
      <span className="group-data-done:hidden">{t("copy")}</span>
      <span className="hidden group-data-done:inline">{t("copied")}</span>
      <span className="sr-only"> {name}</span>
    </button>
  );
}
