import "server-only";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { isNoticeable, type Release } from "../../domain/catalog/changes/release.ts";
import type { Comparison } from "../../domain/catalog/compare/model.ts";
import { AppError } from "../../domain/errors.ts";
import { isJsonObject, type JsonObject } from "../../domain/json.ts";
import { database, rawDatabase } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { oncePerProcess } from "../process.ts";
import { compareDocuments } from "./read-document.ts";

const releasesMax = 50;

type Row = Omit<Release, "comparison"> & { comparison: Comparison | null };

type ReleaseFilter = { entryId?: number; since?: Date; max?: number | null };

/** As isNoticeable, so that other changes do not count among the newest ones. */
const mayBeNoticeable = Prisma.sql`(comparison IS NULL
  OR jsonb_path_exists(comparison, '$.changes[*] ? (@.rule != "words-changed")')
  OR (comparison -> 'changes' = '[]' AND comparison ->> 'level' <> 'none'))`;

/**
 * Lists the newest changes of one published entry, or of all published entries. If `max` is null, lists every change.
 * Leaves out changes that programs do not notice.
 */
export async function listReleases({ entryId, since, max = releasesMax }: ReleaseFilter = {}): Promise<Release[]> {
  const ofEntry = entryId === undefined ? Prisma.empty : Prisma.sql`AND entry.id = ${entryId}`;
  const isRecent = since === undefined ? Prisma.empty : Prisma.sql`AND release.at >= ${since}::timestamptz`;
  const rows = await rawDatabase("catalog").$queryRaw<Row[]>`
    SELECT entry.id AS "entryId", slug, title_en AS "titleEn", title_es AS "titleEs", number, release.at, comparison
    FROM catalog_releases release JOIN catalog_entries entry ON entry.id = release.entry_id
    WHERE published AND number > 1 AND ${mayBeNoticeable} ${ofEntry} ${isRecent}
    ORDER BY release.at DESC, entry.id, number DESC LIMIT ${max}`;
  const releases: Release[] = [];
  for (const row of rows) {
    const comparison = row.comparison ?? (await storeComparison(row));
    if (isNoticeable(comparison)) releases.push({ ...row, comparison });
  }
  return releases;
}

/** Compares a release with the one before it on the first request, and stores the result for later ones. */
async function storeComparison({ entryId, number, at }: Row): Promise<Comparison> {
  const comparison = await compareOnce({ entryId, from: number - 1, to: number, today: toUtcDay(at) });
  await rawDatabase("catalog").$executeRaw`
    UPDATE catalog_releases SET comparison = ${JSON.stringify(comparison)}::jsonb
    WHERE entry_id = ${entryId} AND number = ${number}`;
  return comparison;
}

/** Lists the document versions of a published entry, newest first. */
export function listDocuments({ entryId }: { entryId: number }): Promise<{ number: number; at: Date }[]> {
  return database(
    (db) =>
      db.catalogRelease.findMany({
        where: { entryId, entry: { published: true } },
        orderBy: { number: "desc" },
        select: { number: true, at: true },
      }),
    "catalog",
  );
}

type Compared = { entryId: number; from: number; to: number };
/** The day counts, because an operation past its sunset may be removed. */
type ComparedOnDay = Compared & { today: string };

const toUtcDay = (at: Date) => at.toISOString().slice(0, 10);

/** One at a time, so that an import, which the same thread reads, waits for one comparison at most. */
const turns = oncePerProcess("comparison turns", () => pLimit(1));
/** Maximum comparisons under way or waiting. A page that waits for one keeps others from being rendered. */
const atOnceMax = 2;

const comparisons = oncePerProcess(
  "catalog comparisons",
  () =>
    new LRUCache<string, Comparison, ComparedOnDay>({
      max: 100,
      fetchMethod: (_key, _before, { context: { entryId, from, to, today } }) =>
        turns(async () => {
          const [before, after] = await Promise.all([readReleasedSpec(entryId, from), readReleasedSpec(entryId, to)]);
          return compareDocuments({ before, after, today });
        }),
    }),
);

const toKey = ({ entryId, from, to, today }: ComparedOnDay) => [entryId, from, to, today].join(" ");

function compareOnce(compared: ComparedOnDay): Promise<Comparison> {
  return comparisons.forceFetch(toKey(compared), { context: compared });
}

/** @throws AppError `not_found`; `unavailable` while other versions are compared */
export async function compareReleases(given: Compared): Promise<Comparison> {
  const compared = { ...given, today: toUtcDay(new Date()) };
  if (turns.activeCount + turns.pendingCount >= atOnceMax && !comparisons.has(toKey(compared))) {
    throw new AppError("unavailable", "Other versions are being compared. Try again in a moment.");
  }
  return compareOnce(compared);
}

/** @throws AppError `not_found` */
export async function readReleasedSpec(entryId: number, number: number): Promise<JsonObject> {
  const row = await database(
    (db) =>
      db.catalogRelease.findFirst({
        where: { entryId, number, entry: { published: true } },
        select: { document: { select: { spec: true } } },
      }),
    "catalog",
  );
  if (!isJsonObject(row?.document.spec)) throw new AppError("not_found", "There is no such version of this document.");
  return row.document.spec;
}
