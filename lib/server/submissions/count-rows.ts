import "server-only";
import type { CappedCount } from "../../domain/submissions/submission.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { and, type Branch, isWithdrawn } from "./inbox-filters.ts";
import { tables } from "./tables.ts";
import { unnamed } from "./unnamed.ts";

/** Counting on would cost more than it tells; what a search finds costs the most. */
const countMax = { all: 10_000, found: 100 };

/** A common word has been found often enough among as many of the newest; a rare one the index finds at once. */
const newestRows = 10_000;

/** How many rows the branches have in all. */
export async function countRows(branches: Branch[]): Promise<CappedCount> {
  if (!branches.length) return { count: 0, isCapped: false };
  const isSearch = branches.some(({ search }) => search);
  const max = isSearch ? countMax.found : countMax.all;
  const whole = countOf(branches.map(wholeOf), max + 1);
  const newest = countOf(branches.map(newestOf), max + 1);
  const count = isSearch ? Prisma.sql`CASE WHEN ${newest} > ${max} THEN ${max + 1} ELSE ${whole} END` : whole;
  return readCount(count, max);
}

/** How many of the branches' rows are withdrawn. Few are at any time: their own index finds them all. */
export async function countWithdrawn(branches: Branch[]): Promise<CappedCount> {
  if (!branches.length) return { count: 0, isCapped: false };
  const withdrawn = branches.map((branch) => wholeOf({ ...branch, where: and([isWithdrawn, branch.where]) }));
  return readCount(countOf(withdrawn, countMax.all + 1), countMax.all);
}

async function readCount(count: Prisma.Sql, max: number): Promise<CappedCount> {
  const statement = Prisma.sql`SELECT (${count})::int AS count`;
  const { rows } = await database((_db, pool) => pool.query<{ count: number }>(unnamed(statement)), "desk");
  const counted = rows[0]?.count ?? 0;
  return { count: Math.min(counted, max), isCapped: counted > max };
}

const wholeOf = ({ kind, where, search }: Branch) =>
  Prisma.sql`SELECT 1 FROM ${tables[kind]} WHERE ${search ? and([where, search]) : where}`;

const newestOf = ({ kind, where, search }: Branch) => Prisma.sql`
  SELECT 1 FROM (
    SELECT * FROM ${tables[kind]} ORDER BY created_at DESC, id DESC LIMIT ${newestRows}
  ) AS newest WHERE ${search ? and([where, search]) : where}`;

function countOf(parts: Prisma.Sql[], limit: number): Prisma.Sql {
  const limited = parts.map((part) => Prisma.sql`(${part} LIMIT ${limit})`);
  return Prisma.sql`(SELECT count(*) FROM (
    SELECT 1 FROM (${Prisma.join(limited, " UNION ALL ")}) AS parts LIMIT ${limit}) AS counted)`;
}
