import { serviceOperations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { checkReadiness } from "#lib/server/check-health.ts";

const route = handle(serviceOperations.readinessCheck, checkReadiness);

export { route as GET, route as OPTIONS };
