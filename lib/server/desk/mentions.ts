import "server-only";
import { erasedMark, mentionPattern } from "../../domain/desk/mention-pattern.ts";
import type { SubmissionRef } from "../../domain/desk/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";

// Every column that a visitor's or an operator's words can stand in. The test of the erasure walks all columns there
// are and fails for one that is neither here nor left out for a reason.

const leadTexts = Prisma.sql`concat_ws(chr(10), name, role, company, phone, project_description, discovery_source,
  source_page, agent_name, utm::text, landing_page, referrer, close_reason)`;
const contactTexts = Prisma.sql`concat_ws(chr(10), name, message, source_page, agent_name, utm::text, landing_page,
  referrer, close_reason)`;

/** These hold the addresses of operators, who are no visitors: their accounts are managed on a page of their own. */
const aboutOperators = ["operator_invited", "operator_reset", "role_changed", "operator_disabled", "operator_enabled"];

/** Every row is read: no index finds a part of a word. A million take some four seconds. */
const mentions = (texts: Prisma.Sql, email: string) => Prisma.sql`${texts} ~* ${mentionPattern(email)}::text`;

/** Their own rows are erased as a whole. One that arrived after that stays whole, as any later one. */
const byOthers = (email: string) => Prisma.sql`lower(email) <> lower(${email})`;

/** The submissions of others that mention the address, in what was sent or in what operators have noted. */
export function listMentions(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef[]> {
  return tx.$queryRaw<SubmissionRef[]>`
    WITH mentioned AS (
      SELECT 'lead' AS kind, id FROM leads WHERE ${byOthers(email)} AND ${mentions(leadTexts, email)}
      UNION SELECT 'inquiry', id FROM contacts WHERE ${byOthers(email)} AND ${mentions(contactTexts, email)}
      UNION SELECT kind, subject_id FROM submission_events WHERE ${mentions(Prisma.sql`details::text`, email)}
    )
    SELECT kind, id FROM mentioned
    WHERE NOT EXISTS (SELECT FROM leads WHERE kind = 'lead' AND leads.id = mentioned.id AND NOT ${byOthers(email)})
      AND NOT EXISTS (SELECT FROM contacts WHERE kind = 'inquiry' AND contacts.id = mentioned.id AND NOT ${byOthers(email)})
    ORDER BY kind COLLATE "C" DESC, id DESC`;
}

/** Takes the address out of every row that mentions it, and returns how many rows those were. */
export async function eraseMentions(tx: Prisma.TransactionClient, email: string): Promise<number> {
  const without = (column: Prisma.Sql) =>
    Prisma.sql`regexp_replace(${column}, ${mentionPattern(email)}::text, ${`\\1\\2${erasedMark}`}::text, 'gi'::text)`;
  // The mark is longer than the shortest address: the bounds of the columns are kept.
  const text = (column: Prisma.Sql, max: number) => Prisma.sql`left(${without(column)}, ${max}::int)`;
  const json = (column: Prisma.Sql) => Prisma.sql`${without(Prisma.sql`${column}::text`)}::jsonb`;
  const shared = Prisma.sql`
    name = ${text(Prisma.sql`name`, 120)},
    source_page = ${text(Prisma.sql`source_page`, 240)},
    agent_name = ${text(Prisma.sql`agent_name`, 120)},
    utm = ${json(Prisma.sql`utm`)},
    landing_page = ${text(Prisma.sql`landing_page`, 2048)},
    referrer = ${text(Prisma.sql`referrer`, 2048)},
    close_reason = ${text(Prisma.sql`close_reason`, 500)}`;
  const inLeads = await tx.$executeRaw`
    UPDATE leads SET ${shared},
      role = ${text(Prisma.sql`role`, 120)},
      company = ${text(Prisma.sql`company`, 180)},
      phone = ${text(Prisma.sql`phone`, 60)},
      project_description = ${text(Prisma.sql`project_description`, 4000)},
      discovery_source = ${text(Prisma.sql`discovery_source`, 180)}
    WHERE ${byOthers(email)} AND ${mentions(leadTexts, email)}`;
  const inContacts = await tx.$executeRaw`
    UPDATE contacts SET ${shared}, message = ${text(Prisma.sql`message`, 4000)}
    WHERE ${byOthers(email)} AND ${mentions(contactTexts, email)}`;
  const inEvents = await tx.$executeRaw`
    UPDATE submission_events SET details = ${json(Prisma.sql`details`)}
    WHERE ${mentions(Prisma.sql`details::text`, email)}`;
  // Forms of the catalog that wait hold what an operator typed; what the sign-in keeps there holds no address.
  const inForms = await tx.$executeRaw`
    UPDATE operator_verifications SET value = ${without(Prisma.sql`value`)}
    WHERE ${mentions(Prisma.sql`value`, email)}`;
  const inLog = await tx.$executeRaw`
    UPDATE audit_entries SET details = ${json(Prisma.sql`details`)}
    WHERE action <> ALL (${aboutOperators}::text[]) AND ${mentions(Prisma.sql`details::text`, email)}`;
  return inLeads + inContacts + inEvents + inForms + inLog;
}
