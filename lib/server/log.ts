import "server-only";
import { pino } from "pino";
import { env } from "./env.ts";

export const lineFormat = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime };

let logger: pino.Logger | undefined;

/** Never pass it a person's name, address or text. */
export function log(): pino.Logger {
  logger ??= pino({ ...lineFormat, level: env().LOG_LEVEL });
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
