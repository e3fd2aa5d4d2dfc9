const closers: (() => Promise<unknown>)[] = [];

/** Latest first, also when the check is interrupted. */
export function atEnd(closer: () => Promise<unknown>): void {
  closers.unshift(closer);
}

/** Runs a check and ends the process: with 0 where it returns true. */
export async function runCheck(check: () => Promise<boolean>): Promise<never> {
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.once(signal, () => end(1));
  try {
    return await end((await check()) ? 0 : 1);
  } catch (error) {
    console.error(error);
    return end(1);
  }
}

async function end(code: number): Promise<never> {
  for (const closer of closers.splice(0)) await closer();
  process.exit(code);
}
