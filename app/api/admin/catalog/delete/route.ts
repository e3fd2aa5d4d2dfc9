import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { handle } from "#lib/http/handle.ts";
import { deleteEntry } from "#lib/server/catalog/edit-entry.ts";

export const POST = handle(catalogOperations.deleteEntry, deleteEntry);
