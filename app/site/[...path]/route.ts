import { serveSiteRoute } from "#lib/http/site-routes.ts";

export { serveSiteRoute as GET, serveSiteRoute as OPTIONS, serveSiteRoute as POST };
