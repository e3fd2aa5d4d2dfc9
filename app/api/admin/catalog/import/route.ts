import { importForm } from "#lib/http/catalog/import-forms.ts";

export {
  importForm as DELETE,
  importForm as GET,
  importForm as HEAD,
  importForm as OPTIONS,
  importForm as PATCH,
  importForm as POST,
  importForm as PUT,
};
