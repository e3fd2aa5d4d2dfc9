import { toRoute } from "#lib/http/next-router.ts";
import { routes } from "#lib/http/routes.ts";

const route = toRoute(routes.listCatalogApis);

export { route as GET, route as OPTIONS };
