// Fifty published entries of a realistic size: the sample catalog, once per line of business.
import type { CatalogDraft } from "../lib/domain/catalog/schema.ts";
import { readSamples } from "../scripts/seed.ts";

const count = 50;

/** In English, in Spanish, and the country each is sold in. */
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
