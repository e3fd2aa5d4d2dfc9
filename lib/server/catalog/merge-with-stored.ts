import "server-only";
import { type EntryContent, type EntryInput, type SeenEntry, toContent } from "../../domain/catalog/editor/content.ts";
import { type Merged, mergeContents, type Undecided } from "../../domain/catalog/editor/merge.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { readSince } from "./versions.ts";

type Input = EntryInput & { entry: SeenEntry };
type Outcome = { content: EntryContent; merged: Merged } | { undecided: Undecided };

/**
 * Merges what an operator saves with what others have stored since the operator saw the entry. A conflict is decided by the
 * operator's choices, as long as nobody has stored anything since; so is whether the changes appear on the site at once.
 */
export async function mergeWithStored(
  transaction: Prisma.TransactionClient,
  stored: ApiCatalogEntry,
  { entry, spec, merge, ...texts }: Input,
): Promise<Outcome> {
  const { seen, by } = await readSince(transaction, { entryId: stored.id, seenAt: entry.updatedAt });
  const theirs = toContent(stored);
  const mine = { ...texts, spec: spec ?? (seen ?? theirs).spec };
  const hasSeen = merge?.seenAt === stored.updatedAt;
  const { content, taken, conflicts, isDecided } = mergeContents(seen, theirs, mine, hasSeen ? merge.choices : []);
  const isNewlyPublished = stored.published && !entry.published && !hasSeen;
  if (isDecided && !isNewlyPublished) return { content, merged: { by, taken } };
  return { undecided: { seenAt: stored.updatedAt, by, isPublished: stored.published, conflicts } };
}
