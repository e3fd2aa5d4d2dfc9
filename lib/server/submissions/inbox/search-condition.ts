import "server-only";
import { submissionKinds } from "../../../domain/submissions/core/submission-ref.ts";
import { parseSearch, toPhoneQuery, toWordsQuery } from "../../../domain/submissions/inbox/search.ts";
import { Prisma } from "../../generated/prisma/client.ts";

type SearchCondition = {
  /** Condition of a search for a number alone, by primary key. */
  number?: Prisma.Sql;
  /** Includes the condition `reference`. */
  words?: Prisma.Sql;
  reference?: Prisma.Sql;
};

/** Returns the SQL for an inbox search, or undefined if nothing can match. */
export function searchCondition(q: string): SearchCondition | undefined {
  const { reference, words, phones } = parseSearch(q);
  const kinds = reference?.kind ? [reference.kind] : submissionKinds;
  const number =
    reference &&
    Prisma.sql`(${Prisma.join(
      kinds.map((kind) => Prisma.sql`(kind = ${kind} AND id = ${reference.id})`),
      " OR ",
    )})`;
  const queries = phones.map(
    (phone) => Prisma.sql`(${allWords(phone.words)} || ${toPhoneQuery(phone.digits)}::tsquery)`,
  );
  if (words.length) queries.push(allWords(words));
  if (!queries.length) return number && { number, reference: number };
  const query = Prisma.sql`(${Prisma.join(queries, " && ")})`;
  // The words of unprocessed rows are not stored yet.
  const matches = Prisma.sql`(words @@ ${query} OR (NOT is_processed AND (
    submission_words(name, company, email, role, text, agent_name) || phone_words(phone)) @@ ${query}))`;
  return number ? { words: Prisma.sql`(${matches} OR ${number})`, reference: number } : { words: matches };
}

/** Matches all words, which are folded like the texts in the SQL function submission_words. */
function allWords(words: readonly string[]): Prisma.Sql {
  return Prisma.sql`to_tsquery('simple',
    translate(lower(${toWordsQuery(words)}), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc'))`;
}
