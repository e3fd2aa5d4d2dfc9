import { env } from "../server/env.ts";
import { oncePerProcess } from "../server/process.ts";

/** Starts tracing once per process if an endpoint is set. Call this before prepareRequests(). */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env();
  if (!endpoint) return;
  const { traceRequests } = await import("./tracing.ts");
  oncePerProcess("tracing", () => {
    traceRequests(endpoint);
    return {};
  });
}
