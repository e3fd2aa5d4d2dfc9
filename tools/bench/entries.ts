// Creates fifty published entries of a realistic size and stores them in a database.
import type { CatalogDraft } from "../../lib/domain/catalog/schema.ts";
import { insertEntries } from "../../lib/server/catalog/entries.ts";
import { database, disconnect } from "../../lib/server/db.ts";
import { readSamples } from "../../scripts/seed.ts";

const count = 50;

/** Lines of business, each with its name in English and Spanish and its country. */
const businesses = [
  ["supermarkets", "supermercados", "Guatemala"],
  ["pharmacies", "farmacias", "Costa Rica"],
  ["breweries", "cervecerías", "México"],
  ["coffee houses", "cafeterías", "El Salvador"],
  ["petrol stations", "gasolineras", "Honduras"],
  ["hardware stores", "ferreterías", "Panamá"],
  ["snack brands", "marcas de botanas", "Nicaragua"],
  ["banks", "bancos", "Belice"],
] as const;

/** Repeats the sample catalog for each line of business. */
export function fiftyEntries(): CatalogDraft[] {
  const samples = readSamples();
  return businesses
    .flatMap(([english, spanish, country]) =>
      samples.map((sample) => ({
        ...sample,
        slug: `${sample.slug}-${english.replace(" ", "-")}`,
        titleEn: `${sample.titleEn} for ${english}`,
        titleEs: `${sample.titleEs} para ${spanish}`,
        descriptionEn: `${sample.descriptionEn} Set up for ${english} in ${country}.`,
        descriptionEs: `${sample.descriptionEs} Configurado para ${spanish} en ${country}.`,
        published: true,
      })),
    )
    .slice(0, count);
}

/** Stores the entries. Call this for one database per process only, because the app reads DATABASE_URL only once. */
export async function storeEntries(url: string, drafts: CatalogDraft[]): Promise<void> {
  process.env.DATABASE_URL = url;
  await database((db) => insertEntries(db, drafts, new Date()));
  await disconnect();
}
