import { toRoute } from "#lib/http/next-router.ts";
import { routes } from "#lib/http/routes.ts";

const route = toRoute(routes.getCatalogApi);

export { route as GET, route as OPTIONS };
