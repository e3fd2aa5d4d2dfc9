import "server-only";
import type { ContactInput, SubmissionResult } from "../../domain/leads/schema.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import { database } from "../db.ts";
import { submissionRow } from "./submission-row.ts";

/**
 * Stores an inquiry and returns its reference (spec 4, rule 3).
 * @throws AppError `unavailable` when nothing could be stored.
 */
export async function submitContact(input: ContactInput, context: RequestContext): Promise<SubmissionResult> {
  const data = { ...submissionRow(input, context), message: input.message, topic: input.topic };
  const { id } = await database((db) => db.contact.create({ data, select: { id: true } }));
  return { id, success: true };
}
