import "server-only";
import { erasedMark, toAddressPattern, toMentionPattern } from "../../domain/people/mention-pattern.ts";
import { ruleCompanyMax, ruleNameMax } from "../../domain/submissions/assignment/assignment.ts";
import { getTextBounds } from "../../domain/submissions/core/field-faults.ts";
import { fields, mentionFields } from "../../domain/submissions/core/fields.ts";
import { inboundBounds } from "../../domain/submissions/core/inbound.ts";
import { reasonMax } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { viewNameMax, viewQueryMax } from "../../domain/submissions/inbox/views.ts";
import { fileNameMax } from "../../domain/submissions/reply/reply.ts";
import { blockedAgentMax, blockReasonMax } from "../../domain/submissions/spam/block-list.ts";
import { webhookAnswerMax } from "../../domain/webhooks/endpoint.ts";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";

// Must cover every column with visitors' or operators' text: mentions.db.test.ts fails for any other column.

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

type Cleaning = { table: Prisma.Sql; key: string[]; columns: Record<string, Prisma.Sql>; where: Prisma.Sql };

function getTablesToClean(email: string) {
  const pattern = toMentionPattern(email);
  const toText = (name: string, max: number) =>
    Prisma.sql`left(regexp_replace(${Prisma.raw(name)}, ${pattern}, ${erasedMark}, 'gi'), ${max}::int)`;
  const toTexts = (bounds: Record<string, number>): Cleaning["columns"] =>
    Object.fromEntries(Object.entries(bounds).map(([name, max]) => [name, toText(name, max)]));
  const toJson = (name: string) => ({ [name]: Prisma.sql`erase_in_json(${Prisma.raw(name)}, ${pattern})` });
  const clean = (table: string, columns: Cleaning["columns"], where = Prisma.sql`true`, key = ["id"]): Cleaning => {
    return { table: Prisma.raw(table), key, columns, where };
  };
  // Selects only other people's rows, because the person's own rows are deleted.
  const isOthers = Prisma.sql`NOT (${whereSentBy(email)})`;
  // Entries for an address are replaced with a hash instead (lib/server/submissions/spam/block-list).
  const blocked = Prisma.sql`CASE WHEN type = 'address' THEN value ELSE ${toText("value", blockedAgentMax)} END`;
  return {
    submissions: clean("submissions", { ...toTexts(textBounds), ...toJson("utm") }, isOthers, ["kind", "id"]),
    events: clean("submission_events", toJson("details")),
    inbound: clean("inbound_mails", toTexts(mailBounds)),
    inboundFiles: clean("inbound_attachments", toTexts({ name: inboundBounds.fileName })),
    replyFiles: clean("reply_files", toTexts({ name: fileNameMax })),
    webhookAnswers: clean("webhook_answers", toTexts({ text: webhookAnswerMax })),
    audit: clean("audit_entries", toJson("details"), Prisma.sql`action <> ALL (${operatorActions}::text[])`),
    views: clean("saved_views", toTexts({ name: viewNameMax, query: viewQueryMax })),
    rules: clean("assignment_rules", toTexts({ name: ruleNameMax, company: ruleCompanyMax })),
    blocks: clean(
      "blocked_senders",
      { ...toTexts({ reason: blockReasonMax }), value: blocked },
      Prisma.sql`value IS NOT NULL`,
    ),
  };
}

/** Reads every row, because no index finds a part of a word: a million rows take several seconds. */
function selectCandidates({ table, key, columns, where }: Cleaning, email: string, also = Prisma.empty): Prisma.Sql {
  const names = Prisma.raw(Object.keys(columns).join(", "));
  const cleaned = Object.entries(columns).map(([name, sql]) => Prisma.sql`${sql} AS ${Prisma.raw(`new_${name}`)}`);
  return Prisma.sql`
    SELECT ${Prisma.raw(key.join(", "))}, ${names}, ${Prisma.join(cleaned)} ${also} FROM ${table}
    WHERE ${where} AND concat_ws(chr(10), ${names}) ~* ${toAddressPattern(email)}`;
}

function hasChangedColumn({ columns }: Cleaning): Prisma.Sql {
  const names = Object.keys(columns);
  return Prisma.sql`(${Prisma.raw(names.join(", "))}) IS DISTINCT FROM (${Prisma.raw(names.map((name) => `new_${name}`).join(", "))})`;
}

