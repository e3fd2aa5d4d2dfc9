import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { Owner } from "../../domain/submissions/submission.ts";
import { database } from "../db.ts";

/** Who may be given a submission: the operators that are not disabled, by name. */
export function listOwners(_operator: Operator): Promise<Owner[]> {
  return database(
    (db) =>
      db.operator.findMany({
        select: { id: true, name: true },
        where: { disabledAt: null },
        orderBy: [{ name: "asc" }, { id: "asc" }],
      }),
    "desk",
  );
}
