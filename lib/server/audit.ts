import "server-only";
import type pg from "pg";
import type { Admin, AdminContext } from "../domain/access/operator.ts";
import { asObject } from "../domain/json.ts";
import type { DeskMessages } from "../i18n/desk-text.ts";
import { database, type RawTransaction, type Work } from "./db.ts";
import type { Prisma } from "./generated/prisma/client.ts";

/** An action in the audit log. Each has a text in messages/en/desk/auth.json. */
export type AuditAction = keyof DeskMessages<"auth">["actions"];

type Actor = { id: string; email: string } | "console" | "service";

/** `details` must not contain visitors' personal data, nor free text that may name a person, such as a rule's name. */
type NewEntry = { at: Date; actor: Actor; action: AuditAction; details?: Prisma.InputJsonObject };

/** Writes an audit entry in the caller's transaction, so that a change that cannot be logged is rolled back. */
export async function recordAudit(
  db: Prisma.TransactionClient,
  { at, actor, action, details }: NewEntry,
): Promise<void> {
  const who = typeof actor === "string" ? { actor } : { actor: actor.email, operatorId: actor.id };
  await db.auditEntry.create({ data: { at, action, details, ...who }, select: { id: true } });
}

/** Writes an audit entry for a change by an admin, as `recordAudit` does. */
export function recordAdminAudit(
  db: Prisma.TransactionClient,
  action: AuditAction,
  details: Prisma.InputJsonObject,
  { admin, now }: AdminContext,
): Promise<void> {
  return recordAudit(db, { at: now, actor: admin, action, details });
}

export async function recordConsoleAudit(
  client: pg.ClientBase,
  action: AuditAction,
  details: Prisma.InputJsonObject,
): Promise<void> {
  await client.query("INSERT INTO audit_entries (at, actor, action, details) VALUES (now(), 'console', $1, $2)", [
    action,
    JSON.stringify(details),
  ]);
}

export async function findLastBackupTime(kind: Work): Promise<Date | null> {
  const where = { action: "data_backed_up" satisfies AuditAction };
  const last = await database(
    (db) => db.auditEntry.findFirst({ where, orderBy: { at: "desc" }, select: { at: true } }),
    kind,
  );
  return last?.at ?? null;
}

type AuditEntry = { id: string; at: Date; actor: string; action: string; details: Record<string, unknown> };
export type AuditPage = { entries: AuditEntry[]; older: string | undefined };

const pageSize = 50;

/** `before` is the value `older` of the previous page. */
export async function listAudit(
  { before }: { before?: string | undefined },
  _context: { admin: Admin },
): Promise<AuditPage> {
  const where = before && /^\d{1,18}$/.test(before) ? { id: { lt: BigInt(before) } } : {};
  const { rows, names } = await database(async (db) => {
    const rows = await db.auditEntry.findMany({ where, orderBy: { id: "desc" }, take: pageSize + 1 });
    return { rows, names: await readRowNames(db) };
  }, "desk");
  const entries = rows.slice(0, pageSize).map(({ id, at, actor, action, details }) => ({
    id: String(id),
    at,
    actor,
    action,
    details: replaceIdsWithNames(asObject(details), names),
  }));
  return { entries, older: rows.length > pageSize ? entries.at(-1)?.id : undefined };
}

type NamedRow = { type: "template" | "rule" | "endpoint"; id: string; name: string };

/** Entries store only IDs: a rule may be named after a company, and deleting the rule must delete this name. */
function readRowNames(db: RawTransaction): Promise<NamedRow[]> {
  return db.$queryRaw<NamedRow[]>`
    SELECT 'template' AS type, id::text, name FROM reply_templates
    UNION ALL SELECT 'rule', id::text, name FROM assignment_rules
    UNION ALL SELECT 'endpoint', id::text, name FROM webhook_endpoints`;
}

/** Keeps the ID of a deleted row, so that readers can tell several of them apart. */
function replaceIdsWithNames(details: Record<string, unknown>, names: NamedRow[]): Record<string, unknown> {
  const named = (["template", "rule", "endpoint"] as const).map((type) => {
    const id = details[type];
    return [type, names.find((each) => each.type === type && each.id === String(id))?.name ?? id] as const;
  });
  return { ...details, ...Object.fromEntries(named) };
}
