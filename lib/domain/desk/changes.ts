import * as z from "zod/mini";
import { isoTime, optionalText, storedId, text } from "../schema-kit.ts";
import { getReasonRule, reasonMax, Status } from "../submissions/status.ts";
import { Revision, SubmissionId, SubmissionKind } from "../submissions/submission-ref.ts";
import { SenderBlock } from "./block-list.ts";

export const noteMax = 4000;

const subject = { kind: SubmissionKind, id: SubmissionId };
/** With the revision that the operator saw; the service refuses changes to an older one. */
const seen = { ...subject, revision: Revision };

const Reason = optionalText({ min: 1, max: reasonMax });

export function requireReason() {
  return z.refine<{ status: Status; reason?: string | undefined }>(
    ({ status, reason }) => getReasonRule(status) !== "required" || reason !== undefined,
    { path: ["reason"], error: "is required for this status" },
  );
}

/** The form sends a reason with every status; statuses without a reason ignore it. Spam alone takes a block. */
export const statusFields = { status: Status, reason: z.optional(Reason), block: z.optional(SenderBlock) };
export const StatusChange = z.object({ ...seen, ...statusFields }).check(requireReason());
export type StatusChange = z.infer<typeof StatusChange>;

/** `owner`: an operator's id, "me", or "none". */
export const OwnerChange = z.object({
  ...seen,
  owner: storedId(),
});
export type OwnerChange = z.infer<typeof OwnerChange>;

/** Has no revision: a note replaces nothing. */
export const NewNote = z.object({ ...subject, text: text({ min: 1, max: noteMax }) });
export type NewNote = z.infer<typeof NewNote>;

/** Until null brings it back at once. */
export const Until = z.nullable(
  z.pipe(
    isoTime(),
    z.transform((time) => new Date(time)),
  ),
);
export const SnoozeChange = z.object({ ...seen, until: Until });
export type SnoozeChange = z.infer<typeof SnoozeChange>;

export const Separation = z.object(seen);
export type Separation = z.infer<typeof Separation>;

/** `isOpen` is false when the operator goes on to another submission. */
export const Viewing = z.object({ ...subject, isOpen: z.boolean() });
export type Viewing = z.infer<typeof Viewing>;
