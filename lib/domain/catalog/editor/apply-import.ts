import type { Locale } from "../../locale.ts";
import { type EntryContent, slugOf } from "./content.ts";
import type { ImportedApi, ImportedService } from "./from-openapi.ts";

type Service = EntryContent["services"][number];

/**
 * The entry as it would be with what a document tells: its texts go to the language it is written in, those of the
 * other one stay. What the document says nothing of stays as it is, too.
 */
export function applyImport(base: EntryContent | null, api: ImportedApi, locale: Locale): EntryContent {
  const isEnglish = locale === "en";
  const entry = base ?? emptyContent(slugOf(api.title));
  return {
    ...entry,
    ...(isEnglish ? { titleEn: api.title } : { titleEs: api.title }),
    ...(api.description ? (isEnglish ? { descriptionEn: api.description } : { descriptionEs: api.description }) : {}),
    endpoints: api.endpoints.length ? api.endpoints : entry.endpoints,
    services: api.services.length ? api.services.map((service) => merge(entry, service, isEnglish)) : entry.services,
    docsUrl: api.docsUrl ?? entry.docsUrl ?? null,
    spec: api.spec,
  };
}

function merge(entry: EntryContent, service: ImportedService, isEnglish: boolean): Service {
  const known = entry.services.find(({ id }) => id === service.id);
  const title = isEnglish ? { titleEn: service.title } : { titleEs: service.title };
  const description = isEnglish ? { descriptionEn: service.description } : { descriptionEs: service.description };
  return {
    ...(known ?? { titleEn: "", titleEs: "", descriptionEn: "", descriptionEs: "", swaggerUrl: null }),
    ...title,
    ...(service.description || !known ? description : {}),
    id: service.id,
    operations: service.operations,
    docsUrl: service.docsUrl ?? known?.docsUrl ?? null,
  };
}

/** An entry that holds nothing yet. */
export function emptyContent(slug = ""): EntryContent {
  return {
    slug,
    titleEn: "",
    titleEs: "",
    descriptionEn: "",
    descriptionEs: "",
    useCasesEn: [],
    useCasesEs: [],
    endpoints: [],
    services: [],
    docsUrl: null,
    swaggerUrl: null,
    spec: {},
  };
}
