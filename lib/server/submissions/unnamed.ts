import "server-only";
import type { Prisma } from "../generated/prisma/client.ts";

/** A statement that is planned for its values: one plan for all of them would suit the common ones alone. */
export function unnamed({ text, values }: Prisma.Sql): { text: string; values: unknown[] } {
  return { text, values };
}
