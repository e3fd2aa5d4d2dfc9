import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createBatches } from "./batches.ts";

const isAwaited = () => false;

/** Inserts that end when the test says so. */
function heldBatches() {
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

test("a lone row is inserted at once; those that come meanwhile share the next statement, at most 64", async () => {
  const { begun, add } = heldBatches();
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

test("nobody is answered before the own statement has ended", async () => {
  const { begun, add } = heldBatches();
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

test("a row that the database refuses fails alone", async () => {
  const { begun, add } = heldBatches();
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

test("a lost connection fails its batch once, and the next rows are inserted", async () => {
  const { begun, add } = heldBatches();
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

test("a row whose caller has been refused meanwhile is not inserted any more", async () => {
  const { begun, add } = heldBatches();
  void add(1, isAwaited);
  let isRefused = false;
  void add(2, () => isRefused);
  void add(3, isAwaited);
  isRefused = true;
  begun[0]?.end();
  await turn();
  expect(begun[1]?.rows).toEqual([3]);
});
