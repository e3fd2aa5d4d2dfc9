import { saveEntryForm } from "#lib/http/catalog/entry-form.ts";

export {
  saveEntryForm as DELETE,
  saveEntryForm as GET,
  saveEntryForm as HEAD,
  saveEntryForm as OPTIONS,
  saveEntryForm as PATCH,
  saveEntryForm as POST,
  saveEntryForm as PUT,
};
