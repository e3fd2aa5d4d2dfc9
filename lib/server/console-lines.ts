import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { pino } from "pino";
import { describeError, lineFormat } from "./log.ts";
import { oncePerProcess } from "./once-per-process.ts";

const state = oncePerProcess("console", () => ({ isLogged: false }));
const levels = { debug: "info", log: "info", info: "info", warn: "warn", trace: "warn", error: "error" } as const;
type Method = keyof typeof levels;

/**
 * Turns everything this process prints into JSON log lines, whatever LOG_LEVEL is; on a terminal it stays text. Next 16
 * accepts no logger: it writes to the console, and Node writes its warnings and fatal errors to standard error.
 */
export function logConsole(): void {
  if (process.stdout.isTTY || state.isLogged) return;
  state.isLogged = true;
  // Not LOG_LEVEL: it may be the invalid variable to report.
  const lines = pino({ ...lineFormat, level: "info" });
  const write = (level: (typeof levels)[Method], parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    const text = format(...parts.filter((part) => part === null || typeof part !== "object"));
    lines[level](error ? { error: describeError(error) } : {}, stripVTControlCharacters(text).trim());
  };
  for (const [method, level] of Object.entries(levels)) {
    console[method as Method] = (...parts) => write(level, parts);
  }
  // Node's own listener prints text. The stack of a warning is left out.
  process
    .removeAllListeners("warning")
    .on("warning", ({ name, message }) => lines.warn({ warning: name }, stripVTControlCharacters(message)));
  process.on("uncaughtException", (error) => {
    // Next logs it as well and continues.
    if (process.listenerCount("uncaughtException") > 1) return;
    write("error", ["uncaughtException", error]);
    process.exit(1);
  });
}
