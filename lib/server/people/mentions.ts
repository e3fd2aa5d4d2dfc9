import "server-only";
import { erasedMark, toAddressPattern, toMentionPattern } from "../../domain/people/mention-pattern.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { isSentBy } from "../submissions/sent-by.ts";

// Every column that can hold a visitor's or an operator's words. The test of the erasure walks all columns of all tables
// and fails for one that is neither here nor left out for a reason.

/** Text columns with their bounds: the mark is longer than the shortest address. */
const textBounds = {
  ...{ name: 120, source_page: 240, agent_name: 120, landing_page: 2048, referrer: 2048, close_reason: 500 },
  ...{ text: 4000, role: 120, company: 180, phone: 60, discovery_source: 180 },
};

/** Their entries in the audit log hold addresses of operators, who are no visitors. */
const aboutOperators = ["operator_invited", "operator_reset", "role_changed", "operator_disabled", "operator_enabled"];

/** A table's columns without mentions of an address, for the rows that hold its letters anywhere. */
type Cleaned = { table: Prisma.Sql; key: string[]; columns: Record<string, Prisma.Sql>; where: Prisma.Sql };

function cleanedSubmissions(email: string): Cleaned {
  const pattern = toMentionPattern(email);
  const texts = Object.entries(textBounds).map(([name, max]) => {
    const column = Prisma.raw(name);
    return [name, Prisma.sql`left(regexp_replace(${column}, ${pattern}, ${erasedMark}, 'gi'), ${max}::int)`];
  });
  return {
    table: Prisma.sql`submissions`,
    key: ["kind", "id"],
    columns: { ...Object.fromEntries(texts), utm: Prisma.sql`erase_in_json(utm, ${pattern})` },
    // The person's own rows are erased as a whole.
    where: Prisma.sql`NOT (${isSentBy(email)})`,
  };
}

function cleanedDetails(table: Prisma.Sql, email: string, where: Prisma.Sql): Cleaned {
  const columns = { details: Prisma.sql`erase_in_json(details, ${toMentionPattern(email)})` };
  return { table, key: ["id"], columns, where };
}

const cleanedEvents = (email: string) => cleanedDetails(Prisma.sql`submission_events`, email, Prisma.sql`true`);
const cleanedLog = (email: string) =>
  cleanedDetails(Prisma.sql`audit_entries`, email, Prisma.sql`action <> ALL (${aboutOperators}::text[])`);

/** No index finds a part of a word: the database reads every row; a million take some seconds. */
function candidates({ table, key, columns, where }: Cleaned, email: string, also = Prisma.empty): Prisma.Sql {
  const names = Prisma.raw(Object.keys(columns).join(", "));
  const cleaned = Object.entries(columns).map(([name, sql]) => Prisma.sql`${sql} AS ${Prisma.raw(`new_${name}`)}`);
  return Prisma.sql`
    SELECT ${Prisma.raw(key.join(", "))}, ${names}, ${Prisma.join(cleaned)} ${also} FROM ${table}
    WHERE ${where} AND concat_ws(chr(10), ${names}) ~* ${toAddressPattern(email)}`;
}

function isMention({ columns }: Cleaned): Prisma.Sql {
  const names = Object.keys(columns);
  return Prisma.sql`(${Prisma.raw(names.join(", "))}) IS DISTINCT FROM (${Prisma.raw(names.map((name) => `new_${name}`).join(", "))})`;
}

/** The submissions of others that mention the address, in their own words or in those of operators; newest first. */
export async function listMentions(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef[]> {
  const [submissions, events] = [cleanedSubmissions(email), cleanedEvents(email)];
  return tx.$queryRaw<SubmissionRef[]>`
    SELECT kind, id FROM (${candidates(submissions, email)}) AS found WHERE ${isMention(submissions)}
    UNION
    SELECT found.kind, submission_id FROM (${candidates(events, email, Prisma.sql`, kind, submission_id`)}) AS found
    JOIN submissions ON submissions.kind = found.kind AND submissions.id = submission_id
    WHERE ${isMention(events)} AND NOT (${isSentBy(email)})
    ORDER BY 1, 2 DESC`;
}

/** Takes the address out of every row that mentions it. @returns the number of rows */
export async function eraseMentions(tx: Prisma.TransactionClient, email: string): Promise<number> {
  let count = 0;
  for (const cleaned of [cleanedSubmissions(email), cleanedEvents(email), cleanedLog(email)]) {
    const assigned = Object.keys(cleaned.columns).map((name) => Prisma.raw(`${name} = new_${name}`));
    // A fingerprint of the words before they were cleaned would confirm a guess of the address.
    if ("text" in cleaned.columns) assigned.push(Prisma.sql`submission_fingerprint = NULL`);
    const isSameRow = cleaned.key.map((name) => Prisma.raw(`held.${name} = found.${name}`));
    count += await tx.$executeRaw`
      UPDATE ${cleaned.table} AS held SET ${Prisma.join(assigned)}
      FROM (SELECT * FROM (${candidates(cleaned, email)}) AS candidates WHERE ${isMention(cleaned)}) AS found
      WHERE ${Prisma.join(isSameRow, " AND ")}`;
  }
  return count;
}
