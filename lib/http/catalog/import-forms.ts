import { applyImport, emptyContent } from "../../domain/catalog/editor/apply-import.ts";
import { type FaultKind, readFields, toFields } from "../../domain/catalog/editor/fields.ts";
import { fromOpenapi, type OpenapiFault } from "../../domain/catalog/editor/from-openapi.ts";
import type { HeldEntry } from "../../domain/catalog/editor/held-entry.ts";
import { ImportConfirmation, ImportForm, takeFields } from "../../domain/catalog/editor/import-form.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { getDraft, toContent } from "../../server/catalog/drafts.ts";
import { createEntry, saveEntry } from "../../server/catalog/edit-entry.ts";
import { type FetchFault, fetchOpenapi } from "../../server/catalog/fetch-openapi.ts";
import { findHeldForm, holdForm, releaseForm } from "../../server/catalog/held-forms.ts";
import { type DeskRoute, handleDeskForm } from "../handle-desk-form.ts";
import { documentFormBytesMax, editPath } from "./paths.ts";

const importPath = "/admin/catalog/import";
const reviewPath = "/admin/catalog/import/review";

export type ImportFault = OpenapiFault | FetchFault | "nothing";

/** Takes a document, pasted or from an address, to the page that shows what it would change. Nothing is stored yet. */
export const importForm: DeskRoute = (request, context) => {
  let page = importPath;
  const route = handleDeskForm({
    name: "importOpenapi",
    schema: ImportForm,
    bytesMax: documentFormBytesMax,
    verb: async (operator, form, { now }) => {
      const read = await readDocument(operator, form);
      if ("text" in read) return holdForm(operator, "import", { ...form, document: read.text }, now);
      page = `${importPath}?form=${await holdForm(operator, "import", form, now)}&fault=${read.fault}`;
      throw new AppError("invalid_input", `This could not be imported (${read.fault}).`);
    },
    next: (held) => `${reviewPath}?form=${held}`,
    back: () => page,
  });
  return route(request, context);
};

async function readDocument(operator: Operator, form: ImportForm): Promise<{ text: string } | { fault: ImportFault }> {
  const isPasted = Boolean(form.document.trim());
  if (!isPasted && !form.url.trim()) return { fault: "nothing" };
  const given = isPasted ? { text: form.document } : await fetchOpenapi(operator, form.url);
  if ("fault" in given) return given;
  const read = fromOpenapi(given.text);
  return "fault" in read ? read : given;
}

/** Stores what was shown as an unpublished draft, or opens it in the editor. It never publishes. */
export const confirmImportForm: DeskRoute = (request, context) => {
  let page = importPath;
  const route = handleDeskForm({
    name: "confirmImport",
    schema: ImportConfirmation,
    repeated: ["take"],
    verb: async (operator, confirmation, { now }) => {
      const held = ImportForm.safeParse(await findHeldForm(operator, "import", confirmation.form, now)).data;
      const read = fromOpenapi(held?.document ?? "");
      if (!held || "fault" in read) throw new AppError("not_found", "The imported document is no longer held.");
      page = `${reviewPath}?form=${confirmation.form}`;
      const entry = held.target ? await getDraft(operator, held.target) : null;
      const before = entry ? toContent(entry) : null;
      const imported = applyImport(before, read.api, held.language);
      const content = before
        ? takeFields(before, imported, confirmation.take)
        : takeFields(emptyContent(), { ...imported, slug: confirmation.slug.trim() }, Object.keys(imported));
      if (confirmation.step === "edit") return openInEditor(operator, content, entry, now);
      const checked = readFields(toFields(content), { slug: entry?.slug });
      const [fault] = "faults" in checked ? checked.faults : [];
      if (fault) throw refuse(fault.kind, fault.field);
      const seen = { id: entry?.id ?? 0, updatedAt: confirmation.updatedAt };
      const isSaved = entry
        ? await saveEntry(operator, { seen, content }, { now }, { isImport: true })
        : await createEntry(operator, content, { now }, { isImport: true });
      if (!isSaved) throw refuse("slug_taken", "slug");
      await releaseForm(operator, "import", confirmation.form);
      return `${editPath(content.slug)}?done=imported`;
    },
    next: (path) => path,
    back: () => page,
  });
  return route(request, context);

  function refuse(kind: FaultKind, field: string): AppError {
    page = `${page}&fault=${kind}&field=${encodeURIComponent(field)}`;
    return new AppError("invalid_input", `Not an entry: ${field} (${kind}).`);
  }
};

async function openInEditor(
  operator: Operator,
  content: Parameters<typeof toFields>[0],
  entry: { slug: string; updatedAt: string } | null,
  now: Date,
): Promise<string> {
  const fields = { ...toFields(content), ...(entry ? { updatedAt: entry.updatedAt } : {}) };
  const held: HeldEntry = { fields, problem: "imported" };
  return `${editPath(entry?.slug ?? "")}?form=${await holdForm(operator, "entry", held, now)}`;
}
