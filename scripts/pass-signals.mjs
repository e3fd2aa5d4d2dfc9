/**
 * Calls `end` on each signal, and when the parent npm has ended: npm does not pass SIGTERM on to its child.
 * @returns a function that stops the calls
 */
export function passSignals(end) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, end);
  const parent = process.ppid;
  const watch = () => process.ppid === parent || end("SIGTERM");
  const timer = process.env.npm_lifecycle_event ? setInterval(watch, 250).unref() : undefined;
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, end);
  };
}
