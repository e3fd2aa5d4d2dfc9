import { EntryFields, readFields } from "../../domain/catalog/editor/fields.ts";
import { HeldEntry } from "../../domain/catalog/editor/held-entry.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { getDraft } from "../../server/catalog/drafts.ts";
import { createEntry, saveEntry } from "../../server/catalog/edit-entry.ts";
import { findHeldForm, holdForm, releaseForm } from "../../server/catalog/held-forms.ts";
import { type DeskRoute, handleDeskForm } from "../handle-desk-form.ts";
import { documentFormBytesMax, editPath } from "./paths.ts";

/**
 * The form of an entry, new or known. What is refused is held, and shown again as it was typed: also to a browser
 * without script, whose way back would lead to an empty form.
 */
export const saveEntryForm: DeskRoute = (request, context) => {
  let page = editPath("");
  const route = handleDeskForm({
    name: "saveCatalogEntry",
    schema: EntryFields,
    bytesMax: documentFormBytesMax,
    verb: async (operator, sent, { now }) => {
      const fields = await withDocument(operator, sent, now);
      const slug = fields.storedSlug ?? "";
      page = editPath(slug);
      const saved = await save(operator, fields, now);
      if ("slug" in saved) {
        if (fields.form) await releaseForm(operator, "entry", fields.form);
        return saved.slug;
      }
      const held: HeldEntry = { fields, problem: saved.problem };
      // An entry that has gone is offered as a new one.
      page = `${editPath(saved.problem === "not_found" ? "" : slug)}?form=${await holdForm(operator, "entry", held, now)}`;
      throw saved.refusal;
    },
    next: (slug, fields) => `${editPath(slug)}?done=${fields.id ? "saved" : "created"}`,
    back: () => page,
  });
  return route(request, context);
};

/** A document that is too long for the form is not sent with it: it is the one held with the form, or the stored one. */
async function withDocument(operator: Operator, fields: EntryFields, now: Date): Promise<EntryFields> {
  const { spec, form, storedSlug } = fields;
  if (spec !== undefined) return fields;
  const held = form ? HeldEntry.safeParse(await findHeldForm(operator, "entry", form, now)).data : undefined;
  if (held?.fields.spec !== undefined) return { ...fields, spec: held.fields.spec };
  if (!storedSlug) return fields;
  const stored = await getDraft(operator, storedSlug).catch(unlessGone);
  return stored ? { ...fields, spec: JSON.stringify(stored.spec) } : fields;
}

/** Whoever saves an entry that has gone is told so when it is saved. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.kind === "not_found")) throw error;
}

type Saved = { slug: string } | { problem: HeldEntry["problem"]; refusal: AppError };

async function save(operator: Operator, fields: EntryFields, now: Date): Promise<Saved> {
  const { storedSlug, id = "", updatedAt = "" } = fields;
  const read = readFields(fields, { slug: storedSlug, isPublished: fields.published === "yes" });
  if ("faults" in read) {
    const named = read.faults.map(({ field, kind }) => `${field} (${kind})`).join(", ");
    return { problem: "faults", refusal: new AppError("invalid_input", `Not an entry: ${named}.`) };
  }
  const { content } = read;
  try {
    const seen = { id: Number.parseInt(id, 10) || 0, updatedAt };
    const isSaved = id
      ? await saveEntry(operator, { seen, content }, { now })
      : await createEntry(operator, content, { now });
    if (isSaved) return { slug: content.slug };
    return { problem: "slug_taken", refusal: new AppError("conflict", "Another entry has this slug.") };
  } catch (error) {
    const problem = error instanceof AppError && refusals[error.kind];
    if (!problem) throw error;
    return { problem, refusal: error };
  }
}

const refusals: Partial<Record<AppError["kind"], HeldEntry["problem"]>> = {
  conflict: "conflict",
  not_found: "not_found",
  invalid_input: "faults",
};
