import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { handle } from "#lib/http/handle.ts";
import { publishEntry } from "#lib/server/catalog/edit-entry.ts";

export const POST = handle(catalogOperations.publishEntry, publishEntry);
