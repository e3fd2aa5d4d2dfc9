import type { ReactNode } from "react";
import { PageScripts } from "#components/catalog/page-tools.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = { id: string; title: string; hint: string; heading?: "h2" | "h3"; children: ReactNode };

/** Shows a new secret and takes the focus. Give each secret its own React key, so that each one takes the focus. */
export function ShownOnce({ id, title, hint, heading: Heading = "h3", children }: Props) {
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      ref={focusElement}
      className="mb-6 rounded-md border-l-4 border-success bg-success-soft px-4 py-3"
    >
      <Heading id={id} className="mb-1 text-lg wrap-anywhere text-success">
        {title}
      </Heading>
      <p className="mb-3 max-w-[60ch]">{hint}</p>
      {children}
    </section>
  );
}

type SecretProps = Omit<Props, "children"> & {
  secret: string;
  /** Text of the button that copies the secret. */
  copy: string;
};

/** Shows a secret with a button that copies it. */
export function SecretShownOnce({ secret, copy, ...props }: SecretProps) {
  const t = useDeskText("auth");
  const codeId = `${props.id}-code`;
  return (
    <ShownOnce key={secret} {...props}>
      <p className="rounded-sm bg-surface px-3 py-2 font-mono break-all">
        <code id={codeId}>{secret}</code>
      </p>
      <button type="button" data-copy={codeId} className={`group mt-3 ${buttonClass("secondary")}`}>
        <span className="group-data-done:hidden">{copy}</span>
        <span className="hidden group-data-done:inline">{t("copied")}</span>
      </button>
      <PageScripts texts={{ copied: t("copied"), failed: t("copyFailed") }} />
    </ShownOnce>
  );
}

const focusElement = (element: HTMLElement | null) => element?.focus();

export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-sm bg-paper px-3 py-2 font-mono sm:grid-cols-3">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
