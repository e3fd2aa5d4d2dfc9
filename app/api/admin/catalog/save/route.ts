import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { handle } from "#lib/http/handle.ts";
import { saveEntry } from "#lib/server/catalog/edit-entry.ts";

export const POST = handle(catalogOperations.saveEntry, saveEntry);
