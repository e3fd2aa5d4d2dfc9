import "server-only";
import {
  formatReference,
  parseReference,
  type SubmissionRef,
} from "../../../domain/submissions/core/submission-ref.ts";
import { readSignedText, signText } from "../../signed-text.ts";

const purpose = "booking references";

/** Signs a reference such as `E-12`, which the booking page hands back to us. */
export function signReference(ref: SubmissionRef): string {
  return signText(purpose, [formatReference(ref)]);
}

/** `isSigned` is false for a bare reference, which anyone can guess, and for a forged one. */
type HandedReference = { ref: SubmissionRef; isSigned: boolean };

export function readHandedReference(text = ""): HandedReference | undefined {
  const [reference = ""] = text.split(".");
  const ref = parseReference(reference);
  return ref && { ref, isSigned: readSignedText(purpose, text) !== undefined };
}
