import { toRoute } from "#lib/http/next-router.ts";
import { routes } from "#lib/http/routes.ts";

const route = toRoute(routes.submitContact);

export { route as OPTIONS, route as POST };
