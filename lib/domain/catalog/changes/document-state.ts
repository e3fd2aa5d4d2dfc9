import { getOrCreate } from "../../../i18n/get-or-create.ts";
import { dayMilliseconds, hourMilliseconds } from "../../durations.ts";
import { asObject, type JsonObject } from "../../json.ts";
import type { Comparison } from "../compare/model.ts";
import { asDate } from "../reference/bounds.ts";
import { findOperations } from "../reference/document.ts";
import type { ApiCatalogEntry } from "../schema.ts";

/** Failed checks of a document's URL since its last valid response. */
export type Failing = { failedAt: Date | null; failures: number; isUnreachable: boolean };

/** Results of the daily checks of a document's URL. */
export type DocumentState = Failing & {
  checkedAt: Date | null;
  /** When the URL first returned the current document. */
  unchangedAt: Date | null;
  /** Differences from the published document. Null if it is the same. */
  comparison: Comparison | null;
};

export const answering: Failing = { failedAt: null, failures: 0, isUnreachable: false };

const failuresMin = 3;
const retryMilliseconds = 12 * hourMilliseconds;

/** A document counts as unreachable after three failures over 24 hours: readers need not know of short outages. */
export function addFailure({ failedAt, failures }: Failing, now: Date): Failing {
  const since = failedAt ?? now;
  const isLong = now.getTime() - since.getTime() >= dayMilliseconds;
  return { failedAt: since, failures: failures + 1, isUnreachable: failures + 1 >= failuresMin && isLong };
}

/** Spreads the checks of all entries over the day. Repeats failed checks sooner, until the URL is unreachable. */
export function planNextCheck(entryId: number, states: Failing[], now: Date): Date {
  if (states.some(({ failures, isUnreachable }) => failures && !isUnreachable)) {
    return new Date(now.getTime() + retryMilliseconds);
  }
  // Keep half a day between checks, even if the last one was late.
  const earliest = now.getTime() + retryMilliseconds;
  const slot = Math.floor(earliest / dayMilliseconds) * dayMilliseconds + toCheckOffset(entryId, dayMilliseconds);
  return new Date(slot < earliest ? slot + dayMilliseconds : slot);
}

/** Derives an offset from 0 to `milliseconds` from the entry's id, so that entries are checked at different times. */
export function toCheckOffset(entryId: number, milliseconds: number): number {
  return Math.floor(((Math.imul(entryId, 2_654_435_761) >>> 0) / 2 ** 32) * milliseconds);
}

/** Either date may be missing, never both. `sunset` is never earlier than `since` (RFC 9745). */
export type Deprecation = { since: Date | null; sunset: Date | null };

const operationsMax = 1_000;
const deprecations = new WeakMap<object, Deprecation | null>();

/**
 * Finds the deprecation of the whole API. A document states it with `x-deprecated` (a date or true) and `x-sunset`, at
 * the top or in `info`, or by deprecating every operation. Without a date of deprecation, uses the entry's `updatedAt`.
 */
export function findDeprecation({ spec, updatedAt }: ApiCatalogEntry): Deprecation | null {
  return getOrCreate(deprecations, spec, () => readDeprecation(spec, new Date(updatedAt)));
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
