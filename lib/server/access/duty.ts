import "server-only";
import type { Admin, Operator } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import {
  type Duty,
  type DutyChange,
  type OperatorDutyChange,
  toDuty,
  toFirstMoment,
} from "../../domain/submissions/core/duty.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";

/** @throws AppError `unavailable` */
export async function getDuty(_input: object, { operator, now }: { operator: Operator; now: Date }): Promise<Duty> {
  const select = { isOnDuty: true, offDutyUntil: true } as const;
  const stored = await database((db) => db.operator.findUniqueOrThrow({ where: { id: operator.id }, select }), "desk");
  return toDuty(stored, now);
}

/** @throws AppError `invalid_input` for a day outside the coming year; `unavailable` */
export async function changeDuty(
  change: DutyChange,
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  const data = { ...toStored(change, now), updatedAt: now };
  await database((db) => db.operator.update({ where: { id: operator.id }, data, select: { id: true } }), "desk");
}

/**
 * Changes the duty of any operator.
 * @throws AppError as `changeDuty`; `not_found`
 */
export async function changeOperatorDuty(
  { id, ...change }: OperatorDutyChange,
  { admin, now }: { admin: Admin; now: Date },
): Promise<void> {
  const duty = toStored(change, now);
  await database(
    (db) =>
      db.$transaction(async (tx) => {
        const [operator] = await tx.operator.updateManyAndReturn({
          data: { ...duty, updatedAt: now },
          select: { email: true },
          where: { id },
        });
        if (!operator) throw new AppError("not_found", "There is no such operator.");
        const details = { ...operator, duty: change.state, until: change.until ?? null };
        await recordAudit(tx, { at: now, actor: admin, action: "duty_changed", details });
      }),
    "desk",
  );
}

function toStored({ state, until }: DutyChange, now: Date): Duty {
  if (state === "on") return { isOnDuty: true, offDutyUntil: null };
  const offDutyUntil = until === undefined ? null : toFirstMoment(until, now, env().TIME_ZONE);
  if (until !== undefined && !offDutyUntil) throw new AppError("invalid_input", "Choose a day of the coming year.");
  return { isOnDuty: false, offDutyUntil };
}
