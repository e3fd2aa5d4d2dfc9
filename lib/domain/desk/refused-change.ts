import * as z from "zod/mini";
import { type FieldFault, faultRules } from "../submissions/field-faults.ts";
import { Status } from "../submissions/status.ts";
import { submissionPath } from "../submissions/submission-path.ts";

/** The forms of a submission's page in which something is typed, and the field that it is typed in. */
const typedFields = { status: "reason" } as const;
const typedForms = ["status"] as const satisfies (keyof typeof typedFields)[];

/** What a submission's page shows again after a refusal, from its query: no word that was typed is in it. */
const RefusedChange = z.object({
  refused: z.catch(z.optional(z.enum(typedForms)), undefined),
  rule: z.catch(z.optional(z.enum(faultRules)), undefined),
  /** The status that was chosen. */
  status: z.catch(z.optional(Status), undefined),
});
export type RefusedChange = z.infer<typeof RefusedChange>;

export function parseRefusedChange(params: Record<string, string | string[] | undefined>): RefusedChange {
  return RefusedChange.parse(params);
}

type Values = { kind?: unknown; id?: unknown; status?: unknown };

/** The page that a refused form leads back to. */
export function refusedChangePath(form: keyof typeof typedFields): (values: Values, faults: FieldFault[]) => string {
  return (values, faults) => {
    const rule = faults.find(({ field }) => field === typedFields[form])?.rule;
    const status = form === "status" ? Status.safeParse(values.status).data : undefined;
    const query = new URLSearchParams({ ...(rule && { refused: form, rule }), ...(status && { status }) });
    return `${submissionPath(values)}${query.size ? `?${query}` : ""}`;
  };
}
