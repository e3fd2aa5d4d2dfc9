import "server-only";
import { type SourceCount, shownAgentsMax, shownSourcesMax, type WeekCount } from "../../domain/desk/overview.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { tables } from "./tables.ts";

export type Counts = {
  weeks: WeekCount[];
  agents: string[];
  sources: SourceCount[];
  /** Those that are not among `sources`. */
  rest: { sources: number; total: number; qualified: number };
};

/** Longer ones are told apart by their beginning. */
const nameMax = 120;

/**
 * Counts what was submitted from the first of `starts` to `end` in one pass over its rows. Names are the same whatever
 * their case, and written as most submissions write them. A row's week is the number of starts before it, less one.
 */
export function countsOf(starts: readonly Date[], end: Date): Prisma.Sql {
  const part = (table: Prisma.Sql, group: Prisma.Sql) => Prisma.sql`
    SELECT width_bucket(created_at, ${starts}::timestamptz[]) - 1 AS week, ${group} AS "group", CASE WHEN channel = 'ai_agent' THEN agent_name END AS agent,
      left(utm ->> 'utm_source', ${nameMax}) AS utm,
      CASE WHEN referrer LIKE '%_://_%' THEN left(split_part(referrer, '/', 3), ${nameMax}) END AS host
    FROM ${table} WHERE created_at >= ${starts[0]} AND created_at <= ${end}`;
  return Prisma.sql`
    WITH counted AS MATERIALIZED (
      SELECT week, "group", agent, utm, host, count(*)::int AS count
      FROM (${part(tables.lead, Prisma.sql`route`)} UNION ALL ${part(tables.inquiry, Prisma.sql`'inquiry'`)}) AS period
      GROUP BY week, "group", agent, utm, host
    ),
    agents AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY sum(count) DESC, lower(agent)) AS place, lower(agent) AS folded,
        (array_agg(agent ORDER BY count DESC, agent))[1] AS name
      FROM (SELECT agent, sum(count) AS count FROM counted WHERE agent IS NOT NULL GROUP BY agent) AS spelled
      GROUP BY lower(agent) ORDER BY place LIMIT ${shownAgentsMax}
    ),
    weeks AS (
      SELECT week, "group", CASE WHEN agent IS NULL THEN 0 ELSE coalesce(place, ${shownAgentsMax + 1}) END AS agent,
        sum(count)::int AS count
      FROM counted LEFT JOIN agents ON folded = lower(agent) GROUP BY 1, 2, 3
    ),
    told AS (
      SELECT CASE WHEN utm <> '' THEN utm WHEN host <> '' THEN ${cleanHost} END AS name, agent, count, qualified
      FROM (
        SELECT utm, host, agent, sum(count) AS count, coalesce(sum(count) FILTER (WHERE "group" = 'qualified'), 0) AS qualified
        FROM counted GROUP BY utm, host, agent
      ) AS given
    ),
    sources AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY sum(count) DESC, kind, lower(name)) AS place, kind,
        (array_agg(name ORDER BY count DESC, name))[1] AS name, sum(count)::int AS total, sum(qualified)::int AS qualified
      FROM (
        SELECT CASE WHEN told.name <> '' THEN 'told' WHEN agent IS NOT NULL THEN 'agent' ELSE 'direct' END AS kind,
          coalesce(nullif(told.name, ''), agent, '') AS name, sum(count) AS count, sum(qualified) AS qualified
        FROM told GROUP BY 1, 2
      ) AS spelled
      GROUP BY kind, lower(name)
    )
    SELECT (SELECT coalesce(json_agg(weeks), '[]') FROM weeks) AS weeks,
      (SELECT coalesce(json_agg(name ORDER BY place), '[]') FROM agents) AS agents,
      (SELECT coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'total', total, 'qualified', qualified)
        ORDER BY place), '[]') FROM sources WHERE place <= ${shownSourcesMax}) AS sources,
      (SELECT json_build_object('sources', count(*), 'total', coalesce(sum(total), 0),
        'qualified', coalesce(sum(qualified), 0)) FROM sources WHERE place > ${shownSourcesMax}) AS rest`;
}

/** Without who asks, the port, and what is left of a query; with "www." and without is the same. */
const cleanHost = Prisma.sql`
  regexp_replace(regexp_replace(lower(host), '^.*@|[?#].*$', '', 'g'), '^www\\.|:[0-9]*$|\\.$', '', 'g')`;
