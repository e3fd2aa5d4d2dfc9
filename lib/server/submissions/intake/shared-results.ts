// The link that shows others the result of an evaluation: verdict and answers, but nothing about the person.
import "server-only";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { type JudgedAnswer, toJudgedAnswers } from "../../../domain/submissions/core/questions.ts";
import { LeadRoute } from "../../../domain/submissions/core/schema.ts";
import { sharedLinkDays } from "../../../domain/submissions/intake/receipt.ts";
import { database } from "../../db.ts";
import { openText, sealText } from "../../derived-keys.ts";
import type { Receipt } from "./receipts.ts";

const purpose = "shared results";

type SharedLink = { id: number; sharedAt: Date };

/** Seals the number, because it is also the reference, and the link's time. Ending the link deletes the stored time. */
export function writeSharedToken({ id, sharedAt }: SharedLink): string {
  return sealText(purpose, JSON.stringify([id, sharedAt.getTime()]));
}

function readSharedToken(token: unknown): SharedLink | undefined {
  const text = openText(purpose, token);
  if (text === undefined) return undefined;
  const [id, time]: [number, number] = JSON.parse(text);
  return { id, sharedAt: new Date(time) };
}

/** Stores when the link was created, unless there is one. Null ends the link. @throws AppError `unavailable` */
export async function setSharedAt({ id, sentAt }: Receipt, sharedAt: Date | null): Promise<void> {
  const where = {
    kind: "evaluation",
    id,
    createdAt: sentAt,
    consentWithdrawnAt: null,
    ...(sharedAt && { sharedAt: null }),
  };
  await database((db) => db.submission.updateMany({ data: { sharedAt }, where }));
}

type SharedResult = { route: LeadRoute; answers: JudgedAnswer[]; sharedAt: Date };

/**
 * Returns null for a forged, ended or expired link, and for one to a submission that was withdrawn or erased: nobody
 * can tell them apart. Spam is shown, because a sender must not learn what counts as spam.
 * @throws AppError `unavailable`
 */
export async function findSharedResult(token: unknown, { now }: { now: Date }): Promise<SharedResult | null> {
  const shared = readSharedToken(token);
  if (!shared || now.getTime() >= shared.sharedAt.getTime() + sharedLinkDays * dayMilliseconds) return null;
  const standing = { consentWithdrawnAt: null };
  const row = await database((db) =>
    db.submission.findFirst({
      select: { route: true, answers: true },
      where: { kind: "evaluation", ...shared, ...standing, OR: [{ repeatOf: null }, { first: standing }] },
    }),
  );
  const { sharedAt } = shared;
  return row && { route: LeadRoute.parse(row.route), answers: toJudgedAnswers(row.answers), sharedAt };
}
