import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { handle } from "#lib/http/handle.ts";
import { reviewImport } from "#lib/server/catalog/review-import.ts";

export const POST = handle(catalogOperations.reviewImport, reviewImport);
