import "server-only";
import * as z from "zod/mini";
import type { Operator } from "../../domain/desk/operator.ts";
import type { PersonCounts } from "../../domain/people/person.ts";
import { onlyAdmins } from "../auth/only-admins.ts";
import { database } from "../db.ts";

const erasuresMax = 20;
const Counts = z.object({ leads: z.int(), inquiries: z.int(), mentions: z.int() });

export type Erasure = { id: string; at: Date; actor: string; counts: PersonCounts };

/**
 * The latest erasures, newest first, at most twenty; the audit log has all of them.
 * @throws AppError `forbidden` to a member; `unavailable`
 */
export async function listErasures(operator: Operator): Promise<Erasure[]> {
  if (operator.role !== "admin") throw onlyAdmins();
  const rows = await database(
    (db) =>
      db.auditEntry.findMany({
        select: { id: true, at: true, actor: true, details: true },
        where: { action: "person_erased" },
        orderBy: { id: "desc" },
        take: erasuresMax,
      }),
    "desk",
  );
  return rows.map(({ id, details, ...row }) => ({ ...row, id: String(id), counts: Counts.parse(details) }));
}
