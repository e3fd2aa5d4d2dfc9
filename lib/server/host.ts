import { AppError } from "../domain/errors.ts";
import { env } from "./env.ts";
import { log } from "./log.ts";
import { oncePerProcess } from "./process.ts";

const state = oncePerProcess("host", () => ({ isOwnServer: false }));

/** Records that our own server runs this process, which therefore also sends mails and deletes expired data. */
export function markOwnServer(): void {
  state.isOwnServer = true;
}

export function isOwnServer(): boolean {
  return state.isOwnServer;
}

/** Returns whether the app runs on serverless functions or `next start`, where the platform's cron calls /api/tasks. */
export function isServerless(): boolean {
  return !state.isOwnServer && env().ENCAJE_HOST === "serverless";
}

const reason = "Started without the service's own server: nobody sends mails or purges.";
const advice = "Use npm start, or set ENCAJE_HOST=serverless and what it needs (docs/run.md, Serverless).";

/** @throws AppError `unavailable` if no process would send mails and delete expired data */
export function requireBackgroundProcess(): void {
  if (!state.isOwnServer && !isServerless()) throw new AppError("unavailable", `${reason} ${advice}`);
}

export function warnOfMissingBackgroundProcess(): void {
  try {
    requireBackgroundProcess();
  } catch {
    log().error(`${reason} /api/readyz responds with 503. ${advice}`);
  }
}
