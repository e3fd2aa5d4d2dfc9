import "server-only";
import { Prisma } from "../generated/prisma/client.ts";
import { isSentBy } from "../submissions/sent-by.ts";

// Every column that a visitor's or an operator's words can stand in. The test of the erasure walks all columns there
// are and fails for one that is neither here nor left out for a reason.

type Clean = (text: string) => string;
/** From what is held, as text, to what is stored instead: a text, or any value of JSON. */
type Column = (held: string, clean: Clean) => unknown;

export type Place = {
  table: Prisma.Sql;
  idType: Prisma.Sql;
  columns: Record<string, Column>;
  /** Which rows are looked at when this address is erased. */
  where: (email: string) => Prisma.Sql;
  /** The submission that a row belongs to, as `kind` and `subject`. */
  submission: Prisma.Sql;
};

/** The mark is longer than the shortest address: the bound of the column, in code points, is kept. */
const upTo =
  (max: number): Column =>
  (held, clean) =>
    [...clean(held)].slice(0, max).join("");

const json: Column = (held, clean) => cleanedValue(JSON.parse(held), clean);

function cleanedValue(value: unknown, clean: Clean): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanedValue(item, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), cleanedValue(item, clean)]));
}

/** A form is JSON held as text; what the sign-in keeps beside it is not. */
const form: Column = (held, clean) => {
  try {
    return JSON.stringify(json(held, clean));
  } catch {
    return clean(held);
  }
};

const words = {
  ...{ name: upTo(120), source_page: upTo(240), agent_name: upTo(120), utm: json },
  ...{ landing_page: upTo(2048), referrer: upTo(2048), close_reason: upTo(500) },
  // A hash of the words before they were cleaned would confirm a guess of the address.
  submission_fingerprint: () => null,
};
const leadWords = {
  ...{ role: upTo(120), company: upTo(180), phone: upTo(60) },
  ...{ project_description: upTo(4000), discovery_source: upTo(180) },
};

/** Their own rows are erased as a whole. One that arrived after that stays whole, as any later one. */
const byOthers = (email: string) => Prisma.sql`NOT (${isSentBy(email)})`;
const all = () => Prisma.sql`true`;
const noSubmission = Prisma.sql`NULL AS kind, NULL AS subject`;

/** These hold the addresses of operators, who are no visitors: their accounts are managed on a page of their own. */
const aboutOperators = ["operator_invited", "operator_reset", "role_changed", "operator_disabled", "operator_enabled"];

export const places = {
  leads: {
    table: Prisma.sql`leads`,
    idType: Prisma.sql`int`,
    columns: { ...words, ...leadWords },
    where: byOthers,
    submission: Prisma.sql`'lead' AS kind, id::text AS subject`,
  },
  contacts: {
    table: Prisma.sql`contacts`,
    idType: Prisma.sql`int`,
    columns: { ...words, message: upTo(4000) },
    where: byOthers,
    submission: Prisma.sql`'inquiry' AS kind, id::text AS subject`,
  },
  events: {
    table: Prisma.sql`submission_events`,
    idType: Prisma.sql`bigint`,
    columns: { details: json },
    where: all,
    submission: Prisma.sql`kind, subject_id::text AS subject`,
  },
  forms: {
    table: Prisma.sql`operator_verifications`,
    idType: Prisma.sql`text`,
    columns: { value: form },
    where: all,
    submission: noSubmission,
  },
  log: {
    table: Prisma.sql`audit_entries`,
    idType: Prisma.sql`bigint`,
    columns: { details: json },
    where: () => Prisma.sql`action <> ALL (${aboutOperators}::text[])`,
    submission: noSubmission,
  },
} satisfies Record<string, Place>;
