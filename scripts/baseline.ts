// The first migration, which replaces all that a database of 0.3.0 had applied before it.
export const baseline = "20261123081601_create_tables";

/** The newest replaced migration. A database that has it has all that the baseline creates. */
export const newestReplaced = "20261123081600_hold_unreadable_mails";

export const isReplaced = (name: string) => name < baseline;

/**
 * Adds the baseline to the names of applied migrations if they have all that it replaces.
 * @throws Error with `refusal` if they have only some of that
 */
export function addBaseline(names: Iterable<string>, refusal: string): Set<string> {
  const applied = new Set(names);
  if (applied.has(newestReplaced)) return applied.add(baseline);
  if (!applied.has(baseline) && [...applied].some(isReplaced)) throw new Error(refusal);
  return applied;
}
