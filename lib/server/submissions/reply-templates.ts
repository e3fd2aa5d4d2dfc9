import "server-only";
import type { Admin, Operator } from "../../domain/desk/operator.ts";
import {
  type NewTemplate,
  type ReplyTemplate,
  TemplateFields,
  type TemplateRemoval,
  templatesMax,
} from "../../domain/desk/reply-template.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database, type RawTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";

type Context = { admin: Admin; now: Date };
type Version = { template: number; version: number };

/**
 * Stores a template, or a new version of the one that the admin saw.
 * @throws AppError `conflict` when somebody has changed it since, or there are too many; `unavailable`
 */
export function saveReplyTemplate(input: NewTemplate, { admin, now }: Context): Promise<Version> {
  const { template, version = 0, ...fields } = input;
  return change(async (tx) => {
    if (template === undefined) await requireRoom(tx);
    else await requireNewest(tx, template, version);
    const saved = await insert(tx, { template, version: version + 1, fields, isRemoved: false }, { admin, now });
    await recordAudit(tx, { at: now, actor: admin, action: "template_saved", details: saved });
    return saved;
  });
}

/**
 * Offers a template no longer; its versions stay.
 * @throws AppError `conflict` when somebody has changed it since; `unavailable`
 */
export function removeReplyTemplate({ template, version }: TemplateRemoval, { admin, now }: Context): Promise<void> {
  return change(async (tx) => {
    const newest = await requireNewest(tx, template, version);
    const removed = { template, version: version + 1, fields: newest, isRemoved: true };
    const saved = await insert(tx, removed, { admin, now });
    await recordAudit(tx, { at: now, actor: admin, action: "template_removed", details: saved });
  });
}

/** The newest version of each template that is offered, by name. */
export function listReplyTemplates(_context: { operator: Operator }): Promise<ReplyTemplate[]> {
  return database((db) => readTemplates(db), "desk");
}

/** As `listReplyTemplates`, on a connection of the caller's. */
export async function readTemplates(db: Pick<RawTransaction, "$queryRaw">): Promise<ReplyTemplate[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT id, version, name, text_en AS "textEn", text_es AS "textEs", kind, route, at, actor
    FROM (SELECT DISTINCT ON (id) * FROM reply_templates ORDER BY id, version DESC) AS newest
    WHERE NOT is_removed ORDER BY lower(name), id`;
  return rows.map(toTemplate);
}

const versionsMax = 50;

/** The newest fifty versions of a template, newest first. */
export async function listTemplateVersions(
  { template }: { template: number },
  _context: { admin: Admin },
): Promise<ReplyTemplate[]> {
  const rows = await database(
    (db) => db.replyTemplate.findMany({ where: { id: template }, orderBy: { version: "desc" }, take: versionsMax }),
    "desk",
  );
  return rows.map(toTemplate);
}

type Row = { id: number; version: number; at: Date; actor: string } & Record<"name" | "textEn" | "textEs", string> &
  Record<"kind" | "route", string | null>;

function toTemplate({ id, version, at, actor, ...fields }: Row): ReplyTemplate {
  return { id, version, at, actor, ...TemplateFields.parse(fields) };
}

function change<Result>(work: (tx: Prisma.TransactionClient) => Promise<Result>): Promise<Result> {
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        // Changes of templates are rare: one after another.
        await tx.$executeRaw`LOCK TABLE reply_templates IN SHARE ROW EXCLUSIVE MODE`;
        return work(tx);
      }),
    "desk",
  );
}

async function requireRoom(tx: Prisma.TransactionClient): Promise<void> {
  if ((await readTemplates(tx)).length < templatesMax) return;
  throw new AppError("conflict", `There are ${templatesMax} templates: remove one first.`);
}

async function requireNewest(tx: Prisma.TransactionClient, template: number, version: number): Promise<TemplateFields> {
  const newest = await tx.replyTemplate.findFirst({ where: { id: template }, orderBy: { version: "desc" } });
  if (newest?.version === version && !newest.isRemoved) return TemplateFields.parse(newest);
  throw new AppError("conflict", "This template has changed since you opened it: look again.");
}

async function insert(
  tx: Prisma.TransactionClient,
  { template, version, fields, isRemoved }: NewRow,
  { admin, now }: Context,
): Promise<Version> {
  const { name, textEn, textEs, kind } = fields;
  const row = await tx.replyTemplate.create({
    data: {
      ...(template === undefined ? {} : { id: template }),
      version,
      name,
      textEn,
      textEs,
      kind,
      isRemoved,
      // A verdict is an evaluation's.
      route: kind === "inquiry" ? null : fields.route,
      at: now,
      operatorId: admin.id,
      actor: admin.name,
    },
    select: { id: true, version: true },
  });
  return { template: row.id, version: row.version };
}

type NewRow = { template: number | undefined; version: number; fields: TemplateFields; isRemoved: boolean };
