import { routes } from "#lib/http/routes.ts";
import { toRoute } from "#lib/http/web.ts";

const route = toRoute(routes.healthCheck);

export { route as GET, route as OPTIONS };
