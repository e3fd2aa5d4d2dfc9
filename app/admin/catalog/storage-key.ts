import type { Operator } from "#lib/domain/desk/operator.ts";

/** Names the unsaved work of an operator on an entry; on a new one without a slug. A browser may serve several. */
export function storageKeyOf(operator: Operator, slug = ""): string {
  return `${operator.id}.${slug ? `entry.${slug}` : "new"}`;
}
