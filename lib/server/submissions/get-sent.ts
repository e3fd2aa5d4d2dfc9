import "server-only";
import { AppError } from "../../domain/errors.ts";
import { toJudgedAnswers } from "../../domain/submissions/questions.ts";
import type { Sent } from "../../domain/submissions/receipt.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";

/** For whoever holds the receipt. Null once it is withdrawn or erased, and while the database is away. */
export async function getSent({ kind, id }: SubmissionRef): Promise<Sent | null> {
  const select = {
    ...{ name: true, email: true, text: true, role: true, company: true, phone: true, discoverySource: true },
    ...{ topic: true, answers: true, consentWithdrawnAt: true },
  } as const;
  const where = { kind_id: { kind, id } };
  const row = await database((db) => db.submission.findUnique({ where, select })).catch(ignoreUnavailable);
  if (!row || row.consentWithdrawnAt) return null;
  const { answers, consentWithdrawnAt: _, ...sent } = row;
  return { ...sent, answers: kind === "evaluation" ? toJudgedAnswers(answers) : [] };
}

function ignoreUnavailable(error: unknown): null {
  if (error instanceof AppError && error.kind === "unavailable") return null;
  throw error;
}
