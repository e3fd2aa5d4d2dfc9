import { dispatch } from "#lib/http/dispatch.ts";
import { toRoute } from "#lib/http/next-router.ts";

const route = toRoute(dispatch);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
