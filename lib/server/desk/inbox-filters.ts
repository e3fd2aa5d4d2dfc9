import "server-only";
import type { InboxQuery } from "../../domain/desk/inbox-query.ts";
import type { Status } from "../../domain/desk/status.ts";
import { type SubmissionKind, submissionKinds } from "../../domain/desk/submission-ref.ts";
import { deskDay } from "../../domain/desk/time-zone.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { wordsMatch } from "./words-match.ts";

type Filters = Omit<InboxQuery, "kind" | "status" | "q" | "cursor" | "direction">;
type Condition<Value> = (value: Value, kind: SubmissionKind) => Prisma.Sql | "none" | undefined;

/** What each parameter of the inbox asks of a row; "none": no row of that kind can be meant. */
const conditions: { [Name in keyof Required<Filters>]: Condition<NonNullable<Filters[Name]>> } = {
  route: (route, kind) => (kind === "lead" ? Prisma.sql`route = ${route}` : "none"),
  channel: (channel) => Prisma.sql`channel = ${channel}`,
  agent: (agent) => Prisma.sql`lower(agent_name) = lower(${agent})`,
  language: (language) => Prisma.sql`language = ${language}`,
  owner: (owner) => (owner === "none" ? Prisma.sql`owner_id IS NULL` : Prisma.sql`owner_id = ${owner}`),
  from: (day) => Prisma.sql`created_at >= ${deskDay(day).start}`,
  to: (day) => Prisma.sql`created_at < ${deskDay(day).end}`,
  sort: (sort, kind) => {
    if (sort !== "due") return undefined;
    const waits = Prisma.sql`replied_at IS NULL AND consent_withdrawn_at IS NULL`;
    return kind === "lead" ? Prisma.sql`route = 'review' AND ${waits}` : waits;
  },
};

/** A part of the list that one index gives in order; `search` is what its words are asked besides. */
export type Branch = { kind: SubmissionKind; where: Prisma.Sql; search: Prisma.Sql | undefined };

/**
 * The parts that the list is merged from: each status has its own, because an index that holds several keeps the order
 * of dates within each alone. A search is made once for all of them. `owner` is an id or "none" here.
 */
export function branchesOf(query: InboxQuery): Branch[] {
  const statusParts = statusPartsOf(query);
  const search = query.q === "" ? undefined : wordsMatch(query.q);
  if (search === "none") return [];
  return submissionKinds
    .filter((kind) => !query.kind || query.kind === kind)
    .flatMap((kind) => {
      const shared = Object.entries(conditions).map(([name, condition]) => {
        const value = query[name as keyof Filters];
        return value === undefined ? undefined : (condition as Condition<unknown>)(value, kind);
      });
      if (shared.includes("none")) return [];
      const parts = shared.filter((part) => part instanceof Prisma.Sql);
      return statusParts.map((status) => ({ kind, search, where: and(status ? [status, ...parts] : parts) }));
    });
}

export function and(parts: Prisma.Sql[]): Prisma.Sql {
  return parts.length ? Prisma.join(parts, " AND ") : Prisma.sql`true`;
}

/** Who waits for a first reply has one of these: any further step tells of a reply. */
export const waitingStatuses: readonly Status[] = ["new", "in_review"];

function statusPartsOf({ status, sort, q }: InboxQuery): (Prisma.Sql | undefined)[] {
  const waiting = waitingStatuses.filter((one) => !status.length || status.includes(one));
  const chosen = sort === "due" ? waiting : status;
  if (!chosen.length) return sort === "due" ? [] : [undefined];
  if (q !== "") return [Prisma.sql`status = ANY (${chosen})`];
  return chosen.map((one) => Prisma.sql`status = ${one}`);
}
