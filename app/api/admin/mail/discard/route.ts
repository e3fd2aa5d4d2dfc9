import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { DeadMails } from "#lib/server/mail/dead-mails.ts";
import { discardMails } from "#lib/server/mail/discard-mails.ts";

const route = handleDeskForm({
  name: "discardMails",
  schema: DeadMails,
  repeated: ["jobs"],
  verb: discardMails,
  next: ({ count }) => `/admin/mail?discarded=${count}`,
  back: () => "/admin/mail",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
