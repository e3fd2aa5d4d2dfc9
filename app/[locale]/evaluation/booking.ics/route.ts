import { notFound } from "next/navigation";
import { findSiteRoute } from "#lib/http/site-routes.ts";
import { toRoute } from "#lib/http/web.ts";

export function GET(request: Request): Promise<Response> {
  const route = findSiteRoute(request.method, new URL(request.url).pathname) ?? notFound();
  return toRoute(route)(request);
}
