import "server-only";
import { domainToUnicode } from "node:url";
import { foldDomain } from "../../../domain/mail-address.ts";
import type { CappedCount } from "../../../domain/submissions/core/submission.ts";
import { type Block, toBlockKey, toMailbox } from "../../../domain/submissions/spam/block-list.ts";
import { database } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { isSentBy } from "../core/sent-by.ts";

const countMax = 10_000;
const namesMax = 10_000;

/**
 * Counts the submissions of a blocked sender, including spam, excluding repeats. Reads every row, for at most two
 * seconds, because no index covers all spellings of an address or the end of a domain.
 * @returns null if there are too many names of assistants
 * @throws AppError `unavailable`
 */
export async function countSender({ type, value }: Block): Promise<CappedCount | null> {
  const count = type === "agent" ? await countAgent(value) : await countMails(type, value);
  return count === null ? null : { count: Math.min(count, countMax), isCapped: count > countMax };
}

async function countMails(type: "address" | "domain", value: string): Promise<number> {
  const isSender = type === "domain" ? isOfDomain(value) : isOfMailbox(value);
  const [row] = await database(
    (db) => db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM submissions WHERE repeat_of IS NULL AND ${isSender} LIMIT ${countMax + 1}
      ) AS counted`,
    "desk",
  );
  return row?.count ?? 0;
}

const mailDomain = Prisma.sql`rtrim(split_part(lower(email), '@', 2), '.')`;

/** Lists the spellings of a domain that a sender may have used. */
function listForms(domain: string): string[] {
  const ascii = foldDomain(domain);
  const readable = domainToUnicode(ascii);
  return [...new Set([ascii, readable.normalize("NFC"), readable.normalize("NFD")])].filter(Boolean);
}

function isOfDomain(domain: string): Prisma.Sql {
  const isForm = listForms(domain).map(
    (form) => Prisma.sql`(${mailDomain} = ${form} OR right(${mailDomain}, ${form.length + 1}::int) = ${`.${form}`})`,
  );
  return Prisma.sql`(${Prisma.join(isForm, " OR ")})`;
}

function isOfMailbox(address: string): Prisma.Sql {
  const [local = "", domain = ""] = toMailbox(address).split("@");
  const isTagged = Prisma.sql`split_part(split_part(lower(email), '@', 1), '+', 1) = ${local}`;
  return Prisma.sql`(${isSentBy(address)} OR ${isTagged} AND ${mailDomain} = ANY (${listForms(domain)}::text[]))`;
}

/** Counts by name first: there are far fewer names than rows, and an index covers them. */
async function countAgent(value: string): Promise<number | null> {
  const key = toBlockKey({ type: "agent", value });
  const names = await database(
    (db) => db.$queryRaw<{ name: string; count: number }[]>`
      SELECT lower(agent_name) AS name, count(*)::int AS count FROM submissions
      WHERE agent_name IS NOT NULL AND repeat_of IS NULL GROUP BY lower(agent_name) LIMIT ${namesMax + 1}`,
    "desk",
  );
  if (names.length > namesMax) return null;
  return names
    .filter(({ name }) => toBlockKey({ type: "agent", value: name }) === key)
    .reduce((sum, { count }) => sum + count, 0);
}
