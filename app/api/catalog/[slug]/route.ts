import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { getCatalogApi } from "#lib/server/catalog/get-catalog-api.ts";

const route = handle(operations.getCatalogApi, getCatalogApi);

export { route as GET, route as OPTIONS };
