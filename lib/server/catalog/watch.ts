import "server-only";
import * as z from "zod/mini";
import type { Operator } from "../../domain/access/operator.ts";
import {
  addFailure,
  answering,
  type DocumentState,
  planNextCheck,
  toCheckOffset,
} from "../../domain/catalog/changes/document-state.ts";
import type { Comparison } from "../../domain/catalog/compare/model.ts";
import { contentBounds } from "../../domain/catalog/editor/content.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { hourMilliseconds } from "../../domain/durations.ts";
import { isEqual, isJsonObject, type JsonObject } from "../../domain/json.ts";
import { database, rawDatabase } from "../db.ts";
import { fetchPublic, type NetworkAccess, readPublicText } from "../fetch-public-text.ts";
import type { CatalogWatch } from "../generated/prisma/client.ts";
import { describeError, log } from "../log.ts";
import { getSiteSettings } from "../site.ts";
import { findEntry } from "./entries.ts";
import { compareDocuments, readDocument } from "./read-document.ts";

/** Time after which another worker may take over an entry. */
const leaseMilliseconds = 10 * 60_000;
const atOnceMax = 4;
const linksMax = 20;
/** First checks of new entries are spread over this time, so that an import does not fetch all documents at once. */
const firstMilliseconds = hourMilliseconds;
const validatorBounds = { etag: 1_000, lastModified: 100 };

const request = { redirectsMax: 3, userAgent: "encaje-watch" };

type Options = { max?: number; signal?: AbortSignal; network?: Partial<NetworkAccess> };
type StoredWatch = ReturnType<typeof parseStoredWatch>;

/**
 * Fetches the documents of all entries that are due. Does nothing in a demonstration. The clock goes on after
 * `startsAt`, because many hanging addresses may take longer than a lease lasts.
 */
export async function watchCatalog(startsAt: Date, options: Options = {}): Promise<void> {
  if (getSiteSettings().isDemonstration) return;
  const startedAt = performance.now();
  try {
    await addEntriesToWatch(startsAt);
    for (let now = startsAt; ; now = new Date(startsAt.getTime() + performance.now() - startedAt)) {
      const ids = options.signal?.aborted ? [] : await claimDueEntries(now, options.max ?? atOnceMax);
      await Promise.all(ids.map((taken) => checkEntry(taken, now, options)));
      if (!ids.length || options.max !== undefined) return;
    }
  } catch (error) {
    log().warn({ error: describeError(error) }, "the catalog's documents could not be checked");
  }
}

async function addEntriesToWatch(now: Date): Promise<void> {
  const fresh = await rawDatabase("mail").$queryRaw<{ id: number }[]>`
    SELECT id FROM catalog_entries WHERE published AND NOT EXISTS (SELECT FROM catalog_watches WHERE entry_id = id)
      AND (swagger_url IS NOT NULL OR docs_url IS NOT NULL OR services::text LIKE '%https://%')`;
  const data = fresh.map(({ id }) => ({
    entryId: id,
    nextAt: new Date(now.getTime() + toCheckOffset(id, firstMilliseconds)),
  }));
  if (data.length) await database((db) => db.catalogWatch.createMany({ data, skipDuplicates: true }), "mail");
}

type LeasedEntry = { id: number; lease: string };

/** Claims due entries, so that no two workers check the same one. An entry that was changed is due at once. */
function claimDueEntries(now: Date, max: number): Promise<LeasedEntry[]> {
  const until = new Date(now.getTime() + leaseMilliseconds);
  return rawDatabase("mail").$queryRaw<LeasedEntry[]>`
    WITH due AS MATERIALIZED (
      SELECT watch.entry_id FROM catalog_watches watch JOIN catalog_entries entry ON entry.id = watch.entry_id
      WHERE published AND (next_at <= ${now}::timestamptz OR (lease IS NULL AND seen_at <> updated_at))
      ORDER BY next_at LIMIT ${max} FOR UPDATE OF watch SKIP LOCKED
    )
    UPDATE catalog_watches watch SET lease = gen_random_uuid(), next_at = ${until}::timestamptz
    FROM due WHERE watch.entry_id = due.entry_id RETURNING watch.entry_id AS id, lease::text`;
}

