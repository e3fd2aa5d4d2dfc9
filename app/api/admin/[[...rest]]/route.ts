import { handleDeskRead } from "#lib/http/handle-desk-form.ts";
import { nothingHere } from "#lib/http/not-found.ts";

/** Whatever the desk has no route for: without a session that is not told either. */
const route = handleDeskRead({ name: "notFound" }, async () => {
  throw nothingHere();
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
