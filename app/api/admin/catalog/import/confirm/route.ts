import { confirmImportForm } from "#lib/http/catalog/import-forms.ts";

export {
  confirmImportForm as DELETE,
  confirmImportForm as GET,
  confirmImportForm as HEAD,
  confirmImportForm as OPTIONS,
  confirmImportForm as PATCH,
  confirmImportForm as POST,
  confirmImportForm as PUT,
};
