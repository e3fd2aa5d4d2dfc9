import "server-only";
import {
  type Admin,
  type AdminContext,
  type ListedOperator,
  type Operator,
  type OperatorContext,
  type OperatorRole,
  toOperatorRole,
} from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import type { Locale } from "../../domain/locale.ts";
import {
  type Duty,
  type DutyChange,
  getCurrentDuty,
  type OperatorDutyChange,
  toReturnTime,
} from "../../domain/submissions/core/duty.ts";
import type { NewSignature } from "../../domain/submissions/reply/reply.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import { env } from "../env.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { createAdminsOnlyError, deleteInvitationsBy, endOperatorAccess } from "./sessions.ts";

/** Lists all operators by name, including disabled ones. */
export async function listOperators({ now }: AdminContext): Promise<ListedOperator[]> {
  const select = {
    id: true,
    name: true,
    email: true,
    role: true,
    twoFactorEnabled: true,
    disabledAt: true,
    isOnDuty: true,
    offDutyUntil: true,
  } as const;
  const rows = await database(
    (db) => db.operator.findMany({ select, orderBy: [{ name: "asc" }, { id: "asc" }] }),
    "desk",
  );
  return rows.map(({ twoFactorEnabled, role, ...row }) => ({
    ...row,
    ...getCurrentDuty(row, now),
    role: toOperatorRole(role),
    hasSecondFactor: twoFactorEnabled,
  }));
}

/** Refuses to demote the last admin. @throws AppError `forbidden` to a former admin; `not_found`; `conflict` */
export async function changeRole(
  { id, role }: { id: string; role: OperatorRole },
  { admin, now }: AdminContext,
): Promise<void> {
  await changeOperator(admin, id, async (db, { email, role: from }) => {
    if (from === role) return;
    if (role === "member") {
      await requireAnotherAdmin(db, id);
      await deleteInvitationsBy(db, id);
    }
    await db.operator.update({ where: { id }, data: { role, updatedAt: now }, select: { id: true } });
    await recordAudit(db, { at: now, actor: admin, action: "role_changed", details: { email, from, to: role } });
  });
}

/** @throws AppError as `changeRole` */
export async function switchOperator(
  { id, state }: { id: string; state: "disabled" | "enabled" },
  { admin, now }: AdminContext,
): Promise<void> {
  await changeOperator(admin, id, async (db, { email, disabledAt }) => {
    const isDisabled = state === "disabled";
    if (isDisabled === (disabledAt !== null)) return;
    if (isDisabled) await requireAnotherAdmin(db, id);
    const data = { disabledAt: isDisabled ? now : null, updatedAt: now };
    await db.operator.update({ where: { id }, data, select: { id: true } });
    if (isDisabled) await endOperatorAccess(db, id);
    const action = isDisabled ? "operator_disabled" : "operator_enabled";
    await recordAudit(db, { at: now, actor: admin, action, details: { email } });
  });
}

export async function changeLanguage(
  { language }: { language: Locale },
  { operator, now }: OperatorContext,
): Promise<void> {
  await updateOwnRow(operator, { language, updatedAt: now });
}

async function updateOwnRow({ id }: Operator, data: Prisma.OperatorUpdateInput): Promise<void> {
  await database((db) => db.operator.update({ where: { id }, data, select: { id: true } }), "desk");
}

type ChangedOperator = { email: string; role: string; disabledAt: Date | null };

async function changeOperator(
  admin: Admin,
  id: string,
  change: (db: Prisma.TransactionClient, before: ChangedOperator) => Promise<void>,
): Promise<void> {
  await inDeskTransaction(async (db) => {
    // If two admins disable each other, the second request waits here and is then refused as a former admin's.
    const admins = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM operators WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`;
    if (!admins.some(({ id }) => id === admin.id)) throw createAdminsOnlyError();
    const select = { email: true, role: true, disabledAt: true } as const;
    const before = await db.operator.findUnique({ where: { id }, select });
    if (!before) throw new AppError("not_found", "There is no such operator.");
    await change(db, before);
  });
}

async function requireAnotherAdmin(db: Prisma.TransactionClient, id: string): Promise<void> {
  const others = await db.operator.count({ where: { role: "admin", disabledAt: null, id: { not: id } } });
  if (others === 0) throw new AppError("conflict", "The last admin cannot be disabled or made a member.");
}

/** An empty signature restores the default. */
export async function setSignature({ signature }: NewSignature, { operator, now }: OperatorContext): Promise<void> {
  await updateOwnRow(operator, { signature: signature === "" ? null : signature, updatedAt: now });
}

export async function getOwnSettings({ operator, now }: OperatorContext): Promise<{ signature: string; duty: Duty }> {
  const select = { signature: true, isOnDuty: true, offDutyUntil: true } as const;
  const { signature, ...duty } = await database(
    (db) => db.operator.findUniqueOrThrow({ where: { id: operator.id }, select }),
    "desk",
  );
  return { signature: signature ?? "", duty: getCurrentDuty(duty, now) };
}

/** @throws AppError `invalid_input` for a day outside the coming year */
export async function changeDuty(change: DutyChange, { operator, now }: OperatorContext): Promise<void> {
  await updateOwnRow(operator, { ...toStoredDuty(change, now), updatedAt: now });
}

/** @throws AppError `invalid_input` for a day outside the coming year; `not_found` */
export async function changeOperatorDuty(
  { id, ...change }: OperatorDutyChange,
  { admin, now }: AdminContext,
): Promise<void> {
  const duty = toStoredDuty(change, now);
  await inDeskTransaction(async (tx) => {
    const [operator] = await tx.operator.updateManyAndReturn({
      data: { ...duty, updatedAt: now },
      select: { email: true },
      where: { id },
    });
    if (!operator) throw new AppError("not_found", "There is no such operator.");
    const details = { ...operator, duty: change.state, until: change.until ?? null };
    await recordAudit(tx, { at: now, actor: admin, action: "duty_changed", details });
  });
}

function toStoredDuty({ state, until }: DutyChange, now: Date): Duty {
  if (state === "on") return { isOnDuty: true, offDutyUntil: null };
  const offDutyUntil = until === undefined ? null : toReturnTime(until, now, env().TIME_ZONE);
  if (until !== undefined && !offDutyUntil) throw new AppError("invalid_input", "Choose a day within the coming year.");
  return { isOnDuty: false, offDutyUntil };
}
