import { toRoute } from "#lib/http/web.ts";
import { wellKnownRoutes } from "#lib/http/well-known.ts";

const route = toRoute(wellKnownRoutes["/mcp/server-card"]);

export { route as GET, route as OPTIONS };
