import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "../../turns.ts";
import { createBatches } from "./batches.ts";

const isAwaited = () => false;

/** Creates batches whose inserts end when the test decides. */
function pausedBatches() {
  const begun: { rows: number[]; end: (error?: Error) => void }[] = [];
  const add = createBatches<number, string>({
    insertAll: (rows) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(rows.map((row) => (row < 0 ? undefined : `row ${row}`)));
        begun.push({ rows, end });
      }),
    isRefusedRow: (error) => error instanceof Error && error.message === "refused row",
  });
  return { begun, add };
}

test("inserts up to 64 rows that arrive during a statement in the next one", async () => {
  const { begun, add } = pausedBatches();
  const results = Array.from({ length: 80 }, (_, row) => add(row, isAwaited));
  expect(begun.map(({ rows }) => rows.length)).toEqual([1]);
  for (const length of [64, 15]) {
    begun.at(-1)?.end();
    await turn();
    expect(begun.at(-1)?.rows).toHaveLength(length);
  }
  begun.at(-1)?.end();
  expect(await Promise.all(results)).toEqual(Array.from({ length: 80 }, (_, row) => `row ${row}`));
  expect(begun).toHaveLength(3);
});

test("resolves a call only after the statement with its row has ended", async () => {
  const { begun, add } = pausedBatches();
  const answered: number[] = [];
  for (const row of [1, 2, -3]) void add(row, isAwaited).then(() => answered.push(row));
  await turn();
  expect(answered).toEqual([]);
  begun[0]?.end();
  await turn();
  expect(answered).toEqual([1]);
  begun[1]?.end();
  await turn();
  expect(answered).toEqual([1, 2, -3]);
});

test("rejects only the row of a batch that the database rejected", async () => {
  const { begun, add } = pausedBatches();
  const results = [1, 2, 3, 4].map((row) => add(row, isAwaited).catch(({ message }: Error) => message));
  begun[0]?.end();
  await turn();
  begun[1]?.end(new Error("refused row"));
  for (const at of [2, 3, 4]) {
    await turn();
    expect(begun[at]?.rows).toEqual([at]);
    begun[at]?.end(at === 3 ? new Error("refused row") : undefined);
  }
  expect(await Promise.all(results)).toEqual(["row 1", "row 2", "refused row", "row 4"]);
});

test("rejects a whole batch when the connection is lost, and inserts the next rows", async () => {
  const { begun, add } = pausedBatches();
  const results = [1, 2, 3].map((row) => add(row, isAwaited).catch(({ message }: Error) => message));
  begun[0]?.end();
  await turn();
  const later = add(4, isAwaited);
  begun[1]?.end(new Error("lost"));
  await turn();
  expect(begun[2]?.rows).toEqual([4]);
  begun[2]?.end();
  expect(await Promise.all([...results, later])).toEqual(["row 1", "lost", "lost", "row 4"]);
});

test("does not insert a row whose caller has been refused in the meantime", async () => {
  const { begun, add } = pausedBatches();
  void add(1, isAwaited);
  let isRefused = false;
  const refused = add(2, () => isRefused).catch(({ message }: Error) => message);
  void add(3, isAwaited);
  isRefused = true;
  begun[0]?.end();
  await turn();
  expect(begun[1]?.rows).toEqual([3]);
  // The call must settle, because it keeps its turn until then.
  expect(await refused).toBe("the caller was refused meanwhile");
});

test("inserts several rows per statement again after the database hung", async () => {
  let statements = 0;
  let hung: PromiseWithResolvers<void> | undefined = Promise.withResolvers();
  const add = createBatches<number, number>({
    insertAll: async (rows) => {
      statements += 1;
      await sleep(2);
      if (!hung) return rows;
      await hung.promise;
      throw new Error("lost");
    },
    isRefusedRow: () => false,
  });
  const takeTurn = createTurns(
    { concurrency: 50, waitingMax: 1_000, waitMillisecondsMax: 5_000, silenceMillisecondsMax: 1_000 },
    () => false,
  );
  const burst = () =>
    Promise.all(
      Array.from({ length: 300 }, (_, row) =>
        takeTurn((isRefused) => add(row, isRefused)).then(
          () => "stored",
          ({ message }: Error) => message,
        ),
      ),
    );
  expect(new Set(await burst())).toEqual(new Set(["the database does not respond"]));
  hung.resolve();
  hung = undefined;
  statements = 0;
  expect(new Set(await burst())).toEqual(new Set(["stored"]));
  expect(statements).toBeLessThan(100);
});
