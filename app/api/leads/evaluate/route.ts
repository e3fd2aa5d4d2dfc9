import { toRoute } from "#lib/http/next-router.ts";
import { routes } from "#lib/http/routes.ts";

const route = toRoute(routes.submitEvaluation);

export { route as OPTIONS, route as POST };
