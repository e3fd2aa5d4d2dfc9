import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

const route = handle(operations.listCatalogApis, listCatalogApis);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
