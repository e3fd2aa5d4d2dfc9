import * as z from "zod/mini";
import { databaseIntMax } from "../schema-kit.ts";

export const submissionKinds = ["evaluation", "inquiry"] as const;
export const SubmissionKind = z.enum(submissionKinds);
export type SubmissionKind = z.infer<typeof SubmissionKind>;

/** By the website's form, or by an assistant for the person. */
export const channels = ["web", "ai_agent"] as const;
export type Channel = (typeof channels)[number];

/** Reference numbers of leads and inquiries are separate sequences. */
export type SubmissionRef = { kind: SubmissionKind; id: number };

/** A whole number as it comes from a form or an address, or as it is. */
const wholeNumber = (min: number) =>
  z.pipe(
    z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))]),
    z.int().check(z.minimum(min), z.maximum(databaseIntMax)),
  );
export const SubmissionId = wholeNumber(1);
export const Revision = wholeNumber(0);

/** As in the address of a submission's page. */
export const SubmissionRef = z.object({ kind: SubmissionKind, id: SubmissionId });

/** The address of a submission's page at the desk; `kind` and `id` may be whatever an address or a form has told. */
export function submissionPath({ kind, id }: { kind?: unknown; id?: unknown }): string {
  return `/admin/inbox/${encodeURIComponent(String(kind))}/${encodeURIComponent(String(id))}`;
}
