import "server-only";
import type { InboxQuery } from "../../domain/desk/inbox-query.ts";
import { deskDay } from "../../domain/desk/time-zone.ts";
import type { ConsentState } from "../../domain/submissions/consent-state.ts";
import type { Status } from "../../domain/submissions/status.ts";
import { type SubmissionKind, submissionKinds } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { searchCondition } from "./search-condition.ts";

type Filters = Omit<InboxQuery, "kind" | "status" | "q" | "sort" | "cursor" | "direction">;
type Condition<Value> = (value: Value, kind: SubmissionKind) => Prisma.Sql | "none" | undefined;

const unsaid = Prisma.sql`consent_confirmed_at IS NULL AND consent_withdrawn_at IS NULL`;
/** Every row has exactly one of these. */
const consents: Record<ConsentState, Prisma.Sql> = {
  // What has an agent has its name, too: that is what the index is on.
  claimed: Prisma.sql`channel = 'ai_agent' AND agent_name IS NOT NULL AND ${unsaid}`,
  confirmed: Prisma.sql`consent_confirmed_at IS NOT NULL AND consent_withdrawn_at IS NULL`,
  withdrawn: Prisma.sql`consent_withdrawn_at IS NOT NULL`,
  not_needed: Prisma.sql`channel = 'web' AND ${unsaid}`,
};
export const isWithdrawn = consents.withdrawn;

/** What each parameter of the inbox asks of a row; "none": no row of that kind can be meant. */
const conditions: { [Name in keyof Required<Filters>]: Condition<NonNullable<Filters[Name]>> } = {
  route: (route, kind) => (kind === "lead" ? Prisma.sql`route = ${route}` : "none"),
  channel: (channel) => Prisma.sql`channel = ${channel}`,
  agent: (agent) => Prisma.sql`lower(agent_name) = lower(${agent})`,
  consent: (consent) => consents[consent],
  language: (language) => Prisma.sql`language = ${language}`,
  owner: (owner) => (owner === "none" ? Prisma.sql`owner_id IS NULL` : Prisma.sql`owner_id = ${owner}`),
  from: (day) => Prisma.sql`created_at >= ${deskDay(day).start}`,
  to: (day) => Prisma.sql`created_at < ${deskDay(day).end}`,
};

/** A part of the list that one index gives in order; `search` is what its words are asked besides. */
export type Branch = { kind: SubmissionKind; where: Prisma.Sql; search: Prisma.Sql | undefined };

/** What still waits for its first reply, and everything else. */
export type Waiting = "waiting" | "rest";

/**
 * The parts that the list is merged from: each status has its own, because an index that holds several keeps the order
 * of dates within each alone. A search is made once for all of them. `owner` is an id or "none" here.
 */
export function branchesOf(query: InboxQuery, waiting?: Waiting): Branch[] {
  const statusParts = statusPartsOf(query, waiting);
  return submissionKinds
    .filter((kind) => !query.kind || query.kind === kind)
    .flatMap((kind) => {
      const search = query.q === "" ? {} : searchCondition(query.q, kind);
      const shared = Object.entries(conditions).map(([name, condition]) => {
        const value = query[name as keyof Filters];
        return value === undefined ? undefined : (condition as Condition<unknown>)(value, kind);
      });
      if (!search || shared.includes("none")) return [];
      const parts = [...shared, waiting && waitingParts[waiting](kind), search.number];
      const where = parts.filter((part) => part instanceof Prisma.Sql);
      return statusParts.map((status) => ({
        kind,
        search: search.words,
        where: and(status ? [status, ...where] : where),
      }));
    });
}

export function and(parts: Prisma.Sql[]): Prisma.Sql {
  return parts.length ? Prisma.join(parts, " AND ") : Prisma.sql`true`;
}

/** Who waits for a first reply has one of these: any further step tells of a reply. */
export const waitingStatuses: readonly Status[] = ["new", "in_review"];

/** The statuses of what waits are branches of their own. */
const waitingParts: Record<Waiting, (kind: SubmissionKind) => Prisma.Sql> = {
  waiting: (kind) => {
    const waits = Prisma.sql`replied_at IS NULL AND consent_withdrawn_at IS NULL`;
    return kind === "lead" ? Prisma.sql`route = 'review' AND ${waits}` : waits;
  },
  rest: (kind) => Prisma.sql`NOT (status = ANY (${waitingStatuses}) AND ${waitingParts.waiting(kind)})`,
};

function statusPartsOf({ status, q }: InboxQuery, waiting: Waiting | undefined): (Prisma.Sql | undefined)[] {
  const isOfWaiting = (one: Status) => !status.length || status.includes(one);
  const chosen = waiting === "waiting" ? waitingStatuses.filter(isOfWaiting) : status;
  if (!chosen.length) return waiting === "waiting" ? [] : [undefined];
  if (q !== "") return [Prisma.sql`status = ANY (${chosen})`];
  return chosen.map((one) => Prisma.sql`status = ${one}`);
}
