import "server-only";
import * as z from "zod/mini";
import { Prisma } from "../generated/prisma/client.ts";
import { mailQueue } from "../queue/queue.ts";

const jobsMax = 100;

/** Dead mails: by the ids of their jobs, or all there are, however many. What else a form has is kept. */
export const DeadMails = z
  .looseObject({
    jobs: z.optional(z.array(z.uuid()).check(z.maxLength(jobsMax))),
    all: z.optional(z.literal("yes")),
  })
  .check(z.refine(({ jobs = [], all }) => jobs.length > 0 !== (all === "yes")));
export type DeadMails = Pick<z.infer<typeof DeadMails>, "jobs" | "all">;

/** Picks their rows in the queue. */
export function areDead({ jobs = [], all }: DeadMails): Prisma.Sql {
  const dead = Prisma.sql`name = ${mailQueue} AND state = 'failed'`;
  return all ? dead : Prisma.sql`${dead} AND id = ANY (${jobs}::uuid[])`;
}
