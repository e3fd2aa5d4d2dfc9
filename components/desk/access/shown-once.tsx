import type { ReactNode } from "react";

type Props = { id: string; title: string; hint: string; heading?: "h2" | "h3"; children: ReactNode };

/** Shows a new secret and takes the focus. Give each secret a key of its own. */
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
