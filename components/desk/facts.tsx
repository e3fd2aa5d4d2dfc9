import type { ReactNode } from "react";

export type FactRow = { term: string; value: ReactNode };

/** Facts without a value are left out. */
export function Facts({ facts }: { facts: FactRow[] }) {
  return (
    <dl className="space-y-2">
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== "")
        .map(({ term, value }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}
