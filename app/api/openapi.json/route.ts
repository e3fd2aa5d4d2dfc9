import { buildOpenApi } from "#lib/contract/openapi.ts";
import { serviceOperations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { env, siteUrl } from "#lib/server/env.ts";

let document: ReturnType<typeof buildOpenApi> | undefined;

const route = handle(serviceOperations.getOpenApi, async () => {
  document ??= buildOpenApi({ siteUrl: siteUrl(), siteName: env().SITE_NAME, contactEmail: env().CONTACT_EMAIL });
  return document;
});

export { route as GET, route as OPTIONS };
