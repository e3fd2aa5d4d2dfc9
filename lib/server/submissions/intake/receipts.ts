import "server-only";
import { onKind } from "../../../domain/errors.ts";
import { getDueAt, hasClock } from "../../../domain/submissions/core/clock.ts";
import { toReplyTerms } from "../../../domain/submissions/core/promises.ts";
import { toJudgedAnswers } from "../../../domain/submissions/core/questions.ts";
import { LeadRoute } from "../../../domain/submissions/core/schema.ts";
import { readTexts } from "../../../domain/submissions/core/submission.ts";
import {
  formatReference,
  parseReference,
  type SubmissionRef,
} from "../../../domain/submissions/core/submission-ref.ts";
import { receiptSeconds, type SentSubmission } from "../../../domain/submissions/intake/receipt.ts";
import { database } from "../../db.ts";
import { readSignedText, signText } from "../../derived-keys.ts";

/** Gives its holder access to the result and the sent texts. */
export type Receipt = SubmissionRef & {
  /** Null for an inquiry, which has no verdict. */
  route: LeadRoute | null;
  /** Keeps the receipt from being valid for another submission that gets the same number. */
  sentAt: Date;
};

const purpose = "submission receipts";

/** Signs the reference, the verdict and the time in base 36. */
export function writeReceipt({ kind, id, route, sentAt }: Receipt): string {
  return signText(purpose, [formatReference({ kind, id }), route ?? "", sentAt.getTime().toString(36)]);
}

/** Returns the newest receipt of this kind that we signed in the last seven days. */
export function readReceipt(kind: SubmissionRef["kind"], now: Date, ...given: unknown[]): Receipt | null {
  const receipts = given.flatMap((text) => parseReceipt(text) ?? []);
  const isValid = (receipt: Receipt) =>
    receipt.kind === kind && now.getTime() - receipt.sentAt.getTime() <= receiptSeconds * 1000;
  return receipts.filter(isValid).toSorted((a, b) => b.sentAt.getTime() - a.sentAt.getTime())[0] ?? null;
}

function parseReceipt(text: unknown): Receipt | undefined {
  const [reference = "", route = "", time = ""] = readSignedText(purpose, text) ?? [];
  const ref = parseReference(reference);
  return ref && { ...ref, route: LeadRoute.safeParse(route).data ?? null, sentAt: new Date(Number.parseInt(time, 36)) };
}

/** `gone`: withdrawn or erased. `away`: the database is unavailable. */
export async function findSentSubmission({
  kind,
  id,
  route,
  sentAt,
}: Receipt): Promise<SentSubmission | "gone" | "away"> {
  const where = { kind_id: { kind, id } };
  const row = await database((db) => db.submission.findUnique({ where })).catch(
    onKind("unavailable", () => "away" as const),
  );
  if (row === "away") return row;
  // After a database restore, the number may belong to another submission.
  if (!row || row.consentWithdrawnAt || row.createdAt.getTime() !== sentAt.getTime()) return "gone";
  const { answers, createdAt, replyDueAt, replyHours, replyHoursRun, sharedAt } = row;
  return {
    ...(kind === "evaluation" ? { kind, ...readTexts(kind, row) } : { kind, ...readTexts(kind, row) }),
    answers: kind === "evaluation" ? toJudgedAnswers(answers) : [],
    sharedAt,
    promise: hasClock({ kind, route })
      ? { dueAt: getDueAt({ createdAt, replyDueAt }), terms: toReplyTerms({ replyHours, replyHoursRun }) }
      : null,
  };
}
