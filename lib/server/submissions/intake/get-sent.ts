import "server-only";
import { AppError } from "../../../domain/errors.ts";
import { getDueAt, hasClock } from "../../../domain/submissions/core/clock.ts";
import { toReplyTerms } from "../../../domain/submissions/core/promises.ts";
import { toJudgedAnswers } from "../../../domain/submissions/core/questions.ts";
import { readTexts } from "../../../domain/submissions/core/stored-texts.ts";
import type { Sent } from "../../../domain/submissions/intake/receipt.ts";
import { database } from "../../db.ts";
import type { Receipt } from "./receipts.ts";

/** Finds the submission of a receipt. `gone`: withdrawn or erased. `away`: the database is unavailable. */
export async function getSent({ kind, id, route, sentAt }: Receipt): Promise<Sent | "gone" | "away"> {
  const where = { kind_id: { kind, id } };
  const row = await database((db) => db.submission.findUnique({ where })).catch(toAway);
  if (row === "away") return row;
  // After a restore, the number may belong to another submission.
  if (!row || row.consentWithdrawnAt || row.createdAt.getTime() !== sentAt.getTime()) return "gone";
  const { answers, createdAt, replyDueAt, replyHours, replyHoursRun } = row;
  return {
    ...(kind === "evaluation" ? { kind, ...readTexts(kind, row) } : { kind, ...readTexts(kind, row) }),
    answers: kind === "evaluation" ? toJudgedAnswers(answers) : [],
    promise: hasClock({ kind, route })
      ? { dueAt: getDueAt({ createdAt, replyDueAt }), terms: toReplyTerms({ replyHours, replyHoursRun }) }
      : null,
  };
}

function toAway(error: unknown): "away" {
  if (error instanceof AppError && error.kind === "unavailable") return "away";
  throw error;
}
