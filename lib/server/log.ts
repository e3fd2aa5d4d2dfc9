import "server-only";
import { pino } from "pino";
import { env } from "./env.ts";

let logger: pino.Logger | undefined;

/** JSON lines on standard output. No name, e-mail, text or address of a person is ever handed to it. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
  return logger;
}

/** What may be logged of an unexpected error: its kind and where it came from. Messages can quote a person. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const at = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    code: "code" in error ? error.code : undefined,
    at: at?.slice(0, 8).map((line) => line.trim()),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
