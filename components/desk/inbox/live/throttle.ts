/** Calls `run` at most once per interval and never in parallel. A request made during a call leads to another call. */
export class Throttle {
  readonly #run: () => unknown;
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isAskedAgain = false;

  constructor(run: () => unknown, milliseconds: number) {
    this.#run = run;
    this.#milliseconds = milliseconds;
  }

  ask(): void {
    if (this.#isRunning) this.#isAskedAgain = true;
    else this.#timer ??= setTimeout(() => void this.#start(), this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAskedAgain = false;
  }

  async #start(): Promise<void> {
    this.#timer = undefined;
    this.#isRunning = true;
    try {
      await this.#run();
    } finally {
      this.#isRunning = false;
      if (this.#isAskedAgain) this.ask();
      this.#isAskedAgain = false;
    }
  }
}
