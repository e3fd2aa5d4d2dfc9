import { formRoutes } from "#lib/http/site-routes.ts";
import { toFormRoute } from "#lib/http/web.ts";

const route = toFormRoute(formRoutes["/changes/subscription/send"]);

export { route as GET, route as POST };
