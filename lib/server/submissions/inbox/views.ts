import "server-only";
import { isAdmin, type Operator, type OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  builtInViews,
  type ListedView,
  type NewView,
  parseViewQuery,
  type ViewChange,
  type ViewOrder,
  type ViewRef,
  viewsMax,
} from "../../../domain/submissions/inbox/views.ts";
import { database, inDeskTransaction, rawDatabase } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { countRowsByQuery, noCount } from "./list-submissions.ts";
import { resolveFilters } from "./resolve-query.ts";

export async function listViews(_input: object, { operator, now }: OperatorContext): Promise<{ views: ListedView[] }> {
  const saved = await database(
    (db) =>
      db.savedView.findMany({
        include: { operator: { select: { id: true, name: true } } },
        where: { OR: [{ operatorId: operator.id }, { isShared: true, operator: { disabledAt: null } }] },
        orderBy: [{ position: "asc" }, { id: "asc" }],
      }),
    "desk",
  );
  const isOwn = ({ operatorId }: { operatorId: string }) => operatorId === operator.id;
  const sorted = [...saved.filter(isOwn), ...saved.filter((view) => !isOwn(view))];
  const builtIn = { name: null, isShared: true, owner: null, isEditable: false };
  const views = [
    ...Object.entries(builtInViews).map(([id, query]) => ({ ...builtIn, id, query })),
    ...sorted.map((view) => ({
      id: String(view.id),
      name: view.name,
      query: view.query,
      isShared: view.isShared,
      owner: view.operator,
      isEditable: isOwn(view) || isAdmin(operator),
    })),
  ];
  const resolved = views.map(({ query }) => resolveFilters(parseViewQuery(query), { operator, now }));
  const counts = await countRowsByQuery(await Promise.all(resolved));
  const newSpam = await countNewSpam({ operator });
  return {
    views: views.map((view, at) => ({
      ...view,
      count: counts[at] ?? noCount,
      newCount: view.query === builtInViews.spam ? newSpam : 0,
    })),
  };
}

/** @throws AppError `conflict` if the operator already has fifty views */
export function saveView({ name, isShared, query }: NewView, { operator, now }: OperatorContext): Promise<ViewRef> {
  return withLockedViews(operator, async (tx, views) => {
    if (views.length >= viewsMax) throw new AppError("conflict", `There are ${viewsMax} views: delete one first.`);
    const position = Math.max(0, ...views.map((view) => view.position)) + 1;
    const data = { operatorId: operator.id, name, isShared, query, position, createdAt: now };
    return tx.savedView.create({ data, select: { id: true } });
  });
}

/** An admin may also change shared views. @throws AppError `not_found` */
export async function changeView({ id, ...change }: ViewChange, { operator }: { operator: Operator }): Promise<void> {
  const { count } = await database(
    (db) => db.savedView.updateMany({ data: change, where: { id, ...whereEditableBy(operator) } }),
    "desk",
  );
  if (!count) throw createNoViewError();
}

/** An admin may also delete shared views. @throws AppError `not_found` */
export async function deleteView({ id }: ViewRef, { operator }: { operator: Operator }): Promise<void> {
  const { count } = await database(
    (db) => db.savedView.deleteMany({ where: { id, ...whereEditableBy(operator) } }),
    "desk",
  );
  if (!count) throw createNoViewError();
}

/** Views that are not listed follow in their previous order. */
export async function orderViews({ ids }: ViewOrder, { operator }: { operator: Operator }): Promise<void> {
  await withLockedViews(operator, async (tx, views) => {
    const left = views.map(({ id }) => id).filter((id) => !ids.includes(id));
    await tx.$executeRaw`
      UPDATE saved_views SET position = wanted.position
      FROM unnest(${[...ids, ...left]}::int[]) WITH ORDINALITY AS wanted (id, position)
      WHERE saved_views.id = wanted.id AND operator_id = ${operator.id}`;
  });
}

function withLockedViews<Result>(
  { id }: Operator,
  change: (tx: Prisma.TransactionClient, views: { id: number; position: number }[]) => Promise<Result>,
): Promise<Result> {
  return inDeskTransaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM operators WHERE id = ${id} FOR NO KEY UPDATE`;
    const views = await tx.savedView.findMany({
      select: { id: true, position: true },
      where: { operatorId: id },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    });
    return change(tx, views);
  });
}

function whereEditableBy(operator: Operator): Prisma.SavedViewWhereInput {
  const own = { operatorId: operator.id };
  return isAdmin(operator) ? { OR: [own, { isShared: true }] } : own;
}

const createNoViewError = () => new AppError("not_found", "You have no such view.");

const countMax = 1_000;

/** Number of latest mails to read. They have the highest IDs, and no index covers their times. */
const mailsMax = 1_000;

/** Includes older spam whose sender has written again, because no other notice mentions these mails. */
export async function countNewSpam({ operator }: { operator: Operator }): Promise<number> {
  // Spam is judged within seven days even after an outage, so the bound on created_at only shortens the index scan.
  const [row] = await rawDatabase("desk").$queryRaw<{ count: number }[]>`
    WITH own AS (SELECT coalesce(spam_seen_at, created_at) AS seen_at FROM operators WHERE id = ${operator.id})
    SELECT count(*)::int AS count FROM (
      (SELECT kind, id FROM submissions JOIN own
        ON submissions.created_at > seen_at - interval '7 days' AND closed_at > seen_at
        WHERE status = 'spam' AND spam_reasons IS NOT NULL AND repeat_of IS NULL LIMIT ${countMax})
      UNION
      SELECT s.kind, s.id
      FROM (SELECT kind, submission_id, type, received_at FROM inbound_mails ORDER BY id DESC LIMIT ${mailsMax}) AS mail
      JOIN own ON received_at > seen_at
      JOIN submissions AS s ON s.kind = mail.kind AND s.id = submission_id
      WHERE type = 'message' AND status = 'spam' AND received_at > closed_at
    ) AS counted`;
  return Math.min(row?.count ?? 0, countMax);
}

export async function markSpamSeen(_input: object, { operator, now }: OperatorContext): Promise<void> {
  await database(
    (db) => db.operator.update({ data: { spamSeenAt: now }, where: { id: operator.id }, select: { id: true } }),
    "desk",
  );
}
