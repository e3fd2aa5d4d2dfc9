import type { SiteContent } from "./company.ts";

export type SiteChange = { field: string; before: string; after: string };

/** Lists the fields that differ, such as `cases.0.title.en`, in the order of the newer content. */
export function listSiteChanges(before: SiteContent, after: SiteContent): SiteChange[] {
  const [old, current] = [new Map(listTexts(before)), new Map(listTexts(after))];
  const fields = new Set([...current.keys(), ...old.keys()]);
  return [...fields].flatMap((field) => {
    const change = { field, before: old.get(field) ?? "", after: current.get(field) ?? "" };
    return change.before === change.after ? [] : [change];
  });
}

export function listTexts(value: unknown, path = ""): [field: string, text: string][] {
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => listTexts(inner, path ? `${path}.${name}` : name));
}
