import { z } from "zod/mini";

/** Spec 2.7. */
export const HealthStatus = z.object({ status: z.string() });
export type HealthStatus = z.infer<typeof HealthStatus>;

/** Ours: the service can do its work, which needs the database. When it cannot, the answer is a 503. */
export const Readiness = z.object({ status: z.literal("ok"), database: z.literal("ok") });
export type Readiness = z.infer<typeof Readiness>;
