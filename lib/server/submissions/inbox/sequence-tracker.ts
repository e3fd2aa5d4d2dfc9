import "server-only";

/** Longer than any transaction that adds a row. */
const missingMilliseconds = 65_000;
/** A row that is not ready counts as ready after this time, for example without a worker. */
const unreadyMilliseconds = 10_000;
const missingMax = 1_000;

type Numbered = { id: number; isReady: boolean };

/**
 * Follows the rows of a table by their numbers. Numbers are assigned in order but committed in any order: skipped
 * numbers are looked up again until they appear or are too old to appear.
 */
export class SequenceTracker {
  #last: number;
  readonly #missing = new Map<number, number>();

  constructor(last: number) {
    this.#last = last;
  }

  get last(): number {
    return this.#last;
  }

  /** All rows up to this number have been taken or will never appear. */
  get floor(): number {
    return this.#missing.size ? Math.min(...this.#missing.keys()) - 1 : this.#last;
  }

  /** Skipped numbers that may still appear. */
  listMissing(now: number): number[] {
    for (const [id, since] of this.#missing) if (now - since > missingMilliseconds) this.#missing.delete(id);
    return [...this.#missing.keys()];
  }

  /** @returns the rows that are new and ready, each once */
  take<Row extends Numbered>(rows: Row[], now: number): Row[] {
    const ready: Row[] = [];
    for (const row of [...rows].sort((a, b) => a.id - b.id)) {
      const isNew = row.id > this.#last;
      if (!isNew && !this.#missing.has(row.id)) continue;
      if (isNew) this.#passOver(row.id, now);
      const since = this.#missing.get(row.id) ?? now;
      if (row.isReady || now - since > unreadyMilliseconds) {
        this.#missing.delete(row.id);
        ready.push(row);
      } else this.#missing.set(row.id, since);
    }
    return ready;
  }

  #passOver(id: number, now: number): void {
    for (let each = Math.max(this.#last + 1, id - missingMax); each < id; each++) this.#missing.set(each, now);
    this.#last = id;
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= missingMax) break;
      this.#missing.delete(oldest);
    }
  }
}
