import "server-only";
import { candidatePattern, withoutMentions } from "../../domain/people/mention-pattern.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { isSentBy } from "../submissions/sent-by.ts";
import { type Place, places } from "./mention-places.ts";

/** So that an address which many mention takes no more memory than one which few do. */
const batchRows = 500;

/** The submissions of others that mention the address, in what was sent or in what operators have noted. */
export async function listMentions(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef[]> {
  const own = await tx.$queryRaw<SubmissionRef[]>`
    SELECT 'lead' AS kind, id FROM leads WHERE ${isSentBy(email)}
    UNION ALL SELECT 'inquiry', id FROM contacts WHERE ${isSentBy(email)}`;
  const isOwn = new Set(own.map(toKey));
  const found = new Map<string, SubmissionRef>();
  for (const place of [places.leads, places.contacts, places.events]) {
    for await (const rows of mentions(tx, place, email)) {
      for (const { kind, subject } of rows) {
        const ref = { kind: kind === "lead" ? "lead" : "inquiry", id: Number(subject) } as const;
        if (!isOwn.has(toKey(ref))) found.set(toKey(ref), ref);
      }
    }
  }
  const rank = ({ kind }: SubmissionRef) => (kind === "lead" ? 0 : 1);
  return [...found.values()].sort((one, other) => rank(one) - rank(other) || other.id - one.id);
}

const toKey = ({ kind, id }: SubmissionRef) => `${kind}-${id}`;

/** Takes the address out of every row that mentions it, and returns how many rows those were. */
export async function eraseMentions(tx: Prisma.TransactionClient, email: string): Promise<number> {
  let count = 0;
  for (const place of Object.values<Place>(places)) {
    const columns = Object.keys(place.columns).map((name) => Prisma.raw(name));
    const cleaned = columns.map((column) => Prisma.sql`${column} = cleaned.${column}`);
    for await (const rows of mentions(tx, place, email, { lock: Prisma.sql`FOR NO KEY UPDATE` })) {
      await tx.$executeRaw`
        UPDATE ${place.table} AS held SET ${Prisma.join(cleaned)}
        FROM jsonb_populate_recordset(NULL::${place.table}, ${JSON.stringify(rows)}::jsonb) AS cleaned
        WHERE held.id = cleaned.id`;
      count += rows.length;
    }
  }
  return count;
}

type Row = Record<string, unknown>;

/**
 * The rows of a place that mention the address, without it, in batches. The database reads every row for those that may
 * mention it, since no index finds a part of a word: a million take some four seconds. Whether one does is told from
 * its words alone, free of the escapes of JSON.
 */
async function* mentions(
  tx: Prisma.TransactionClient,
  { table, idType, columns, where, submission }: Place,
  email: string,
  { lock }: { lock: Prisma.Sql } = { lock: Prisma.empty },
): AsyncGenerator<Row[]> {
  const names = Prisma.raw(Object.keys(columns).join("::text, ").concat("::text"));
  const candidates = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM ${table}
    WHERE ${where(email)} AND concat_ws(chr(10), ${names}) ~* ${candidatePattern(email)}::text`;
  for (let at = 0; at < candidates.length; at += batchRows) {
    const ids = candidates.slice(at, at + batchRows).map(({ id }) => id);
    const rows = await tx.$queryRaw<Record<string, string | null>[]>`
      SELECT id::text, ${submission}, ${names} FROM ${table}
      WHERE id = ANY (${ids}::text[]::${idType}[]) ${lock}`;
    const mentioning = rows.map((row) => cleanedRow(row, columns, email)).filter((row) => row !== undefined);
    if (mentioning.length) yield mentioning;
  }
}

/** The row with its columns cleaned, or undefined when they hold no mention. */
function cleanedRow(row: Record<string, string | null>, columns: Place["columns"], email: string): Row | undefined {
  const without = withoutMentions(email);
  let isMention = false;
  const clean = (text: string) => {
    const cleaned = without(text);
    if (cleaned !== text) isMention = true;
    return cleaned;
  };
  const cleaned = Object.entries(columns).map(([name, column]) => [name, row[name] && column(row[name], clean)]);
  return isMention ? { ...row, ...Object.fromEntries(cleaned) } : undefined;
}
