import "server-only";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { Admin, AdminContext } from "../../domain/access/operator.ts";
import { versionsMax } from "../../domain/catalog/editor/content.ts";
import { listFieldTexts, listFutureDates, type SiteContent, withoutPictures } from "../../domain/company.ts";
import { AppError } from "../../domain/errors.ts";
import { listPictureHashes, parsePictureReference } from "../../domain/picture.ts";
import {
  type SeenSite,
  type SiteConflict,
  type SiteInput,
  type SiteRestore,
  type SiteVersionAction,
  siteVersionActions,
} from "../../domain/site-operations.ts";
import { toDay } from "../../domain/time-zone.ts";
import { type AuditAction, recordAudit } from "../audit.ts";
import { database, inDeskTransaction, rawDatabase } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { getSiteSettings, isPublic, parseStoredContent } from "../site.ts";
import { readStartContent } from "../site-start.ts";
import { deleteUnusedPictures, findMissingPictures } from "./pictures.ts";

type Transaction = Prisma.TransactionClient;
type SiteVersion = { id: number; at: Date; actor: string | null; action: SiteVersionAction };
type SiteDraft = SiteVersion & { content: SiteContent };

/**
 * Stores nothing if nothing has changed. Returns a conflict if somebody else has changed the site since the admin
 * opened it, unless `overwrites` is the newest version.
 * @throws AppError `invalid_input` with the names of dates in the future, or of pictures that are no longer stored
 */
export function saveSite(
  { seen, overwrites, ...content }: SiteInput,
  context: AdminContext,
): Promise<{ version: number } | { conflict: SiteConflict }> {
  const fields = listFutureDates(content, toDay(context.now, getSiteSettings().timeZone));
  if (fields.length) throw new AppError("invalid_input", `${fields[0]} must not be in the future.`, { fields });
  return changeSite(async (transaction, newest) => {
    if (newest.id !== seen && newest.id !== overwrites && !(await hasSameContent(transaction, seen, newest))) {
      const rows = await transaction.siteVersion.findMany({
        where: { id: { gt: seen }, actor: { not: null } },
        distinct: ["actor"],
        select: { actor: true },
      });
      return { conflict: { seen: newest.id, by: rows.flatMap(({ actor }) => actor ?? []) } };
    }
    await refuseMissingPictures(transaction, content);
    if (isDeepStrictEqual(content, newest.content)) return { version: newest.id };
    return insertVersion(transaction, "changed", content, context);
  });
}

/** Also deletes the pictures that the site had and no longer has. @throws AppError `conflict` */
export function publishSite({ seen }: SeenSite, context: AdminContext): Promise<void> {
  return changeSite(async (transaction, newest) => {
    refuseUnseen(newest, seen);
    if (isPublished(newest)) return;
    const [before] = await transaction.$queryRaw<{ content: object }[]>`
      SELECT content FROM site_versions WHERE ${isPublic} ORDER BY id DESC LIMIT 1`;
    await insertVersion(transaction, "published", newest.content, context);
    await deleteUnusedPictures(transaction, { hash: { in: listPictureHashes(before?.content ?? {}) } });
  });
}

/**
 * Makes an old version the newest, without pictures that are no longer stored; the site changes when it is published.
 * @throws AppError `conflict`, `not_found`
 */
export function restoreSite({ seen, version }: SiteRestore, context: AdminContext): Promise<void> {
  return changeSite(async (transaction, newest) => {
    refuseUnseen(newest, seen);
    const { content } = await readVersion(transaction, version);
    const kept = withoutPictures(content, await findMissingPictures(transaction, content));
    await insertVersion(transaction, "restored", kept, context);
  });
}

export const isPublished = ({ action }: { action: SiteVersionAction }) =>
  action === "published" || action === "started";

/** Returns the newest version, and creates the first if needed: without our own server, nothing else creates it. */
export async function getSiteDraft(_context: { admin: Admin }): Promise<SiteDraft> {
  await seedSite(new Date());
  return database(getNewest, "desk");
}

