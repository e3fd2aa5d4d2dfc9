import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { pino } from "pino";
import { env } from "./env.ts";
import { oncePerProcess } from "./process.ts";

const lineFormat = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime };

const bufferBytesMax = 2 ** 20;
const writeBytesMin = 2 ** 13;
const exitWaitsMax = 20;

/**
 * Standard output for all lines, of which those of one turn of the event loop are written at once. A full disk or a
 * stalled reader must not stop the service: lines wait in the buffer, which is tried again each second, and are lost
 * beyond it.
 */
const output = oncePerProcess("log-output", () => {
  let waitsLeft = 0;
  const options = { sync: true, minLength: writeBytesMin, maxLength: bufferBytesMax, periodicFlush: 1000 };
  // A wait blocks the process for a tenth of a second.
  const stream = pino.destination({ ...options, dest: 1, retryEAGAIN: () => waitsLeft-- > 0 });
  stream.on("error", () => undefined);
  process.once("exit", () => {
    waitsLeft = exitWaitsMax;
    stream.flush();
  });
  let isDue = false;
  const flush = () => {
    isDue = false;
    stream.flush();
  };
  const write = (line: string) => {
    stream.write(line);
    if (!isDue) setImmediate(flush);
    isDue = true;
  };
  return { write };
});

let logger: pino.Logger | undefined;

/** Never pass it a person's name, address or text. */
export function log(): pino.Logger {
  logger ??= pino({ ...lineFormat, level: env().LOG_LEVEL }, output);
  return logger;
}

const causeDepthMax = 4;

/** Describes an unexpected error without its message, which may quote a person's data. */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const stack = error.stack ?? "";
  const frames = stack.slice(stack.indexOf(error.message) + error.message.length).match(/^\s+at .*$/gm) ?? [];
  const hasCause = error.cause !== undefined && depth < causeDepthMax;
  return {
    name: error.name,
    code: "code" in error ? error.code : undefined,
    at: frames.slice(0, 8).map((frame) => frame.trim()),
    cause: hasCause ? describeError(error.cause, depth + 1) : undefined,
  };
}

const state = oncePerProcess("console", () => ({ isLogged: false }));
const levels = { debug: "info", log: "info", info: "info", warn: "warn", trace: "warn", error: "error" } as const;
type Method = keyof typeof levels;

/**
 * Turns console output into JSON lines, whatever LOG_LEVEL is, except on a terminal. Next 16 accepts no logger: it
 * writes to the console, and Node writes its warnings and fatal errors to standard error.
 */
export function logConsole(): void {
  if (process.stdout.isTTY || state.isLogged) return;
  state.isLogged = true;
  // Ignores LOG_LEVEL, because an invalid LOG_LEVEL may be the very error to report.
  const lines = pino({ ...lineFormat, level: "info" }, output);
  const write = (level: (typeof levels)[Method], parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    const text = format(...parts.filter((part) => part === null || typeof part !== "object"));
    lines[level](error ? { error: describeError(error) } : {}, stripVTControlCharacters(text).trim());
  };
  for (const [method, level] of Object.entries(levels)) {
    console[method as Method] = (...parts) => write(level, parts);
  }
  // Replaces Node's own listener for warnings, which prints text. Leaves out a warning's stack trace.
  process
    .removeAllListeners("warning")
    .on("warning", ({ name, message }) => lines.warn({ warning: name }, stripVTControlCharacters(message)));
  process.on("uncaughtException", (error) => {
    // If Next has added a listener, that listener logs the error and the process continues.
    if (process.listenerCount("uncaughtException") > 1) return;
    write("error", ["uncaughtException", error]);
    process.exit(1);
  });
}
