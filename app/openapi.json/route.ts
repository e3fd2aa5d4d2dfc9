import { toRoute } from "#lib/http/web.ts";
import { wellKnownRoutes } from "#lib/http/well-known.ts";

const route = toRoute(wellKnownRoutes["/openapi.json"]);

export { route as GET, route as OPTIONS };
