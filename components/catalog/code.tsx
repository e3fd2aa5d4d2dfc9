import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { splitAtMatches } from "#lib/domain/catalog/matches.ts";

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
        <CopyButton targetId={id} name={name} />
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
  targetId: string;
  name: string;
};

/** A button that copies code. It stays invisible until page-tools.tsx, which handles its clicks, has loaded. */
export function CopyButton({ targetId, name }: CopyProps) {
  const t = useTranslations("catalog");
  return (
    <button type="button" data-copy={targetId} className="copy-button group invisible">
      <span className="group-data-done:hidden">{t("copy")}</span>
      <span className="hidden group-data-done:inline">{t("copied")}</span>
      <span className="sr-only"> {name}</span>
    </button>
  );
}

type PathTextProps = {
  path: string;
  words?: readonly string[];
};

/** Lines break before segments; only a long segment may also break inside. */
export function PathText({ path, words = [] }: PathTextProps) {
  return splitAtMatches(path, words).map(({ text, isMatch }, at) => {
    const names = breakBeforeSegments(text, at > 0);
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity and never moves
    return isMatch ? <mark key={at}>{names}</mark> : <Fragment key={at}>{names}</Fragment>;
  });
}

/** A segment of up to this many characters fits every screen, so it must not break at its hyphens. */
const unbrokenMax = 20;

function breakBeforeSegments(text: string, isInside: boolean) {
  return text.split(/(?<=[^/:])(?=[/?&#])/).map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name has no other identity and never moves
    <Fragment key={at}>
      {(at > 0 || (isInside && /^[/?&#]/.test(name))) && <wbr />}
      {name.length <= unbrokenMax && name.includes("-") ? <span className="whitespace-nowrap">{name}</span> : name}
    </Fragment>
  ));
}
