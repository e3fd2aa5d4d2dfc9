import "server-only";
import { parseSearch, toPhoneQuery, toWordsQuery } from "../../domain/desk/search.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** What a search asks of a row: `number` alone, which the primary key finds, or words with a number beside them. */
export type SearchCondition = { number?: Prisma.Sql; words?: Prisma.Sql };

/** Undefined where no row of that kind can be meant. */
export function searchCondition(q: string, kind: SubmissionKind): SearchCondition | undefined {
  const { reference, words, phones } = parseSearch(q);
  const number = reference && (reference.kind ?? kind) === kind ? Prisma.sql`id = ${reference.id}` : undefined;
  const queries = phones.map(
    (phone) => Prisma.sql`(${allWords(phone.words)} || ${toPhoneQuery(phone.digits)}::tsquery)`,
  );
  if (words.length) queries.push(allWords(words));
  if (!queries.length) return number && { number };
  const matches = Prisma.sql`words @@ (${Prisma.join(queries, " && ")})`;
  return { words: number ? Prisma.sql`(${matches} OR ${number})` : matches };
}

/** Every word; they are folded as submission_words folds the texts. */
function allWords(words: readonly string[]): Prisma.Sql {
  return Prisma.sql`to_tsquery('simple',
    translate(lower(${toWordsQuery(words)}), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc'))`;
}
