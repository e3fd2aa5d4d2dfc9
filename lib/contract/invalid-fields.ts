import { type FieldFault, faultRules } from "../domain/leads/field-faults.ts";

/**
 * The header Invalid-Fields of a 400, and the query of the page that lists a form's faults: `email=pattern, name=required`.
 * The body's text says the same for people; nothing is ever decided by that.
 */
export function writeFieldFaults(faults: FieldFault[]): string {
  return faults.map(({ field, rule }) => `${field}=${rule}`).join(", ");
}

/** Reads it back; what is not well-formed is left out. */
export function readFieldFaults(text: string | null | undefined): FieldFault[] {
  return (text ?? "").split(",").flatMap((part) => {
    const [field = "", name = ""] = part.trim().split("=");
    const rule = faultRules.find((known) => known === name);
    return rule && /^\w{1,40}$/.test(field) ? [{ field, rule }] : [];
  });
}
