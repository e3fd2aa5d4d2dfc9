import { toRoute } from "#lib/http/next-router.ts";
import { mcpRoute } from "#lib/http/routes.ts";

const route = toRoute(mcpRoute);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
