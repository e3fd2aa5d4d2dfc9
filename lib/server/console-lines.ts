import "server-only";
import { format, stripVTControlCharacters } from "node:util";
import { pino } from "pino";
import { describeError, lineFormat } from "./log.ts";
import { oncePerProcess } from "./once-per-process.ts";

const state = oncePerProcess("console", () => ({ isLogged: false }));
const levels = { debug: "info", log: "info", info: "info", warn: "warn", trace: "warn", error: "error" } as const;
type Method = keyof typeof levels;

/**
 * From now on, whatever this process prints is a JSON line of the log, whatever LOG_LEVEL is; on a terminal it stays
 * text. Next 16 cannot be given a logger: it writes to the console, and Node its warnings and last words to standard
 * error.
 */
export function logConsole(): void {
  if (process.stdout.isTTY || state.isLogged) return;
  state.isLogged = true;
  // LOG_LEVEL may be the wrong variable that is to be named.
  const lines = pino({ ...lineFormat, level: "info" });
  const write = (level: (typeof levels)[Method], parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    const text = format(...parts.filter((part) => part === null || typeof part !== "object"));
    lines[level](error ? { error: describeError(error) } : {}, stripVTControlCharacters(text).trim());
  };
  for (const [method, level] of Object.entries(levels)) {
    console[method as Method] = (...parts) => write(level, parts);
  }
  // Node's own listener prints text. A warning is about what it says, not about where it was said.
  process
    .removeAllListeners("warning")
    .on("warning", ({ name, message }) => lines.warn({ warning: name }, stripVTControlCharacters(message)));
  process.on("uncaughtException", (error) => {
    // Next logs it, too, and goes on.
    if (process.listenerCount("uncaughtException") > 1) return;
    write("error", ["uncaughtException", error]);
    process.exit(1);
  });
}
