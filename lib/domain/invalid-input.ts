import type * as z from "zod/mini";
import { AppError, type StableCode, stableCodes } from "./errors.ts";

const pathLengthMax = 80;

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const shown = name.replace(/^\./, "").toWellFormed();
  return shown.length > pathLengthMax ? `${shown.slice(0, pathLengthMax).toWellFormed()}…` : shown;
}

function codeOf(issue: z.core.$ZodIssue): StableCode | undefined {
  return issue.code === "custom" ? issue.params?.code : undefined;
}

/**
 * The refusal of a payload: the text names every field at fault with its bound, never a value; the code is the
 * first stable one in the order of spec section 7, or none.
 */
export function invalidInput(error: z.core.$ZodError): AppError {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const name = nameOf(issue.path) || "The body";
    if (!faults.has(name) || codeOf(issue)) faults.set(name, `${name} ${issue.message}`);
  }
  const codes = error.issues.map(codeOf);
  return new AppError("invalid_input", `Invalid payload: ${[...faults.values()].join("; ")}.`, {
    code: stableCodes.find((code) => codes.includes(code)),
  });
}
