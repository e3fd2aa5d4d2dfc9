import "server-only";
import { prefixQueryOf, searchWordsOf } from "../../domain/desk/search-words.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** Whether a row holds every word of `q`. The words are folded as submission_words folds the texts. */
export function wordsMatch(q: string): Prisma.Sql | "none" {
  const searched = searchWordsOf(q);
  if (!searched.length) return "none";
  return Prisma.sql`words @@ to_tsquery('simple',
    translate(lower(${prefixQueryOf(searched)}), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc'))`;
}
