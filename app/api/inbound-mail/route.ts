import { handleInboundMail } from "#lib/http/handle-inbound-mail.ts";
import { toRoute } from "#lib/http/web.ts";

const route = toRoute(handleInboundMail);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
