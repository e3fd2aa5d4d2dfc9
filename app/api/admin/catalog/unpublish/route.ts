import { unpublishForm } from "#lib/http/catalog/entry-changes.ts";

export {
  unpublishForm as DELETE,
  unpublishForm as GET,
  unpublishForm as HEAD,
  unpublishForm as OPTIONS,
  unpublishForm as PATCH,
  unpublishForm as POST,
  unpublishForm as PUT,
};
