/**
 * However often it is asked for, `run` runs once in so many milliseconds, and once more for what is asked while it runs.
 */
export class Paced {
  readonly #run: () => unknown;
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => unknown, milliseconds: number) {
    this.#run = run;
    this.#milliseconds = milliseconds;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
