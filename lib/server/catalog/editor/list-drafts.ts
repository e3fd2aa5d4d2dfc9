import "server-only";
import * as z from "zod/mini";
import { ApiCatalogService } from "../../../domain/catalog/schema.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import { database } from "../../db.ts";

const services = z.array(ApiCatalogService);

/** Every entry, published or not, by English title, without its document. */
export async function listDrafts(_operator: Operator) {
  const rows = await database(
    (db) =>
      db.catalogEntry.findMany({
        select: {
          id: true,
          slug: true,
          titleEn: true,
          titleEs: true,
          descriptionEn: true,
          descriptionEs: true,
          useCasesEn: true,
          useCasesEs: true,
          services: true,
          published: true,
          updatedAt: true,
        },
        orderBy: [{ sortTitle: "asc" }, { id: "asc" }],
      }),
    "desk",
  );
  return rows.map((row) => ({
    ...row,
    services: services.parse(row.services),
    updatedAt: row.updatedAt.toISOString(),
  }));
}
export type ListedDraft = Awaited<ReturnType<typeof listDrafts>>[number];
