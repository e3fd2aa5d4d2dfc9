import "server-only";
import { erasedMark, toAddressPattern, toMentionPattern } from "../../domain/people/mention-pattern.ts";
import { ruleNameMax } from "../../domain/submissions/assignment/assignment.ts";
import { fields, mentionFields } from "../../domain/submissions/core/fields.ts";
import { inboundBounds } from "../../domain/submissions/core/inbound.ts";
import { reasonMax } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { getTextBounds, submissionTexts } from "../../domain/submissions/core/submission-texts.ts";
import { viewNameMax, viewQueryMax } from "../../domain/submissions/inbox/views.ts";
import { fileNameMax } from "../../domain/submissions/reply/reply.ts";
import { blockReasonMax } from "../../domain/submissions/spam/block-list.ts";
import { webhookAnswerMax } from "../../domain/webhooks/endpoint.ts";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { blockSubmissionKeys, type SentKey } from "../submissions/core/erasure-records.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";

/** Maximum length per column. The mark may be longer than the address it replaces, so cleaned texts are cut to fit. */
const textBounds: Record<string, number> = {
  ...Object.fromEntries(mentionFields.map((name) => [fields[name].column, getTextBounds(name).max ?? 0])),
  assisted_by: getTextBounds("agentName").max ?? 0,
  close_reason: reasonMax,
};

const mailBounds = {
  from_name: inboundBounds.fromName,
  subject: inboundBounds.subject,
  text: inboundBounds.text,
  quoted: inboundBounds.text,
  message_id: inboundBounds.messageId,
};

/** Audit actions whose entries contain operators' addresses, which an erasure keeps. */
const operatorActions = [
  "operator_invited",
  "operator_reset",
  "role_changed",
  "operator_disabled",
  "operator_enabled",
  "duty_changed",
];

type TextTable = {
  name: string;
  key?: string[];
  /** Each text column with its maximum length. */
  texts?: Record<string, number>;
  json?: string;
  where?: (email: string) => Prisma.Sql;
};

const submissions: TextTable = {
  name: "submissions",
  key: ["kind", "id"],
  texts: textBounds,
  json: "utm",
  // Selects only other people's rows, because the person's own rows are deleted.
  where: (email) => Prisma.sql`NOT (${whereSentBy(email)})`,
};
const events: TextTable = { name: "submission_events", json: "details" };
const inbound: TextTable = { name: "inbound_mails", texts: mailBounds };

/** Every column with visitors' or operators' text: mentions.db.test.ts fails for any other column. */
const tables: TextTable[] = [
  ...[submissions, events, inbound],
  { name: "inbound_attachments", texts: { name: inboundBounds.fileName } },
  { name: "reply_files", texts: { name: fileNameMax } },
  { name: "webhook_answers", texts: { text: webhookAnswerMax } },
  { name: "audit_entries", json: "details", where: () => Prisma.sql`action <> ALL (${operatorActions}::text[])` },
  { name: "saved_views", texts: { name: viewNameMax, query: viewQueryMax } },
  { name: "assignment_rules", texts: { name: ruleNameMax, company: submissionTexts.company.max } },
  { name: "blocked_senders", texts: { reason: blockReasonMax } },
  // Entries for an address are replaced with a hash instead (lib/server/submissions/spam/block-list).
  {
    name: "blocked_senders",
    texts: { value: submissionTexts.agentName.max },
    where: () => Prisma.sql`type <> 'address'`,
  },
];

const listErasedColumns = ({ texts = {}, json }: TextTable) => Object.keys(texts).concat(json ?? []);

/** Reads every row, because no index finds a part of a word: a million rows take several seconds. */
function selectMentions(table: TextTable, email: string, also = Prisma.empty): Prisma.Sql {
  const { name: from, key = ["id"], texts = {}, json, where = () => Prisma.sql`true` } = table;
  const pattern = toMentionPattern(email);
  const cleaned = Object.entries(texts).map(([name, max]) => {
    const text = Prisma.sql`regexp_replace(${Prisma.raw(name)}, ${pattern}, ${erasedMark}, 'gi')`;
    return Prisma.sql`left(${text}, ${max}::int) AS ${Prisma.raw(`new_${name}`)}`;
  });
  if (json) cleaned.push(Prisma.sql`erase_in_json(${Prisma.raw(json)}, ${pattern}) AS ${Prisma.raw(`new_${json}`)}`);
  const names = Prisma.raw(listErasedColumns(table).join(", "));
  const newNames = Prisma.raw(`new_${listErasedColumns(table).join(", new_")}`);
  return Prisma.sql`
    SELECT * FROM (
      SELECT ${Prisma.raw(key.join(", "))}, ${names}, ${Prisma.join(cleaned)} ${also} FROM ${Prisma.raw(from)}
      WHERE ${where(email)} AND concat_ws(chr(10), ${names}) ~* ${toAddressPattern(email)}
    ) AS candidates WHERE (${names}) IS DISTINCT FROM (${newNames})`;
}

