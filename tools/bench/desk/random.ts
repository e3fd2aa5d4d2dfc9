// Generates random numbers that are the same in every run.

export type Random = {
  /** Returns an integer from 0 to `end` - 1. */
  whole: (end: number) => number;
  /** Returns an integer from 0 to `end` - 1 that is more often small: the n-th has a weight of 1/√n. */
  skewed: (end: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** Creates a generator that uses the algorithm mulberry32. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (end: number) => Math.floor(next() * end);
  return {
    whole,
    skewed: (end) => Math.floor(next() ** 2 * end),
    pick: (items) => {
      const item = items[whole(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
  };
}
