import * as z from "zod/mini";
import { wholeNumber } from "../../schema-kit.ts";

export const submissionKinds = ["evaluation", "inquiry"] as const;
export const SubmissionKind = z.enum(submissionKinds);
export type SubmissionKind = z.infer<typeof SubmissionKind>;

/** Kind and number: evaluations and inquiries are numbered separately. */
export type SubmissionRef = { kind: SubmissionKind; id: number };

const prefixes: Record<SubmissionKind, string> = { evaluation: "E", inquiry: "Q" };

/** Formats a reference for people, such as E-12 or Q-7. The API's ids stay numbers. */
export function formatReference({ kind, id }: SubmissionRef): string {
  return `${prefixes[kind]}-${id}`;
}

/** Formats a key such as `inquiry-12` for maps, URLs and file names. */
export function toSubmissionKey({ kind, id }: SubmissionRef): string {
  return `${kind}-${id}`;
}

/** Parses a reference written by `formatReference`, ignoring case. Returns undefined for any other text. */
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

/** Returns the path of the submission's desk page. `kind` and `id` may be unvalidated input. */
export function submissionPath({ kind, id }: { kind?: unknown; id?: unknown }): string {
  return `/admin/inbox/${encodeURIComponent(String(kind))}/${encodeURIComponent(String(id))}`;
}

/** Maximum number of submissions in one change or export. */
export const selectionMax = 200;

/** Parses references such as `E-12,Q-7`; ignores invalid ones. */
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