async function checkEntry({ id, lease }: LeasedEntry, now: Date, { network, signal }: Options): Promise<void> {
  const [entry, row] = await database(
    (db) => Promise.all([findEntry(db, { id }), db.catalogWatch.findUnique({ where: { entryId: id } })]),
    "mail",
  );
  if (!entry || !row) return;
  const known = parseStoredWatch(row);
  const document = await askForDocument(entry, known, now, network);
  const links: StoredWatch["links"] = {};
  for (const url of listLinks(entry)) {
    const before = known.links[url] ?? answering;
    const next = signal?.aborted ? before : (await isUrlReachable(url, network)) ? answering : addFailure(before, now);
    if (next.failures) links[url] = next;
  }
  const nextAt = planNextCheck(id, [document, ...Object.values(links)], now);
  const { draft, comparison, ...rest } = document;
  await rawDatabase("mail").$executeRaw`
    UPDATE catalog_watches SET lease = NULL, next_at = ${nextAt}::timestamptz, seen_at = ${entry.updatedAt}::timestamptz,
      url = ${rest.url}, etag = ${rest.etag}, last_modified = ${rest.lastModified},
      checked_at = ${rest.checkedAt}::timestamptz, unchanged_at = ${rest.unchangedAt}::timestamptz,
      failed_at = ${rest.failedAt}::timestamptz, failures = ${rest.failures}, is_unreachable = ${rest.isUnreachable},
      draft = ${draft && JSON.stringify(draft)}::json, comparison = ${comparison && JSON.stringify(comparison)}::jsonb,
      links = ${JSON.stringify(links)}::jsonb
    WHERE entry_id = ${id} AND lease = ${lease}::uuid`;
}

type DocumentCheck = DocumentState & Pick<StoredWatch, "url" | "etag" | "lastModified" | "draft">;

const withoutDraft = { etag: null, lastModified: null, draft: null, comparison: null };
const unasked: Omit<DocumentCheck, "url"> = { ...answering, ...withoutDraft, checkedAt: null, unchangedAt: null };

async function askForDocument(
  entry: ApiCatalogEntry,
  known: StoredWatch,
  now: Date,
  network?: Partial<NetworkAccess>,
): Promise<DocumentCheck> {
  const url = entry.swaggerUrl ?? null;
  if (!url) return { ...unasked, url };
  const before: DocumentCheck = known.url === url ? known : { ...unasked, url };
  const isSameEntry = known.seenAt?.toISOString() === entry.updatedAt;
  const answer = await fetchDocument(url, isSameEntry ? before : unasked, network);
  // The operator may have published the draft: the next answer tells.
  if ("fault" in answer) return { ...before, ...(isSameEntry ? {} : withoutDraft), ...addFailure(before, now) };
  const checked = { ...before, ...answering, checkedAt: now };
  if ("isUnchanged" in answer) return checked;
  const { spec, ...validators } = answer;
  const isPublished = isEqual(spec, entry.spec);
  const wasSame = before.draft ? isEqual(spec, before.draft) : isPublished;
  const unchangedAt = wasSame && before.checkedAt ? before.unchangedAt : now;
  const fresh = { ...checked, ...validators, unchangedAt };
  if (isPublished) return { ...fresh, draft: null, comparison: null };
  if (wasSame && isSameEntry) return fresh;
  const today = now.toISOString().slice(0, 10);
  return { ...fresh, draft: spec, comparison: await compareDocuments({ before: entry.spec, after: spec, today }) };
}

type FetchedDocument = { isUnchanged: true } | { text: string; etag: string | null; lastModified: string | null };

