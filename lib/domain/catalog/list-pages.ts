export const entriesPerPage = 24;

export type ListPage = {
  /** Page number, starting at 1. */
  number: number;
  pageCount: number;
  start: number;
  /** Index of the entry after the page's last one. */
  end: number;
};

/** Returns 1 for anything but a number from 1 to 9999. If the parameter is repeated, the first value counts. */
export function readPageNumber(value: string | string[] | undefined): number {
  const given = Array.isArray(value) ? (value[0] ?? "") : (value ?? "");
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1;
}

export function findListPage(number: number, entryCount: number): ListPage | null {
  const pageCount = Math.max(1, Math.ceil(entryCount / entriesPerPage));
  if (number > pageCount) return null;
  const start = (number - 1) * entriesPerPage;
  return { number, pageCount, start, end: Math.min(start + entriesPerPage, entryCount) };
}

/** Null stands for a gap of two or more pages. */
export function listPageNumbers({ number, pageCount }: ListPage): (number | null)[] {
  const shown = [1, number - 1, number, number + 1, pageCount].filter((each) => each >= 1 && each <= pageCount);
  return [...new Set(shown)].flatMap((each, at, all) => {
    const skipped = each - (all[at - 1] ?? 0) - 1;
    if (skipped === 0) return [each];
    return skipped === 1 ? [each - 1, each] : [null, each];
  });
}
