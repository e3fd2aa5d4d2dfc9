import * as z from "zod/mini";
import { wholeNumber } from "../../schema-kit.ts";

export const submissionKinds = ["evaluation", "inquiry"] as const;
export const SubmissionKind = z.enum(submissionKinds);
export type SubmissionKind = z.infer<typeof SubmissionKind>;

/** Evaluations and inquiries are numbered separately. */
export type SubmissionRef = { kind: SubmissionKind; id: number };

const prefixes: Record<SubmissionKind, string> = { evaluation: "E", inquiry: "Q" };

/** Formats the reference that people see, such as E-12 or Q-7. The API's IDs stay numbers. */
export function formatReference({ kind, id }: SubmissionRef): string {
  return `${prefixes[kind]}-${id}`;
}

/** Formats a submission as a key for maps and file names, such as `inquiry-12`. */
export function toSubmissionKey({ kind, id }: SubmissionRef): string {
  return `${kind}-${id}`;
}

/** Parses a reference such as E-12, ignoring case. */
export function parseReference(text: string): SubmissionRef | undefined {
  const [, prefix, digits] = /^([EQ])-(\d{1,10})$/i.exec(text.trim()) ?? [];
  const kind = submissionKinds.find((each) => prefixes[each] === prefix?.toUpperCase());
  const id = SubmissionId.safeParse(digits).data;
  return kind && id !== undefined ? { kind, id } : undefined;
}

export const SubmissionId = wholeNumber();
/** Parses a reference that a form sends. */
export const Reference = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text, ctx) => {
    const reference = parseReference(text);
    if (reference) return reference;
    ctx.issues.push({ code: "custom", input: text, message: "must be a reference such as E-12" });
    return z.NEVER;
  }),
);
/** ID of a row that JSON carries as text, such as an event, a file or a received mail. */
export const RowId = z.string().check(z.regex(/^\d{1,18}$/));

export const SubmissionRef = z.object({ kind: SubmissionKind, id: SubmissionId });

/** `kind` and `id` may be unvalidated input. */
export function submissionPath({ kind, id }: { kind?: unknown; id?: unknown }): string {
  return `/admin/inbox/${encodeURIComponent(String(kind))}/${encodeURIComponent(String(id))}`;
}

/** Maximum number of submissions in one change or export. */
export const selectionMax = 200;

/** Ignores invalid references. */
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
