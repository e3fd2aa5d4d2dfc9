import type { ReactNode } from "react";

type Column<Row> = {
  /** Must be unique in the table. */
  header: string;
  cell: (row: Row) => ReactNode;
  isRowHeader?: boolean;
  /** Narrow pages show the header before each value. */
  isLabelled?: boolean;
  className?: string;
};

type Props<Row> = { caption: string; columns: Column<Row>[]; rows: Row[]; getKey: (row: Row) => string };

/** Narrow pages show each row as a block. */
export function Table<Row>({ caption, columns, rows, getKey }: Props<Row>) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <table className="block w-full text-left text-sm lg:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group lg:border-b lg:border-line">
          <tr>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className="px-4 py-2 font-semibold text-muted">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line lg:table-row-group">
          {rows.map((row) => (
            <tr key={getKey(row)} className="block py-2 lg:table-row">
              {columns.map(({ header, cell, isRowHeader, isLabelled, className = "" }) => {
                const Cell = isRowHeader ? "th" : "td";
                return (
                  <Cell
                    key={header}
                    scope={isRowHeader ? "row" : undefined}
                    className={`block px-4 py-0.5 wrap-anywhere lg:table-cell lg:py-2.5 lg:align-middle ${className} ${isRowHeader ? "font-semibold" : ""}`}
                  >
                    {isLabelled && <span className="text-muted lg:hidden">{header}: </span>}
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
