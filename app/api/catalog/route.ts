import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

const route = handle(operations.listCatalogApis, listCatalogApis);

export { route as GET, route as OPTIONS };
