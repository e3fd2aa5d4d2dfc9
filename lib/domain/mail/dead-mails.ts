import * as z from "zod/mini";

const jobsMax = 100;

/** Dead mails: by the ids of their jobs, or all there are, however many. */
export const DeadMails = z
  .object({
    jobs: z.optional(z.array(z.uuid()).check(z.maxLength(jobsMax))),
    all: z.optional(z.literal(true)),
  })
  .check(z.refine(({ jobs = [], all = false }) => jobs.length > 0 !== all));
export type DeadMails = z.infer<typeof DeadMails>;
