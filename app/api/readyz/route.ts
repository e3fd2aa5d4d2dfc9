import { serviceOperations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { checkReadiness } from "#lib/server/check-health.ts";

const route = handle(serviceOperations.readinessCheck, checkReadiness);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
