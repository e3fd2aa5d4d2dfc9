import { randomUUID } from "node:crypto";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";
import { query } from "./test.ts";

/** Stores a dead mail of a submission, like a worker would. @returns its id */
export async function storeDeadMail(
  kind: SubmissionKind,
  id: number,
  { mail, event }: { mail: string; event?: string | undefined } = { mail: "acknowledgement" },
): Promise<string> {
  const dead = randomUUID();
  const fault = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };
  await query(
    `INSERT INTO mails (id, mail, kind, submission_id, event_id, state, due_at, next_at, attempts, fault)
     VALUES ($1, $2, $3, $4, $5, 'dead', now(), now(), 1, $6)`,
    [dead, mail, kind, id, event, fault],
  );
  return dead;
}

/** Reads the state of a mail. @returns undefined once a worker has sent the mail and deleted its row */
export const readState = async (mail: string) =>
  (await query("SELECT state FROM mails WHERE id = $1", [mail]))[0]?.state;
