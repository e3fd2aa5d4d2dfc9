import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { checkHealth } from "#lib/server/check-health.ts";

const route = handle(operations.healthCheck, checkHealth);

export { route as GET, route as OPTIONS };
