import "server-only";

/** Time after which a skipped number is given up: longer than any transaction that adds a row. */
const missingMilliseconds = 65_000;
/** Time after which a row counts as ready anyway, for example if no worker runs. */
const unreadyMilliseconds = 10_000;
const missingMax = 1_000;

type Numbered = { id: number; isReady: boolean };

/**
 * Follows the rows of a table by their numbers. Numbers are assigned in order, but their rows are committed in any
 * order. So skipped numbers are looked up again until they appear or are given up.
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

  /** The number up to which all rows have been returned or will never appear. */
  get floor(): number {
    return this.#missing.size ? Math.min(...this.#missing.keys()) - 1 : this.#last;
  }

  /** Lists skipped numbers that may still appear. */
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
