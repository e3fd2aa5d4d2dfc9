import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { handle } from "#lib/http/handle.ts";
import { unpublishEntry } from "#lib/server/catalog/edit-entry.ts";

export const POST = handle(catalogOperations.unpublishEntry, unpublishEntry);
