import { toRoute } from "#lib/http/web.ts";
import { wellKnownRoutes } from "#lib/http/well-known.ts";

export const GET = toRoute(wellKnownRoutes["/.well-known/ai-catalog.json"]);
