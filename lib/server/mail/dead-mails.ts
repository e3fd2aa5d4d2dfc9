import "server-only";
import type { DeadMails } from "../../domain/mail/dead-mails.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { mailQueue } from "../queue/queue.ts";

/** Picks their rows in the queue. */
export function areDead({ jobs = [], all }: DeadMails): Prisma.Sql {
  const dead = Prisma.sql`name = ${mailQueue} AND state = 'failed'`;
  return all ? dead : Prisma.sql`${dead} AND id = ANY (${jobs}::uuid[])`;
}
