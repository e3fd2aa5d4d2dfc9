import type { ReactNode } from "react";

type Props = { id: string; title: string; note: string; children: ReactNode };

/** A chart with its numbers. `id` is that of its title. */
export function Panel({ id, title, note, children }: Props) {
  return (
    <figure aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface px-3 py-4 sm:px-5">
      <figcaption className="mb-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="mt-1 text-sm text-muted">{note}</p>
      </figcaption>
      {children}
    </figure>
  );
}

/** In the place of a chart that would be empty. */
export function Nothing({ text }: { text: string }) {
  return <p className="rounded-sm bg-paper px-4 py-6 text-center text-muted">{text}</p>;
}

/** Cells of the tables: names on the left, numbers on the right. */
const head = "pb-1 align-bottom font-normal text-muted";
export const nameHead = `${head} text-left`;
export const numberHead = `${head} pl-2 text-right`;
export const nameCell = "py-1 text-left font-normal";
export const numberCell = "py-1 pl-2 text-right align-bottom tabular-nums";
export const tableLook = "w-full table-fixed text-sm max-sm:text-[0.8125rem]";
