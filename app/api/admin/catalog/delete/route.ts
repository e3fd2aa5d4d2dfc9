import { deleteForm } from "#lib/http/catalog/entry-changes.ts";

export {
  deleteForm as DELETE,
  deleteForm as GET,
  deleteForm as HEAD,
  deleteForm as OPTIONS,
  deleteForm as PATCH,
  deleteForm as POST,
  deleteForm as PUT,
};
