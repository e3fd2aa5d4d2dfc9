import { type FieldFault, faultRules } from "../domain/schema-kit.ts";

/** More than either form has fields: no header and no address grows beyond. */
const faultsMax = 40;
const faultShape = /^\s*([\w.]{1,40})=(\w+)\s*$/;

/**
 * The header Invalid-Fields of a 400, and the query of the page that lists a form's faults: `email=pattern, name=required`.
 * The body's text says the same for people; nothing is ever decided by that.
 */
export function writeFieldFaults(faults: FieldFault[]): string {
  const parts = faults.map(({ field, rule }) => `${field}=${rule}`).filter((part) => faultShape.test(part));
  return parts.slice(0, faultsMax).join(", ");
}

/** Reads it back, one fault for each field; what is not well-formed is left out. */
export function readFieldFaults(text: string | null | undefined): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const part of (text ?? "").split(",", faultsMax)) {
    const [, field = "", name] = faultShape.exec(part) ?? [];
    const rule = faultRules.find((known) => known === name);
    if (rule && !faults.has(field)) faults.set(field, { field, rule });
  }
  return [...faults.values()];
}
