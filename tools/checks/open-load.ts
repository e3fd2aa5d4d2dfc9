/** Starts work at a fixed rate without waiting for earlier work, like real callers, who do not spare a slow service. */
export class OpenLoad {
  begun = 0;
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  /** `work` is called with 0, 1, 2 and so on, and must handle its own failures. */
  constructor(perSecond: number, work: (at: number) => Promise<void>) {
    const startedAt = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      while (this.begun < due) {
        const working = work(this.begun++).finally(() => this.#underWay.delete(working));
        this.#underWay.add(working);
      }
    }, 5);
  }

  /** Resolves when all started work has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }
}
