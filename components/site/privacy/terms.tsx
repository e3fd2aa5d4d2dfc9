import type { ReactNode } from "react";

type Props = { items: { term: string; text: ReactNode }[] };

export function Terms({ items }: Props) {
  return (
    <dl className="mt-3 border-t border-line">
      {items.map(({ term, text }) => (
        <div
          key={term}
          className="break-inside-avoid gap-x-6 border-b border-line py-2.5 sm:grid sm:grid-cols-[2fr_3fr]"
        >
          <dt className="font-semibold">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