export async function listMentions(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef[]> {
  const { submissions, events, inbound } = getTablesToClean(email);
  const inSubmission = Prisma.sql`, kind, submission_id`;
  return tx.$queryRaw<SubmissionRef[]>`
    SELECT kind, id FROM (${selectCandidates(submissions, email)}) AS found WHERE ${hasChangedColumn(submissions)}
    UNION
    SELECT found.kind, submission_id FROM (${selectCandidates(events, email, inSubmission)}) AS found
    JOIN submissions ON submissions.kind = found.kind AND submissions.id = submission_id
    WHERE ${hasChangedColumn(events)} AND NOT (${whereSentBy(email)})
    UNION
    SELECT found.kind, submission_id FROM (
      SELECT kind, submission_id FROM (${selectCandidates(inbound, email, inSubmission)}) AS held WHERE ${hasChangedColumn(inbound)}
    ) AS found
    JOIN submissions ON submissions.kind = found.kind AND submissions.id = submission_id
    WHERE NOT (${whereSentBy(email)})
    ORDER BY 1, 2 DESC`;
}

export async function eraseMentions(tx: RawTransaction, email: string): Promise<number> {
  let count = 0;
  for (const cleaned of Object.values(getTablesToClean(email))) {
    const assigned = Object.keys(cleaned.columns).map((name) => Prisma.raw(`${name} = new_${name}`));
    // Clears the hashes too, because a hash of the original text would confirm a guess of the address.
    if ("utm" in cleaned.columns) assigned.push(Prisma.sql`submission_fingerprint = NULL, content_hash = NULL`);
    const isSameRow = cleaned.key.map((name) => Prisma.raw(`held.${name} = found.${name}`));
    count += await tx.$executeRaw`
      UPDATE ${cleaned.table} AS held SET ${Prisma.join(assigned)}
      FROM (SELECT * FROM (${selectCandidates(cleaned, email)}) AS candidates WHERE ${hasChangedColumn(cleaned)}) AS found
      WHERE ${Prisma.join(isSameRow, " AND ")}`;
  }
  return count;
}

/** Matches runs of characters around an `@`, plain or percent-encoded. */
const addressLike = String.raw`[^\s<>"(),;:\[\]\\@]+(?:@|%(?:25)*40)[^\s<>"(),;:\[\]\\@]+`;

/** Also finds percent-encoded addresses. A run such as `see=ana@x.com.Thanks` also gives `ana@x.com`. */
export async function listMentionedAddresses(tx: RawTransaction): Promise<string[]> {
  const columns = Prisma.raw(Object.keys(textBounds).join(", "));
  const strings = Prisma.sql`'$.** ? (@.type() == "string")'`;
  const texts = [
    Prisma.sql`SELECT concat_ws(chr(10), ${columns}) AS text FROM submissions`,
    Prisma.sql`SELECT concat_ws(chr(10), name, query) FROM saved_views`,
    Prisma.sql`SELECT concat_ws(chr(10), name, company) FROM assignment_rules`,
    Prisma.sql`SELECT concat_ws(chr(10), ${Prisma.raw(Object.keys(mailBounds).join(", "))}) FROM inbound_mails`,
    Prisma.sql`SELECT name FROM inbound_attachments`,
    Prisma.sql`SELECT value #>> '{}' FROM submissions, jsonb_path_query(utm, ${strings}) AS value`,
    Prisma.sql`SELECT value #>> '{}' FROM submission_events, jsonb_path_query(details, ${strings}) AS value`,
    Prisma.sql`SELECT name FROM reply_files`,
    Prisma.sql`SELECT text FROM webhook_answers`,
    Prisma.sql`SELECT value #>> '{}' FROM audit_entries, jsonb_path_query(details, ${strings}) AS value`,
  ];
  const found = await tx.$queryRaw<{ run: string }[]>`
    SELECT DISTINCT part[1] AS run FROM (${Prisma.join(texts, " UNION ALL ")}) AS texts,
      regexp_matches(text, ${`(${addressLike})`}, 'gi') AS part`;
  return [...new Set(found.flatMap(({ run }) => listPossibleAddresses(run)))];
}

/** Parts are separated by punctuation. With more, a hostile text would cost too much time. */
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
