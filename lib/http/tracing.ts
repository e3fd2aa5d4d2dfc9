// Import this module only if OTEL_EXPORTER_OTLP_ENDPOINT is set, because it loads OpenTelemetry.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import packageJson from "#package.json" with { type: "json" };
import { type SeenRequest, type SeenWork, seen } from "../server/seen.ts";

const sendEveryMilliseconds = 2_000;

/** Call this before prepareRequests(). The trace provider is not global: Next would use it and send full URLs. */
export function traceRequests(endpoint: string): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "encaje", "service.version": packageJson.version }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: sendEveryMilliseconds })],
  });
  const tracer = provider.getTracer("encaje");
  const current = new AsyncLocalStorage<Span>();
  subscribe("http.server.request.start", () =>
    current.enterWith(tracer.startSpan("request", { kind: SpanKind.SERVER }, ROOT_CONTEXT)),
  );
  subscribe(seen.request.name, (message) => {
    const { operation, status } = message as SeenRequest;
    const span = current.getStore();
    span?.updateName(operation).setAttribute("http.response.status_code", status);
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  subscribe(seen.work.name, (message) => {
    const { kind, milliseconds, isDone } = message as SeenWork;
    const parent = current.getStore();
    // Traces nothing outside a request, such as the worker's query of the queue every second.
    if (!parent?.isRecording()) return;
    const startTime = Date.now() - milliseconds;
    const options = { kind: SpanKind.CLIENT, startTime, attributes: { "db.system.name": "postgresql" } };
    const span = tracer.startSpan(`database ${kind}`, options, trace.setSpan(ROOT_CONTEXT, parent));
    if (!isDone) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}
