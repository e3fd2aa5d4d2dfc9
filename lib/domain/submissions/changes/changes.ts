import * as z from "zod/mini";
import { Done, defineDeskPost, nameOperations } from "../../operation.ts";
import { isoTime, optionalText, storedId, text } from "../../schema-kit.ts";
import { getReasonRule, reasonMax, Status } from "../core/status.ts";
import { RowId, SubmissionRef, selectionMax } from "../core/submission-ref.ts";
import { SenderBlock } from "../spam/block-list.ts";

export const noteMax = 4000;
export const snoozeDaysMax = 366;

/** `from` is the value that the operator saw: an outdated one is refused. */
const items = <From extends z.ZodMiniType>(from: From) =>
  z.array(z.object({ ...SubmissionRef.shape, from })).check(z.minLength(1), z.maxLength(selectionMax));

const Reason = optionalText({ min: 1, max: reasonMax });
const requireReason = z.refine<{ status: Status; reason?: string | undefined }>(
  ({ status, reason }) => getReasonRule(status) !== "required" || reason !== undefined,
  { path: ["reason"], error: "is required for this status" },
);

const Owner = z.nullable(storedId());

/** End of a snooze. Null ends it at once. */
const Until = z.nullable(
  z.pipe(
    isoTime(),
    z.transform((time) => new Date(time)),
  ),
);

/** Statuses without a reason ignore `reason`; only spam accepts `block`. */
export const Change = z.discriminatedUnion("type", [
  z
    .object({
      type: z.literal("status"),
      items: items(Status),
      status: Status,
      reason: z.optional(Reason),
      block: z.optional(SenderBlock),
    })
    .check(requireReason),
  z.object({ type: z.literal("owner"), items: items(Owner), owner: Owner }),
  z.object({ type: z.literal("snooze"), items: items(Until), until: Until }),
]);
export type Change = z.infer<typeof Change>;
export type ChangeOf<Type extends Change["type"]> = Extract<Change, { type: Type }>;

const StoredChange = z.object({ ...SubmissionRef.shape, event: RowId });
export type StoredChange = z.infer<typeof StoredChange>;

/** The changes to undo, at most one per submission. */
export const Undo = z.object({ changes: z.array(StoredChange).check(z.minLength(1), z.maxLength(selectionMax)) });
export type Undo = z.infer<typeof Undo>;

/**
 * `conflict`: somebody else changed the submission first. `repeat`: it repeats another one. `unchanged`: it already has
 * the value, or there is nothing to undo. `owner_gone`: the previous owner is not an active operator. `closed`: it is
 * closed, and only open submissions are snoozed.
 */
const refusals = ["conflict", "not_found", "repeat", "unchanged", "owner_gone", "closed"] as const;
export type ChangeRefusal = (typeof refusals)[number];

export const ChangeResult = z.object({
  done: z.array(StoredChange),
  refused: z.array(
    z.object({
      ...SubmissionRef.shape,
      reason: z.enum(refusals),
      by: z.nullable(z.string()),
    }),
  ),
});
export type ChangeResult = z.infer<typeof ChangeResult>;

export const NewNote = z.object({ ...SubmissionRef.shape, text: text({ min: 1, max: noteMax }) });
export type NewNote = z.infer<typeof NewNote>;

const path = "/admin/inbox/{kind}/{id}";

export const changeOperations = nameOperations({
  changeSubmissions: defineDeskPost("/admin/changes", "operator", Change, ChangeResult),
  undoChanges: defineDeskPost("/admin/changes/undo", "operator", Undo, ChangeResult),
  separateRepeat: defineDeskPost(`${path}/separate`, "operator", SubmissionRef, Done),
  addNote: defineDeskPost(`${path}/notes`, "operator", NewNote, Done),
});

export type Mentionable = { id: string; name: string };

const wordEnd = /[\p{L}\p{M}\p{Nd}_]/u;

/** "@Ana Ruiz" does not also mention "@Ana" if both are operators. */
export function findMentioned<Operator extends Mentionable>(text: string, operators: Operator[]): Operator[] {
  const found = new Set<string>();
  for (const { start, end } of findMentions(text, operators)) found.add(foldMention(text.slice(start + 1, end)));
  return operators.filter(({ name }) => found.has(foldMention(name)));
}

export function findMentions(text: string, operators: Pick<Mentionable, "name">[]): { start: number; end: number }[] {
  const names = operators.map(({ name }) => name).sort((one, other) => other.length - one.length);
  return [...text.matchAll(/@/g)].flatMap(({ index: start }) => {
    const [end] = names.flatMap((name) => findEnd(text, start + 1, name) ?? []);
    return end === undefined ? [] : [{ start, end }];
  });
}

/** A name's length in the text may differ, because a letter and its accent can be one character or two. */
function findEnd(text: string, start: number, name: string): number | undefined {
  const longest = start + name.normalize("NFD").length;
  for (let end = start + name.normalize("NFC").length; end <= longest; end++) {
    if (foldMention(text.slice(start, end)) === foldMention(name) && !wordEnd.test(text.slice(end, end + 1)))
      return end;
  }
  return undefined;
}

const foldMention = (name: string) => name.normalize("NFC").toLowerCase();
