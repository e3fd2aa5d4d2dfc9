import * as z from "zod/mini";
import { storedId } from "../schema-kit.ts";
import { EventId, parseReference, Revision, SubmissionId, SubmissionKind } from "../submissions/submission-ref.ts";
import { requireReason, statusFields, Until } from "./changes.ts";

export const bulkMax = 200;

const Item = z.object({ kind: SubmissionKind, id: SubmissionId, revision: Revision });
/** A submission as the operator saw it. */
export type BulkItem = z.infer<typeof Item>;
const Items = z.array(Item).check(z.minLength(1), z.maxLength(bulkMax));

const BulkChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("status"), ...statusFields }).check(requireReason()),
  z.object({ type: z.literal("owner"), owner: storedId() }),
  z.object({ type: z.literal("snooze"), until: Until }),
]);
export type BulkChange = z.infer<typeof BulkChange>;

export const ManyChange = z.object({ items: Items, change: BulkChange });
export type ManyChange = z.infer<typeof ManyChange>;

const StoredChange = z.object({ kind: SubmissionKind, id: SubmissionId, event: EventId });
/** A change of status, owner or snooze, by its event on the submission's timeline. */
export type StoredChange = z.infer<typeof StoredChange>;

/** One change of each submission. */
export const Undo = z.object({ changes: z.array(StoredChange).check(z.minLength(1), z.maxLength(bulkMax)) });
export type Undo = z.infer<typeof Undo>;

/**
 * `conflict`: somebody was first; `repeat`: it belongs to another; `unchanged`: it is so already, or there is nothing
 * to undo; `owner_gone`: the owner before is no active operator.
 */
const refusals = ["conflict", "not_found", "repeat", "unchanged", "owner_gone"] as const;
export type BulkRefusal = (typeof refusals)[number];

export const ManyResult = z.object({
  /** With their new revisions, and the events of the changes. */
  done: z.array(z.extend(Item, { event: EventId })),
  refused: z.array(
    z.object({
      kind: SubmissionKind,
      id: SubmissionId,
      reason: z.enum(refusals),
      /** Who was first. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type ManyResult = z.infer<typeof ManyResult>;

/** References such as `E-12,Q-7`; others are ignored. */
export const Selection = z.object({
  refs: z.pipe(
    z.transform((value: unknown) => {
      const texts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part ?? "").split(","));
      return texts.flatMap((text) => parseReference(text) ?? []);
    }),
    z.array(z.object({ kind: SubmissionKind, id: z.int() })).check(z.minLength(1), z.maxLength(bulkMax)),
  ),
});
export type Selection = z.infer<typeof Selection>;
