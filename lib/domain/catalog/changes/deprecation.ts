import { asObject, type JsonObject } from "../../json.ts";
import { asDate } from "../reference/bounds.ts";
import { findOperations } from "../reference/document.ts";
import type { ApiCatalogEntry } from "../schema.ts";

/** Either date may be missing, never both. `sunset` is never earlier than `since` (RFC 9745). */
export type Deprecation = { since: Date | null; sunset: Date | null };

const operationsMax = 1_000;
const known = new WeakMap<object, { deprecation: Deprecation | null }>();

/**
 * Finds the deprecation of the whole API: `x-deprecated` (a date or true) and `x-sunset`, at the top or in `info`, or
 * every operation is deprecated. Without a date of deprecation, uses the entry's `updatedAt`.
 */
export function findDeprecation({ spec, updatedAt }: ApiCatalogEntry): Deprecation | null {
  const kept = known.get(spec);
  if (kept) return kept.deprecation;
  const deprecation = readDeprecation(spec, new Date(updatedAt));
  known.set(spec, { deprecation });
  return deprecation;
}

function readDeprecation(spec: JsonObject, updatedAt: Date): Deprecation | null {
  const stated = { ...asObject(spec.info), ...spec };
  const operations = findOperations({ document: spec }, operationsMax).operations.map(({ operation }) => operation);
  const areDeprecated = operations.length > 0 && operations.every(({ deprecated }) => deprecated === true);
  const ends = areDeprecated ? operations.map((operation) => asDate(operation["x-sunset"])) : [];
  const last = ends.every((end) => end !== null) ? ends.toSorted((one, other) => Number(other) - Number(one))[0] : null;
  const sunset = asDate(stated["x-sunset"]) ?? last ?? null;
  const isDeprecated = areDeprecated || stated["x-deprecated"] === true;
  const since = asDate(stated["x-deprecated"]) ?? (isDeprecated ? updatedAt : null);
  if (!since && !sunset) return null;
  return { since: since && sunset && since > sunset ? sunset : since, sunset };
}
