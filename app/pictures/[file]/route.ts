import { servePicture } from "#lib/http/site-routes.ts";
import { toRoute } from "#lib/http/web.ts";

const route = toRoute(servePicture);

export { route as GET };
