import { randomUUID } from "node:crypto";
import type { SubmissionKind } from "../../lib/domain/submissions/submission-ref.ts";
import { query } from "./test.ts";

/** A dead mail of a submission, as a worker leaves it. @returns the id of its job */
export async function givenUp(
  kind: SubmissionKind,
  id: number,
  data: object = { mail: "acknowledgement" },
): Promise<string> {
  const job = randomUUID();
  const output = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };
  await query(
    `INSERT INTO pgboss.job (id, name, data, state, policy, retry_limit, started_on, completed_on, output)
     VALUES ($1, 'mail', $2, 'failed', 'standard', 0, now(), now(), $3)`,
    [job, { ...data, kind, id }, output],
  );
  return job;
}

/** Undefined when a worker has sent it. */
export const readState = async (job: string) =>
  (await query("SELECT state FROM pgboss.job WHERE id = $1", [job]))[0]?.state;
