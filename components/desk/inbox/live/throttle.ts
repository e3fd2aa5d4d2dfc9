/** Calls `run` once for all requests within the interval that begins with the first. */
export function createThrottle(run: () => unknown, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const ask = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void run();
    }, milliseconds);
  };
  return { ask, stop };
}