/** Lists versions, newest first. */
export async function listSiteVersions(_context: { admin: Admin }): Promise<SiteVersion[]> {
  const select = { id: true, at: true, actor: true, action: true };
  const rows = await database((db) => db.siteVersion.findMany({ select, orderBy: { id: "desc" } }), "desk");
  return rows.map((row) => ({ ...row, action: Action.parse(row.action) }));
}

/** @throws AppError `not_found` */
export function getSiteVersion({ id }: { id: number }, _context: { admin: Admin }): Promise<SiteDraft> {
  return database((db) => readVersion(db, id), "desk");
}

/** Stores the content of the files and environment variables as the first version, unless a version exists. */
export async function seedSite(now: Date): Promise<void> {
  const content = readStartContent();
  await rawDatabase("desk").$executeRaw`
    INSERT INTO site_versions (at, action, content) SELECT ${now}::timestamptz, 'started', ${JSON.stringify(content)}::json
    WHERE NOT EXISTS (SELECT FROM site_versions)`;
}

const auditActions = {
  changed: "site_changed",
  restored: "site_restored",
  published: "site_published",
} as const satisfies Record<string, AuditAction>;

async function insertVersion(
  transaction: Transaction,
  action: keyof typeof auditActions,
  content: SiteContent,
  { admin, now }: AdminContext,
): Promise<{ version: number }> {
  const data = { at: now, actor: admin.name, action, content };
  const { id: version } = await transaction.siteVersion.create({ data, select: { id: true } });
  await transaction.$executeRaw`
    DELETE FROM site_versions WHERE id <= (SELECT id FROM site_versions ORDER BY id DESC OFFSET ${versionsMax} LIMIT 1)
      AND id <> (SELECT max(id) FROM site_versions WHERE ${isPublic})`;
  await recordAudit(transaction, { at: now, actor: admin, action: auditActions[action], details: { version } });
  return { version };
}

/** A lock makes changes run one after another. Readers do not wait. */
function changeSite<Result>(change: (transaction: Transaction, newest: SiteDraft) => Promise<Result>): Promise<Result> {
  return inDeskTransaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE site_versions IN SHARE ROW EXCLUSIVE MODE`;
    return change(transaction, await getNewest(transaction));
  });
}

/** A publication adds a version with the same content, which must not count as somebody else's change. */
async function hasSameContent(transaction: Transaction, id: number, { content }: SiteDraft): Promise<boolean> {
  const row = await transaction.siteVersion.findUnique({ where: { id } });
  return row !== null && isDeepStrictEqual(toDraft(row).content, content);
}

async function refuseMissingPictures(transaction: Transaction, content: SiteContent): Promise<void> {
  const missing = await findMissingPictures(transaction, content);
  const fields = listFieldTexts(content).flatMap(([field, text]) =>
    missing.has(parsePictureReference(text)?.hash ?? "") ? [field] : [],
  );
  if (fields.length) throw new AppError("invalid_input", `The picture ${fields[0]} is no longer stored.`, { fields });
}

function refuseUnseen({ id }: SiteDraft, seen: number): void {
  if (id !== seen) throw new AppError("conflict", "Somebody else has changed the site since you opened it.");
}

type Reader = Pick<Transaction, "siteVersion">;

async function getNewest(db: Reader): Promise<SiteDraft> {
  const row = await db.siteVersion.findFirst({ orderBy: { id: "desc" } });
  if (!row) throw new AppError("not_found", "The site has no content yet.");
  return toDraft(row);
}

async function readVersion(db: Reader, id: number): Promise<SiteDraft> {
  const row = await db.siteVersion.findUnique({ where: { id } });
  if (!row) throw new AppError("not_found", "There is no such version of the site.");
  return toDraft(row);
}

const Action = z.enum(siteVersionActions);

type Row = Omit<SiteVersion, "action"> & { action: string; content: unknown };

function toDraft({ action, content, ...row }: Row): SiteDraft {
  return { ...row, action: Action.parse(action), content: parseStoredContent(content) };
}
