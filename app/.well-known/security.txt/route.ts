import { toRoute } from "#lib/http/web.ts";
import { wellKnownRoutes } from "#lib/http/well-known.ts";

const route = toRoute(wellKnownRoutes["/.well-known/security.txt"]);

export { route as GET, route as OPTIONS };
