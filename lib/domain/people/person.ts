import * as z from "zod/mini";
import { submissionFields } from "../submissions/schema.ts";
import { SubmissionRef } from "../submissions/submission-ref.ts";

/** Of the shape that every stored address has: what is less would be found in the words of strangers. */
const Email = z.pipe(z.string().check(z.trim()), submissionFields.email);

export const PersonSearch = z.object({ email: Email });
export type PersonSearch = z.infer<typeof PersonSearch>;

/** A submission as one word, such as `inquiry-12`: it stands for the person in addresses and in the names of files. */
export function toPersonRef({ kind, id }: SubmissionRef): string {
  return `${kind}-${id}`;
}

/** The page of people; of one of them, by a submission: no address of a page holds one of a person. */
export function toPeoplePath(submission?: SubmissionRef): string {
  return submission ? `/admin/people?submission=${toPersonRef(submission)}` : "/admin/people";
}

export const PersonRef = z.pipe(
  z.string().check(z.regex(/^(evaluation|inquiry)-\d{1,10}$/)),
  z.pipe(
    z.transform((word: string): z.input<typeof SubmissionRef> => {
      const [kind, id = ""] = word.split("-");
      return { kind: kind === "evaluation" ? kind : "inquiry", id };
    }),
    SubmissionRef,
  ),
);

export const PersonExportRequest = z.object({ submission: SubmissionRef });
export type PersonExportRequest = z.infer<typeof PersonExportRequest>;

/** Upper and lower case make one address, and so does a letter with its accent in one sign or in two. */
const fold = (email: string) => email.normalize("NFC").toLowerCase();

/** The address, and the same typed again: an erasure cannot be taken back. */
export const PersonErasure = z.object({ email: Email, confirmation: Email }).check(
  z.refine(({ email, confirmation }) => fold(email) === fold(confirmation), {
    path: ["confirmation"],
    error: "must be the same address",
  }),
);
export type PersonErasure = z.infer<typeof PersonErasure>;

/** Numbers of a person's own submissions, and of other rows that mention their address. */
export const PersonCounts = z.object({ evaluations: z.int(), inquiries: z.int(), mentions: z.int() });
export type PersonCounts = z.infer<typeof PersonCounts>;

export function countByKind(refs: SubmissionRef[]): Pick<PersonCounts, "evaluations" | "inquiries"> {
  const inquiries = refs.filter(({ kind }) => kind === "inquiry").length;
  return { evaluations: refs.length - inquiries, inquiries };
}
