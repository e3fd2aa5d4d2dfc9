import type { Instrumentation } from "next";

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logConsole } = await import("./lib/server/console-lines.ts");
  if (process.env.NODE_ENV === "production") logConsole();
  const [{ env }, { site }] = await Promise.all([import("./lib/server/env.ts"), import("./lib/server/site.ts")]);
  // A wrong value or text is named in the log at the start, not with the first request.
  try {
    env();
    site();
  } catch (error) {
    if (error instanceof Error) console.error(error.message);
    throw error;
  }
  const { warnOfMissingHost } = await import("./lib/server/host.ts");
  warnOfMissingHost();
  const { startTracing } = await import("./lib/http/start-tracing.ts");
  await startTracing();
  const { prepareRequests } = await import("./lib/http/prepare-requests.ts");
  prepareRequests({ redirects: true });
  await prepareWithNext();
  if (env().METRICS_PORT === undefined) return;
  const { serveMetrics } = await import("./lib/http/metrics.ts");
  await serveMetrics();
}

/** What our own server does by itself. Where nobody listens, such as in a function, a listener would keep the process alive. */
async function prepareWithNext(): Promise<void> {
  const [{ isOwnServer }, { beginStopping }, { prepareLimits }] = await Promise.all([
    import("./lib/server/host.ts"),
    import("./lib/server/stopping.ts"),
    import("./lib/server/limits/submission-limits.ts"),
  ]);
  if (isOwnServer()) return;
  await prepareLimits();
  for (const signal of ["SIGTERM", "SIGINT"]) if (process.listenerCount(signal)) process.once(signal, beginStopping);
}

export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notePageError } = await import("./lib/http/page-outage.ts");
  notePageError(error, routePath);
};
