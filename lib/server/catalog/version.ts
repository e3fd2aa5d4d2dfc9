import "server-only";
import { LRUCache } from "lru-cache";
import { database } from "../db.ts";
import { oncePerProcess } from "../once-per-process.ts";

/** Maximum delay before a change of the catalog or a database outage becomes visible. */
const reuseMilliseconds = 1_000;

const seen = oncePerProcess("catalog version", () => ({
  fingerprint: "",
  number: 0,
  reads: new LRUCache<"number", number>({ max: 1, ttl: reuseMilliseconds, fetchMethod: readNumber }),
}));

/** Changes with every catalog change and never repeats. Queries the database at most once a second. */
export function readCatalogVersion(): Promise<number> {
  return seen.reads.forceFetch("number");
}

async function readNumber(): Promise<number> {
  const fingerprint = await readFingerprint();
  if (fingerprint !== seen.fingerprint) seen.number += 1;
  seen.fingerprint = fingerprint;
  return seen.number;
}

/**
 * `xmin` is the ID of the transaction that wrote the row. The newest one is not enough, because an earlier transaction
 * may commit later. The last entry ID changes even if an entry is stored and then deleted, and
 * `is_called` with the first one.
 */
async function readFingerprint(): Promise<string> {
  const [row] = await database(
    (db) => db.$queryRaw<{ fingerprint: string }[]>`
      SELECT concat(count(*), ' ', bit_xor(hashtextextended(concat(id, ' ', xmin), 0)), ' ',
        (SELECT concat(last_value, is_called) FROM catalog_entries_id_seq)) AS fingerprint
      FROM catalog_entries`,
    "catalog",
  );
  if (!row) throw new Error("a query for one row returned none");
  return row.fingerprint;
}
