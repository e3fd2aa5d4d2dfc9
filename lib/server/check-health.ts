import "server-only";
import type { HealthStatus, Readiness } from "../domain/health.ts";
import { database } from "./db.ts";

/** Spec 2.7: the process runs. */
export async function checkHealth(): Promise<HealthStatus> {
  return { status: "ok" };
}

/** @throws AppError `unavailable` when the database does not answer. */
export async function checkReadiness(): Promise<Readiness> {
  await database((db) => db.$queryRaw`SELECT 1`, "readiness");
  return { status: "ok", database: "ok" };
}
