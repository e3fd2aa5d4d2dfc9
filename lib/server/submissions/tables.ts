import "server-only";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";

export const tables: Record<SubmissionKind, Prisma.Sql> = {
  lead: Prisma.sql`leads`,
  inquiry: Prisma.sql`contacts`,
};
