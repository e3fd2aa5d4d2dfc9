import * as z from "zod/mini";
import { wholeNumber } from "../../schema-kit.ts";

export const submissionKinds = ["evaluation", "inquiry"] as const;
export const SubmissionKind = z.enum(submissionKinds);
export type SubmissionKind = z.infer<typeof SubmissionKind>;

/** Evaluations and inquiries are numbered separately. */
export type SubmissionRef = { kind: SubmissionKind; id: number };

const prefixes: Record<SubmissionKind, string> = { evaluation: "E", inquiry: "Q" };

/** For people: E-12, Q-7. The API's ids stay numbers. */
export function formatReference({ kind, id }: SubmissionRef): string {
  return `${prefixes[kind]}-${id}`;
}

/** `inquiry-12`, for programs: in maps, URLs and file names. */
export function toSubmissionKey({ kind, id }: SubmissionRef): string {
  return `${kind}-${id}`;
}

/** Undefined for anything that `formatReference` does not write; case does not matter. */
export function parseReference(text: string): SubmissionRef | undefined {
  const [, prefix, digits] = /^([EQ])-(\d{1,10})$/i.exec(text.trim()) ?? [];
  const kind = submissionKinds.find((each) => prefixes[each] === prefix?.toUpperCase());
  const id = SubmissionId.safeParse(digits).data;
  return kind && id !== undefined ? { kind, id } : undefined;
}

export const SubmissionId = wholeNumber(1);
/** Id of an event on a timeline. */
export const EventId = z.string().check(z.regex(/^\d{1,18}$/));

export const SubmissionRef = z.object({ kind: SubmissionKind, id: SubmissionId });

/** Page of the desk. `kind` and `id` may be unchecked input. */
export function submissionPath({ kind, id }: { kind?: unknown; id?: unknown }): string {
  return `/admin/inbox/${encodeURIComponent(String(kind))}/${encodeURIComponent(String(id))}`;
}

/** Submissions that one request may change or export. */
export const selectionMax = 200;

/** References such as `E-12,Q-7`; others are ignored. */
export const Selection = z.object({
  refs: z.pipe(
    z.transform((value: unknown) => {
      const texts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part ?? "").split(","));
      return texts.flatMap((text) => parseReference(text) ?? []);
    }),
    z.array(z.object({ kind: SubmissionKind, id: z.int() })).check(z.minLength(1), z.maxLength(selectionMax)),
  ),
});
export type Selection = z.infer<typeof Selection>;