export async function listMentions(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef[]> {
  const selectSubmissions = (table: TextTable) => Prisma.sql`
    SELECT found.kind, submission_id FROM (${selectMentions(table, email, Prisma.sql`, kind, submission_id`)}) AS found
    JOIN submissions ON submissions.kind = found.kind AND submissions.id = submission_id
    WHERE NOT (${whereSentBy(email)})`;
  return tx.$queryRaw<SubmissionRef[]>`
    SELECT kind, id FROM (${selectMentions(submissions, email)}) AS found
    UNION ${selectSubmissions(events)} UNION ${selectSubmissions(inbound)} ORDER BY 1, 2 DESC`;
}

export async function eraseMentions(tx: RawTransaction, email: string): Promise<number> {
  let count = 0;
  for (const table of tables) {
    const assigned = listErasedColumns(table).map((name) => Prisma.raw(`${name} = new_${name}`));
    const isSubmissions = table === submissions;
    // Clears the hashes too, and the keys, most of which are hashes: they would confirm a guess of the address.
    if (isSubmissions) {
      assigned.push(Prisma.sql`submission_key = NULL, submission_fingerprint = NULL, content_hash = NULL`);
    }
    const isSameRow = (table.key ?? ["id"]).map((name) => Prisma.raw(`held.${name} = found.${name}`));
    const changed = await tx.$queryRaw<SentKey[]>`
      UPDATE ${Prisma.raw(table.name)} AS held SET ${Prisma.join(assigned)}
      FROM (${selectMentions(table, email, isSubmissions ? Prisma.sql`, submission_key AS key` : undefined)}) AS found
      WHERE ${Prisma.join(isSameRow, " AND ")} RETURNING ${Prisma.raw(isSubmissions ? "found.kind, key" : "1")}`;
    if (isSubmissions) await blockSubmissionKeys(tx, changed, new Date());
    count += changed.length;
  }
  return count;
}

/** Matches runs of characters around an `@`, plain or percent-encoded. */
const addressLike = String.raw`[^\s<>"(),;:\[\]\\@]+(?:@|%(?:25)*40)[^\s<>"(),;:\[\]\\@]+`;

/** Also finds percent-encoded addresses. A run such as `see=ana@x.com.Thanks` also gives `ana@x.com`. */
export async function listMentionedAddresses(tx: RawTransaction): Promise<string[]> {
  const texts = tables.map(({ name, texts: bounds = {}, json }) => {
    const columns = Object.keys(bounds).map((column) => Prisma.raw(column));
    // JSON escapes only characters that end a run.
    if (json) columns.push(Prisma.sql`regexp_replace(${Prisma.raw(json)}::text, '\\\\(u[0-9a-f]{4}|.)', ' ', 'g')`);
    return Prisma.sql`SELECT concat_ws(chr(10), ${Prisma.join(columns)}) AS text FROM ${Prisma.raw(name)}`;
  });
  const found = await tx.$queryRaw<{ run: string }[]>`
    SELECT DISTINCT part[1] AS run FROM (${Prisma.join(texts, " UNION ALL ")}) AS texts,
      regexp_matches(text, ${`(${addressLike})`}, 'gi') AS part`;
  return [...new Set(found.flatMap(({ run }) => listPossibleAddresses(run)))];
}

/** Maximum number of starts and of ends of an address in a run: more would let a hostile text cost too much time. */
const partsMax = 12;

function listPossibleAddresses(run: string): string[] {
  const sides = run.replaceAll(/%(?:25)*([0-7][0-9a-f])/gi, decodeByte).split("@");
  return sides.slice(1).flatMap((domain, at) => {
    const local = sides[at] ?? "";
    const starts = [...local.matchAll(/(?<![0-9\p{L}\p{M}])[0-9\p{L}\p{M}]/gu)].map(({ index }) => local.slice(index));
    const ends = [...domain.matchAll(/[0-9\p{L}\p{M}](?![0-9\p{L}\p{M}])/gu)].slice(0, partsMax);
    return [local, ...starts.slice(-partsMax)].flatMap((start) =>
      ends.map(({ index }) => `${start}@${domain.slice(0, index + 1)}`),
    );
  });
}

const decodeByte = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
