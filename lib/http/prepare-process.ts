/** Prepares a Next process for its first request. Modules load one after another, because the log must come first. */
export async function prepareProcess({ isProduction }: { isProduction: boolean }): Promise<void> {
  const { logConsole } = await import("../server/log.ts");
  if (isProduction) logConsole();
  const [{ env }, { readStartContent }] = await Promise.all([
    import("../server/env.ts"),
    import("../server/site-start.ts"),
  ]);
  // Checks all variables and texts now, so that a wrong one is reported at the start, not by the first request.
  env();
  readStartContent();
  const { warnOfMissingBackgroundProcess } = await import("../server/host.ts");
  warnOfMissingBackgroundProcess();
  const { prepareRequests, startTracing } = await import("./prepare-requests.ts");
  await startTracing();
  prepareRequests({ usesNextRouter: true });
  await prepareWithNext();
}

/**
 * Without our own server, makes the preparations that it would make. Listens only to signals that already have a
 * listener, because the first listener of a signal would keep a serverless function alive.
 */
async function prepareWithNext(): Promise<void> {
  const [{ env }, { isOwnServer }, { beginStopping }, { prepareLimits }] = await Promise.all([
    import("../server/env.ts"),
    import("../server/host.ts"),
    import("../server/process.ts"),
    import("../server/limits/submission-limits.ts"),
  ]);
  if (isOwnServer()) return;
  await prepareLimits();
  for (const signal of ["SIGTERM", "SIGINT"]) if (process.listenerCount(signal)) process.once(signal, beginStopping);
  if (env().METRICS_PORT === undefined) return;
  const { serveMetrics } = await import("./metrics.ts");
  await serveMetrics();
}