async function fetchDocument(
  url: string,
  { etag, lastModified }: Pick<DocumentCheck, "etag" | "lastModified">,
  network?: Partial<NetworkAccess>,
) {
  const headers = {
    ...(etag ? { "if-none-match": etag } : {}),
    ...(lastModified ? { "if-modified-since": lastModified } : {}),
  };
  const isConditional = Boolean(etag ?? lastModified);
  const answer = await fetchPublic(
    url,
    { ...request, headers },
    async (given): Promise<FetchedDocument> => {
      const { statusCode, headers: own } = given.response;
      if (statusCode === 304 && isConditional) return { isUnchanged: true };
      return {
        text: await readPublicText(given, contentBounds.spec),
        etag: omitIfLonger(own.etag, validatorBounds.etag),
        lastModified: omitIfLonger(own["last-modified"], validatorBounds.lastModified),
      };
    },
    network,
  );
  if (!("text" in answer)) return answer;
  const { text, ...validators } = answer;
  const read = await readDocument(text);
  if ("fault" in read) return read;
  if ("fault" in read.openapi) return read.openapi;
  return { ...validators, spec: read.spec };
}

function omitIfLonger(value: string | undefined, lengthMax: number): string | null {
  return value && value.length <= lengthMax ? value : null;
}

function listLinks({ docsUrl, swaggerUrl, services }: ApiCatalogEntry): string[] {
  const urls = [docsUrl, ...services.flatMap((service) => [service.docsUrl, service.swaggerUrl])];
  return [...new Set(urls)].flatMap((url) => (url && url !== swaggerUrl ? [url] : [])).slice(0, linksMax);
}

/** Counts a page behind a sign-in as existing. If HEAD fails, requests the first bytes: some servers refuse HEAD. */
async function isUrlReachable(url: string, network?: Partial<NetworkAccess>): Promise<boolean> {
  const read = async ({ response: { statusCode = 0 } }: Parameters<Parameters<typeof fetchPublic>[2]>[0]) =>
    statusCode < 400 || [401, 403, 407, 429].includes(statusCode);
  const accept = { accept: "*/*" };
  if ((await fetchPublic(url, { ...request, method: "HEAD", headers: accept }, read, network)) === true) return true;
  const headers = { ...accept, range: "bytes=0-1023" };
  return (await fetchPublic(url, { ...request, headers }, read, network)) === true;
}

const StoredJson = z.object({
  links: z.record(
    z.string(),
    z.object({ failedAt: z.nullable(z.coerce.date()), failures: z.number(), isUnreachable: z.boolean() }),
  ),
  draft: z.nullable(z.custom<JsonObject>(isJsonObject)),
  comparison: z.nullable(z.custom<Comparison>(isJsonObject)),
});

const parseStoredWatch = (row: CatalogWatch) => ({ ...row, ...StoredJson.parse(row) });

export type EntryWatch = DocumentState & { draft: JsonObject | null; deadLinks: string[] };

/** Returns null before the first check. */
export async function findWatch(
  { entryId }: { entryId: number },
  _context: { operator: Operator },
): Promise<EntryWatch | null> {
  const row = await database((db) => db.catalogWatch.findUnique({ where: { entryId } }), "desk");
  if (!row) return null;
  const { links, ...watch } = parseStoredWatch(row);
  const deadLinks = Object.keys(links).filter((url) => links[url]?.isUnreachable);
  return { ...watch, deadLinks };
}

/** Lists published entries whose document has changed or one of whose URLs does not respond. */
export function listWatched(_context: { operator: Operator }) {
  return rawDatabase("desk").$queryRaw<{ slug: string; titleEn: string; titleEs: string; hasDraft: boolean }[]>`
    SELECT slug, title_en AS "titleEn", title_es AS "titleEs", draft IS NOT NULL AS "hasDraft"
    FROM catalog_watches JOIN catalog_entries ON catalog_entries.id = entry_id
    WHERE published AND (draft IS NOT NULL OR is_unreachable OR links @? '$.*.isUnreachable ? (@ == true)')
    ORDER BY sort_title`;
}

/** Returns null for an entry whose document is not watched, or not yet. */
export async function findDocumentState({ id }: Pick<ApiCatalogEntry, "id">): Promise<DocumentState | null> {
  const row = await database(
    (db) =>
      db.catalogWatch.findFirst({
        where: { entryId: id, url: { not: null } },
        select: {
          checkedAt: true,
          unchangedAt: true,
          failedAt: true,
          failures: true,
          isUnreachable: true,
          comparison: true,
        },
      }),
    "catalog",
  );
  return row && { ...row, comparison: StoredJson.shape.comparison.parse(row.comparison) };
}
