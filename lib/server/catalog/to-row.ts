import "server-only";
import type { CatalogDraft } from "../../domain/catalog/schema.ts";
import { listPairs, toSearchText, toSearchTitle, toSortTitle } from "../../domain/catalog/search.ts";

/** The columns of an entry, with what search and order need, as of `updatedAt`. */
export function toRow(draft: CatalogDraft, updatedAt: Date) {
  const searchText = toSearchText(draft);
  return {
    slug: draft.slug,
    titleEn: draft.titleEn,
    titleEs: draft.titleEs,
    descriptionEn: draft.descriptionEn,
    descriptionEs: draft.descriptionEs,
    useCasesEn: draft.useCasesEn,
    useCasesEs: draft.useCasesEs,
    endpoints: draft.endpoints,
    services: draft.services,
    docsUrl: draft.docsUrl,
    swaggerUrl: draft.swaggerUrl,
    spec: draft.spec,
    published: draft.published,
    updatedAt,
    searchText,
    searchPairs: listPairs(searchText),
    searchTitle: toSearchTitle(draft),
    sortTitle: toSortTitle(draft),
  };
}
