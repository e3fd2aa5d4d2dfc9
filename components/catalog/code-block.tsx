import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = {
  id: string;
  title: ReactNode;
  /** Must be unique on the page, and in the page's language. */
  name: string;
  code: string;
  note?: string;
  isLong?: boolean;
};

export function CodeBlock({ id, title, name, code, note, isLong = false }: Props) {
  return (
    <figure className="code-block on-band">
      <figcaption>
        {title}
        <CopyButton of={id} name={name} />
      </figcaption>
      <section
        {...(isLong ? { tabIndex: 0, "aria-label": name } : {})}
        className={`-outline-offset-3 print:max-h-none ${isLong ? "max-h-[70dvh] overflow-auto" : ""}`}
      >
        <pre id={id}>{code}</pre>
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
    <button type="button" data-copy={of} className="copy-button group invisible">
      <span className="group-data-done:hidden">{t("copy")}</span>
      <span className="hidden group-data-done:inline">{t("copied")}</span>
      <span className="sr-only"> {name}</span>
    </button>
  );
}
