import "server-only";
import type { RequestContext } from "../../domain/request-context.ts";
import type { ContactInput, SubmissionResult } from "../../domain/submissions/schema.ts";
import { database } from "../db.ts";
import { insertContact } from "./insert.ts";

/**
 * Stores an inquiry and returns its reference (spec 4, rule 3); the same submission key again returns the first one's.
 * @throws AppError `unavailable` when nothing could be stored; `conflict` when the key was another submission's.
 */
export async function submitContact(input: ContactInput, context: RequestContext): Promise<SubmissionResult> {
  const { id } = await database((_db, pool) => insertContact(pool, input, context));
  return { id, success: true };
}
