import "server-only";
import type { AdminContext, Operator } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  type NewTemplate,
  type ReplyTemplate,
  TemplateFields,
  type TemplateRemoval,
  templatesMax,
  templateVariables,
} from "../../../domain/submissions/reply/reply-template.ts";
import { templateText } from "../../../i18n/texts.ts";
import { recordAudit } from "../../audit.ts";
import { database, inDeskTransaction, type RawTransaction } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { readSite } from "../../site.ts";

type Version = { template: number; version: number };

/** @throws AppError `conflict` when somebody has changed it since, or there are too many */
export function saveReplyTemplate(input: NewTemplate, { admin, now }: AdminContext): Promise<Version> {
  const { template, version = 0, ...fields } = input;
  return inDeskTransaction(async (tx) => {
    if (template === undefined) await requireFewerThanMaxTemplates(tx);
    // Only evaluations have a verdict, so a template for inquiries stores no route.
    const data = { ...fields, route: fields.kind === "inquiry" ? null : fields.route, ...toAuthor({ admin, now }) };
    const saved =
      template === undefined ? await insertTemplate(tx, data) : await updateTemplate(tx, { template, version }, data);
    await recordAudit(tx, { at: now, actor: admin, action: "template_saved", details: saved });
    return saved;
  });
}

/** Keeps the name for the audit log. @throws AppError `conflict` when somebody has changed it since */
export function removeReplyTemplate(removal: TemplateRemoval, { admin, now }: AdminContext): Promise<void> {
  return inDeskTransaction(async (tx) => {
    const saved = await updateTemplate(tx, removal, { isRemoved: true, ...toAuthor({ admin, now }) });
    await recordAudit(tx, { at: now, actor: admin, action: "template_removed", details: saved });
  });
}

const samples = [
  { key: "book", kind: "evaluation", route: "qualified" },
  { key: "details", kind: "evaluation", route: "review" },
  { key: "followUp", kind: null, route: null },
] as const;

/** Stores the samples unless there are templates. Removed ones count as well, so that no sample comes back. */
export async function seedReplyTemplates(now: Date): Promise<void> {
  const [en, es] = [templateText("en"), templateText("es")];
  // Gives the translator each placeholder as its own value, so that the placeholders stay in the text.
  const kept = Object.fromEntries(templateVariables.map((name) => [name, `{${name}}`]));
  const { name: actor } = await readSite();
  const data = samples.map(({ key, kind, route }) => {
    const texts = { textEn: en(`${key}.text`, kept), textEs: es(`${key}.text`, kept) };
    const name = `${es(`${key}.name`)} / ${en(`${key}.name`)}`;
    return { name, ...texts, kind, route, version: 1, at: now, actor };
  });
  const work = async (tx: Prisma.TransactionClient) => {
    await lockTemplatesTable(tx);
    const isFilled = await tx.replyTemplate.findFirst({ select: { id: true } });
    if (!isFilled) await tx.replyTemplate.createMany({ data });
  };
  await database((db) => db.$transaction(work), "maintenance");
}

export function listReplyTemplates(_context: { operator: Operator }): Promise<ReplyTemplate[]> {
  return database((db) => readReplyTemplates(db), "desk");
}

export async function readReplyTemplates(db: Pick<RawTransaction, "$queryRaw">): Promise<ReplyTemplate[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT id, version, name, text_en AS "textEn", text_es AS "textEs", kind, route, at, actor
    FROM reply_templates WHERE NOT is_removed ORDER BY lower(name), id`;
  return rows.map(({ id, version, at, actor, ...fields }) => {
    return { id, version, at, actor, ...TemplateFields.parse(fields) };
  });
}

type Row = { id: number; version: number; at: Date; actor: string } & Record<"name" | "textEn" | "textEs", string> &
  Record<"kind" | "route", string | null>;

/** Locks the whole table, which is acceptable because new templates are rare. */
async function lockTemplatesTable(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`LOCK TABLE reply_templates IN SHARE ROW EXCLUSIVE MODE`;
}

async function requireFewerThanMaxTemplates(tx: Prisma.TransactionClient): Promise<void> {
  await lockTemplatesTable(tx);
  if ((await readReplyTemplates(tx)).length < templatesMax) return;
  throw new AppError("conflict", `There are ${templatesMax} templates: remove one first.`);
}

const toAuthor = ({ admin, now }: AdminContext) => ({ at: now, operatorId: admin.id, actor: admin.name });

async function insertTemplate(
  tx: Prisma.TransactionClient,
  data: Omit<Prisma.ReplyTemplateCreateInput, "version">,
): Promise<Version> {
  const { id, version } = await tx.replyTemplate.create({ data: { ...data, version: 1 } });
  return { template: id, version };
}

async function updateTemplate(
  tx: Prisma.TransactionClient,
  { template, version }: Version,
  data: Prisma.ReplyTemplateUpdateManyMutationInput,
): Promise<Version> {
  const where = { id: template, version, isRemoved: false };
  const { count } = await tx.replyTemplate.updateMany({ where, data: { ...data, version: version + 1 } });
  if (count) return { template, version: version + 1 };
  throw new AppError("conflict", "This template has changed since you opened it: look again.");
}
