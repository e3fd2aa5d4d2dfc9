import { useTranslations } from "next-intl";

type Props = {
  id: string;
  title: string;
  name?: string;
  code: string;
  note?: string;
  isLong?: boolean;
};

export function CodeBlock({ id, title, name = title, code, note, isLong = false }: Props) {
  return (
    <figure className="on-band mt-4 min-w-0 overflow-hidden rounded-md border border-line bg-band first:mt-0">
      <figcaption className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-1.5 pr-2 pl-4 text-sm font-semibold wrap-anywhere">
        {title}
        <CopyButton of={id} name={name} />
      </figcaption>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard, also without script
        tabIndex={0}
        aria-label={name}
        className={`overflow-auto -outline-offset-3 print:max-h-none ${isLong ? "max-h-[70dvh]" : ""}`}
      >
        <pre
          id={id}
          className="w-max min-w-full p-4 font-mono text-[0.8125rem] leading-relaxed print:w-auto print:wrap-anywhere print:whitespace-pre-wrap"
        >
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
