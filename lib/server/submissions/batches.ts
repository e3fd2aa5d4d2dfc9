const rowsMax = 64;

type Waiting<Row, Stored> = {
  row: Row;
  /** Its caller does not wait any longer. */
  isRefused: () => boolean;
  resolve: (stored: Stored | undefined) => void;
  reject: (error: unknown) => void;
};

type Options<Row, Stored> = {
  /** Stores the rows in one statement. @returns what was stored for each row, in the order of the rows */
  insertAll: (rows: Row[]) => Promise<(Stored | undefined)[]>;
  /** Whether the database refused a row, rather than the statement. */
  isRefusedRow: (error: unknown) => boolean;
};

/**
 * Rows that arrive while an insert is under way share the next one, at most 64, so that one commit makes them all durable.
 * When the database refuses a row, each of its batch is inserted by itself: the row fails alone.
 */
export function createBatches<Row, Stored>({ insertAll, isRefusedRow }: Options<Row, Stored>) {
  const waiting: Waiting<Row, Stored>[] = [];
  let isUnderWay = false;

  async function insertWaiting(): Promise<void> {
    isUnderWay = true;
    while (waiting.length) await insert(waiting.splice(0, rowsMax).filter(({ isRefused }) => !isRefused()));
    isUnderWay = false;
  }

  async function insert(batch: Waiting<Row, Stored>[]): Promise<void> {
    if (!batch.length) return;
    try {
      const stored = await insertAll(batch.map(({ row }) => row));
      for (const [at, { resolve }] of batch.entries()) resolve(stored[at]);
    } catch (error) {
      if (batch.length > 1 && isRefusedRow(error)) for (const each of batch) await insert([each]);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** Resolves once the row is durable; with undefined where `insertAll` stored nothing for it. */
  return (row: Row, isRefused: () => boolean): Promise<Stored | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ row, isRefused, resolve, reject });
      if (!isUnderWay) void insertWaiting();
    });
}
