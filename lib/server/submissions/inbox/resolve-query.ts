import "server-only";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import { type InboxQuery, toQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { builtInViews, isBuiltInView, parseViewQuery } from "../../../domain/submissions/inbox/views.ts";
import { foldReason } from "../../../domain/submissions/overview/overview.ts";
import { toDay, toDayRange } from "../../../domain/time-zone.ts";
import { database, rawDatabase } from "../../db.ts";
import { env } from "../../env.ts";

/** An inbox query ready for SQL: `owner` is an ID or "none", `reasons` are spelled as stored, and there is no view. */
export type ResolvedQuery = Omit<InboxQuery, "view" | "due" | "reason" | "reasonNot"> & {
  dueBefore: Date | undefined;
  reasons: string[] | undefined;
  now: Date;
};

/** Query filters override the view's. @throws AppError `not_found` for a view neither shared nor the operator's */
export async function resolveQuery(query: InboxQuery, context: OperatorContext): Promise<ResolvedQuery> {
  return resolveFilters(await expandView(query, context), context);
}

/** Returns the view's filters, with "me" and relative days. @throws AppError `not_found` for others' unshared views */
export async function expandView(query: InboxQuery, context: Pick<OperatorContext, "operator">): Promise<InboxQuery> {
  if (query.view === undefined) return query;
  const view = parseViewQuery(await readView(query.view, context.operator));
  const own = parseViewQuery(String(toQuery({ ...query, view: undefined })));
  const given = new Set(toQuery(own).keys());
  const kept = Object.fromEntries(Object.entries(own).filter(([name]) => given.has(name)));
  return { ...view, ...kept };
}

export async function resolveFilters(
  { view: _, due, reason, reasonNot, ...query }: InboxQuery,
  { operator, now }: OperatorContext,
): Promise<ResolvedQuery> {
  const endOfToday = () => toDayRange(toDay(now, env().TIME_ZONE), env().TIME_ZONE).end;
  // One millisecond later, to include replies that are due right now.
  const afterNow = () => new Date(now.getTime() + 1);
  return {
    ...query,
    now,
    owner: query.owner === "me" ? operator.id : query.owner,
    dueBefore: due === undefined ? undefined : due === "late" ? afterNow() : endOfToday(),
    reasons: reason === undefined && !reasonNot.length ? undefined : await listCloseReasons(reason, reasonNot),
  };
}

/** Uses DISTINCT, because operators reuse reasons. */
async function listCloseReasons(reason: string | undefined, reasonNot: string[]): Promise<string[]> {
  const rows = await rawDatabase("desk").$queryRaw<{ reason: string }[]>`
    SELECT DISTINCT close_reason AS reason FROM submissions WHERE close_reason IS NOT NULL`;
  const isWanted = toReasonTest(reason, reasonNot);
  return rows.map((row) => row.reason).filter(isWanted);
}

function toReasonTest(reason: string | undefined, reasonNot: string[]): (stored: string) => boolean {
  const only = reason === undefined ? undefined : foldReason(reason);
  const not = new Set(reasonNot.map(foldReason));
  return (stored) => {
    const folded = foldReason(stored);
    return (only === undefined || folded === only) && !not.has(folded);
  };
}

async function readView(id: string, operator: Operator): Promise<string> {
  if (isBuiltInView(id)) return builtInViews[id];
  // If the ID is not a number, use 0, which matches no view.
  const where = { id: Number(id) || 0, OR: [{ operatorId: operator.id }, { isShared: true }] };
  const view = await database((db) => db.savedView.findFirst({ select: { query: true }, where }), "desk");
  if (!view) throw new AppError("not_found", "There is no such view: it may have been deleted.");
  return view.query;
}
