import { handleTasks } from "#lib/http/handle-tasks.ts";
import { toRoute } from "#lib/http/next-router.ts";

const route = toRoute(handleTasks);

/** Time limit of the serverless function, in seconds. */
export const maxDuration = 60;

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
