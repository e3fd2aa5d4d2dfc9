const rowsMax = 64;

type Waiting<Row, Stored> = {
  row: Row;
  /** Returns true once the caller has received an error. The row must then not be stored. */
  isRefused: () => boolean;
  resolve: (stored: Stored | undefined) => void;
  reject: (error: unknown) => void;
};

type Options<Row, Stored> = {
  /** @returns the stored value of each row, in the order of the rows */
  insertAll: (rows: Row[]) => Promise<(Stored | undefined)[]>;
  /** Returns whether the database rejected one row of the statement, not the whole statement. */
  isRefusedRow: (error: unknown) => boolean;
};

/** Inserts up to 64 rows per commit. If the database rejects a row, inserts each separately, so that only it fails. */
export function createBatches<Row, Stored>({ insertAll, isRefusedRow }: Options<Row, Stored>) {
  const waiting: Waiting<Row, Stored>[] = [];
  let isUnderWay = false;

  async function insertWaiting(): Promise<void> {
    isUnderWay = true;
    while (waiting.length) await insertBatch(waiting.splice(0, rowsMax));
    isUnderWay = false;
  }

  async function insertBatch(batch: Waiting<Row, Stored>[]): Promise<void> {
    const awaited = batch.filter(({ isRefused }) => !isRefused());
    for (const each of batch) if (!awaited.includes(each)) each.reject(new Error("the caller was refused meanwhile"));
    if (!awaited.length) return;
    try {
      const stored = await insertAll(awaited.map(({ row }) => row));
      for (const [at, { resolve }] of awaited.entries()) resolve(stored[at]);
    } catch (error) {
      if (awaited.length > 1 && isRefusedRow(error)) for (const each of awaited) await insertBatch([each]);
      else for (const { reject } of awaited) reject(error);
    }
  }

  /** Resolves once the row is durably stored, with undefined if `insertAll` stored nothing for it. */
  return (row: Row, isRefused: () => boolean): Promise<Stored | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ row, isRefused, resolve, reject });
      if (!isUnderWay) void insertWaiting();
    });
}
