import { publishForm } from "#lib/http/catalog/entry-changes.ts";

export {
  publishForm as DELETE,
  publishForm as GET,
  publishForm as HEAD,
  publishForm as OPTIONS,
  publishForm as PATCH,
  publishForm as POST,
  publishForm as PUT,
};
