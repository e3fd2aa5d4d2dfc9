import { type EntryFault, type EntryFields, readFields } from "#lib/domain/catalog/editor/fields.ts";
import { HeldEntry } from "#lib/domain/catalog/editor/held-entry.ts";
import type { Operator } from "#lib/domain/desk/operator.ts";
import { findHeldForm } from "#lib/server/catalog/held-forms.ts";
import { type DeskQuery, lastOf } from "./query.ts";

export type ShownForm = {
  held: string;
  fields: EntryFields;
  faults: EntryFault[];
  problem: HeldEntry["problem"] | "";
};

type Stored = { slug: string; published: boolean };

/** The form that the address names, as it was typed, with what is wrong with it; `fresh` where it names none. */
export async function shownForm(
  operator: Operator,
  { form }: DeskQuery,
  stored: Stored | null,
  fresh: EntryFields,
): Promise<ShownForm> {
  const id = lastOf(form);
  const found = id ? HeldEntry.safeParse(await findHeldForm(operator, "entry", id, new Date())).data : undefined;
  if (!found) return { held: "", fields: fresh, faults: [], problem: "" };
  const { fields, problem } = found;
  return { held: id, fields, faults: faultsOf(found, stored), problem };
}

function faultsOf({ fields, problem }: HeldEntry, stored: Stored | null): EntryFault[] {
  if (problem === "slug_taken") return [{ field: "slug", kind: "slug_taken" }];
  if (problem !== "faults") return [];
  const read = readFields(fields, { slug: stored?.slug, isPublished: stored?.published });
  return "faults" in read ? read.faults : [];
}
