import * as z from "zod/mini";
import { emailShape } from "../submissions/fields.ts";
import { SubmissionRef } from "../submissions/submission-ref.ts";
import { text } from "../text.ts";

const emailMax = 254;

/** Of the shape that every stored address has: what is less would be found in the words of strangers. */
const Email = z.pipe(
  z.string().check(z.trim()),
  text({ max: emailMax, pattern: { regex: emailShape, phrase: "shaped like name@example.com" } }),
);

export const PersonSearch = z.object({ email: Email });
export type PersonSearch = z.infer<typeof PersonSearch>;

/** A submission as one word, such as `lead-12`: it stands for the person in addresses and in the names of files. */
export function toPersonRef({ kind, id }: SubmissionRef): string {
  return `${kind}-${id}`;
}

export const PersonRef = z.pipe(
  z.string().check(z.regex(/^(lead|inquiry)-\d{1,10}$/)),
  z.pipe(
    z.transform((word: string): z.input<typeof SubmissionRef> => {
      const [kind, id = ""] = word.split("-");
      return { kind: kind === "lead" ? "lead" : "inquiry", id };
    }),
    SubmissionRef,
  ),
);

export const PersonExportRequest = z.object({ submission: PersonRef });
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

/** How much is held on a person: what they sent, and how often others' submissions and notes mention their address. */
export type PersonCounts = { leads: number; inquiries: number; mentions: number };
