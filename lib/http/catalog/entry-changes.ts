import { SeenEntryForm } from "../../domain/catalog/editor/seen-entry.ts";
import { deleteEntry, publishEntry, unpublishEntry } from "../../server/catalog/edit-entry.ts";
import { handleDeskForm } from "../handle-desk-form.ts";
import { editPath } from "./paths.ts";

const asked = {
  schema: SeenEntryForm,
  back: ({ storedSlug }: Record<string, string | string[]>) => editPath(String(storedSlug ?? "")),
};

export const publishForm = handleDeskForm({
  ...asked,
  name: "publishCatalogEntry",
  verb: publishEntry,
  next: (slug) => `${editPath(slug)}?done=published`,
});

export const unpublishForm = handleDeskForm({
  ...asked,
  name: "unpublishCatalogEntry",
  verb: unpublishEntry,
  next: (slug) => `${editPath(slug)}?done=unpublished`,
});

export const deleteForm = handleDeskForm({
  ...asked,
  name: "deleteCatalogEntry",
  verb: deleteEntry,
  next: (slug) => `/admin/catalog?deleted=${encodeURIComponent(slug)}`,
});
