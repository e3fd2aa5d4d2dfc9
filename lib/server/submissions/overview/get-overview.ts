import "server-only";
import { LRUCache } from "lru-cache";
import { replyBounds } from "../../../domain/submissions/core/clock.ts";
import {
  type DeskDay,
  listedNamesMax,
  type Overview,
  type OverviewQuery,
  type OverviewRange,
  overviewGroups,
  shownAgentsMax,
  type Totals,
  toRange,
} from "../../../domain/submissions/overview/overview.ts";
import {
  type OverviewFigures,
  type StepCount,
  type StepFigures,
  toOverview,
  toStepFigures,
} from "../../../domain/submissions/overview/overview-figures.ts";
import { database, rawDatabase, withoutPreparedStatement } from "../../db.ts";
import { env } from "../../env.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { oncePerProcess } from "../../process.ts";
import {
  assistantName,
  isDueBy,
  isFirst,
  isRepliedInTime,
  isReplyCounted,
  isUnbooked,
  isWaiting,
  linkSource,
  referrerHost,
  replyHours,
  toReplyTimeIndex,
} from "../core/counted-rows.ts";

const keptMilliseconds = 60_000;

const kept = oncePerProcess(
  "overviews",
  () =>
    new LRUCache<string, Overview, { query: OverviewQuery }>({
      max: 50,
      ttl: keptMilliseconds,
      fetchMethod: (_key, _stale, { context }) => readOverview(context.query, new Date()),
    }),
);

export function getOverview(query: OverviewQuery): Promise<Overview> {
  return kept.forceFetch(JSON.stringify(query), { context: { query } });
}

/** Reads the overview in the desk's time zone, up to `now` and without spam. */
export async function readOverview(query: OverviewQuery, now: Date): Promise<Overview> {
  const range = toRange(query, now, env().TIME_ZONE);
  const partStarts = range.parts.map(({ start }) => start);
  const [figures, before] = await Promise.all([
    selectValue<OverviewFigures>(selectFigures(range.days, partStarts, now)),
    selectValue<Totals>(Prisma.sql`SELECT ${totals} AS value FROM submissions WHERE ${isCounted(range.before)}`),
  ]);
  return toOverview(range, figures, before);
}

async function selectValue<Value>(statement: Prisma.Sql): Promise<Value> {
  const { rows } = await database(
    (_db, pool) => pool.query<{ value: Value }>(withoutPreparedStatement(statement)),
    "maintenance",
  );
  const [row] = rows;
  if (!row) throw new Error("an aggregate query returned no row");
  return row.value;
}

function isCounted(days: DeskDay[]): Prisma.Sql {
  return Prisma.sql`created_at >= ${days[0]?.start}::timestamptz AND created_at < ${days.at(-1)?.end}::timestamptz
    AND ${isFirst} AND status <> 'spam'`;
}

const group = Prisma.sql`coalesce(route, kind)`;

const groups = Prisma.join(
  overviewGroups.map((name) => Prisma.sql`${name}::text, count(*) FILTER (WHERE ${group} = ${name})`),
);

const totals = Prisma.sql`json_build_object('total', count(*), 'evaluations', count(*) FILTER (WHERE ${group} <> 'inquiry'),
  'qualified', count(*) FILTER (WHERE ${group} = 'qualified'), 'won', count(*) FILTER (WHERE status = 'won'),
  'lost', count(*) FILTER (WHERE status = 'lost'))`;

const distribution = Prisma.join(
  Array.from(
    { length: replyBounds.length + 1 },
    (_, at) => Prisma.sql`count(*) FILTER (WHERE ${toReplyTimeIndex(Prisma.sql`hours`)} = ${at})`,
  ),
);

/** SQL for the counted rows. `promised`: a reply was promised and the submission is not withdrawn. */
function selectRows(days: DeskDay[], partStarts: Date[], now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT width_bucket(created_at, ${partStarts}::timestamptz[]) - 1 AS part, route, kind, ${assistantName} AS agent,
      status, consent_confirmed_at IS NOT NULL AND consent_withdrawn_at IS NULL AS confirmed, ${linkSource} AS utm,
      ${referrerHost} AS host, close_reason, answers, ${isReplyCounted} AS promised, ${replyHours} AS hours,
      ${isRepliedInTime} AS in_time, ${isDueBy(now)} AS past, ${isWaiting} AS waits,
      ${isUnbooked} AS unbooked
    FROM submissions WHERE ${isCounted(days)}`;
}

/** Groups names regardless of case, under the most frequent spelling. Assistants without a name come last. */
const agents = Prisma.sql`
  agent_counts AS MATERIALIZED (
    SELECT agent, part, count(*) AS sent, count(*) FILTER (WHERE confirmed) AS confirmed,
      count(*) FILTER (WHERE route = 'qualified') AS qualified, count(*) FILTER (WHERE status = 'won') AS won
    FROM rows WHERE agent IS NOT NULL GROUP BY 1, 2
  ),
  spelled_agents AS (
    SELECT agent, sum(sent) AS sent, sum(confirmed) AS confirmed, sum(qualified) AS qualified, sum(won) AS won
    FROM agent_counts GROUP BY 1
  ),
  agents AS MATERIALIZED (
    SELECT lower(agent) AS key, (array_agg(agent ORDER BY sent DESC, agent COLLATE "C"))[1] AS name,
      sum(sent)::int AS sent, sum(confirmed)::int AS confirmed, sum(qualified)::int AS qualified, sum(won)::int AS won,
      row_number() OVER (ORDER BY lower(agent) = '', sum(sent) DESC, lower(agent) COLLATE "C") AS place
    FROM spelled_agents GROUP BY lower(agent)
  ),
  listed_agents AS (SELECT * FROM agents WHERE place <= ${listedNamesMax} AND key <> ''),
  rest_agents AS (SELECT * FROM agents WHERE place > ${listedNamesMax} OR key = ''),
  agent_parts AS (
    SELECT place - 1 AS agent, part, sum(agent_counts.sent)::int AS count FROM agent_counts JOIN listed_agents ON key = lower(agent)
    WHERE place <= ${shownAgentsMax} GROUP BY 1, 2
  )`;

const sources = Prisma.sql`
  spelled_sources AS (
    SELECT submission_source(utm, host, agent) AS source, sum(total) AS total, sum(qualified) AS qualified
    FROM (SELECT utm, host, agent, count(*) AS total, count(*) FILTER (WHERE route = 'qualified') AS qualified
      FROM rows GROUP BY 1, 2, 3) AS origins GROUP BY 1
  ),
  sources AS MATERIALIZED (
    SELECT (array_agg(source ORDER BY total DESC, source COLLATE "C"))[1] AS source, sum(total)::int AS total,
      sum(qualified)::int AS qualified,
      row_number() OVER (ORDER BY sum(total) DESC, lower(source) COLLATE "C") AS place
    FROM spelled_sources GROUP BY lower(source)
  )`;

const repliesAndAnswers = Prisma.sql`
  replies AS (
    SELECT count(*) AS promised, count(hours) AS answered, count(*) FILTER (WHERE in_time) AS "inTime",
      count(*) FILTER (WHERE hours IS NOT NULL OR past) AS due, count(*) FILTER (WHERE waits) AS waiting,
      count(*) FILTER (WHERE waits AND past) AS late, json_build_array(${distribution}) AS distribution,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY hours) AS median,
      percentile_disc(0.9) WITHIN GROUP (ORDER BY hours) AS ninetieth
    FROM rows WHERE promised
  ),
  answers AS (
    SELECT question, score, sum(count)::int AS count, sum(qualified)::int AS qualified
    FROM (
      SELECT generate_subscripts(answers, 1) - 1 AS question, unnest(answers)::int AS score, count, qualified
      FROM (SELECT answers, count(*) AS count, count(*) FILTER (WHERE route = 'qualified') AS qualified
        FROM rows GROUP BY 1) AS sets
    ) AS answer
    GROUP BY 1, 2
  )`;

function selectFigures(days: DeskDay[], partStarts: Date[], now: Date): Prisma.Sql {
  return Prisma.sql`
    WITH rows AS MATERIALIZED (${selectRows(days, partStarts, now)}), ${agents}, ${sources}, ${repliesAndAnswers}
    SELECT json_build_object(
      'parts', (SELECT coalesce(json_agg(counts), '[]') FROM (
        SELECT part, count(*) AS total, json_build_object(${groups}) AS groups, count(*) FILTER (WHERE agent IS NULL) AS web,
          json_build_object('web', count(*) FILTER (WHERE unbooked AND agent IS NULL),
            'agents', count(*) FILTER (WHERE unbooked AND agent IS NOT NULL)) AS unbooked
        FROM rows GROUP BY 1) AS counts),
      'agents', (SELECT coalesce(json_agg(json_build_object('name', name, 'key', key, 'sent', sent, 'confirmed', confirmed,
        'qualified', qualified, 'won', won) ORDER BY place), '[]') FROM listed_agents),
      'agentParts', (SELECT coalesce(json_agg(json_build_array(agent, part, count)), '[]') FROM agent_parts),
      'restAgents', (SELECT json_build_object('sent', coalesce(sum(sent), 0), 'confirmed', coalesce(sum(confirmed), 0),
        'qualified', coalesce(sum(qualified), 0), 'won', coalesce(sum(won), 0)) FROM rest_agents),
      'sources', (SELECT coalesce(json_agg(json_build_object('kind', split_part(source, ':', 1),
        'name', substr(source, strpos(source || ':', ':') + 1), 'total', total, 'qualified', qualified) ORDER BY place), '[]')
        FROM sources WHERE place <= ${listedNamesMax}),
      'restSources', (SELECT json_build_object('sources', count(*), 'total', coalesce(sum(total), 0),
        'qualified', coalesce(sum(qualified), 0)) FROM sources WHERE place > ${listedNamesMax}),
      'replies', (SELECT to_json(replies) FROM replies),
      'lost', (SELECT coalesce(json_agg(json_build_array(close_reason, count)), '[]') FROM (
        SELECT close_reason, count(*) AS count FROM rows WHERE status = 'lost' AND close_reason IS NOT NULL GROUP BY 1) AS lost),
      'answers', (SELECT coalesce(json_object_agg(question, scores), '{}') FROM (
        SELECT question, json_agg(json_build_object('score', score, 'count', count, 'qualified', qualified) ORDER BY score)
          AS scores FROM answers GROUP BY 1) AS asked),
      'totals', (SELECT ${totals} FROM rows)
    ) AS value`;
}

/** Counts whole days: those of the range, and those of the range before it. */
export async function readStepFigures({ range }: { range: OverviewRange }): Promise<StepFigures[]> {
  const counts = await rawDatabase("desk").$queryRaw<StepCount[]>`
    SELECT form, step, language, door, device,
      width_bucket(day, ${range.parts.map(({ from }) => from)}::date[]) - 1 AS part, sum(count)::int AS count
    FROM form_steps
    WHERE day BETWEEN ${range.days[0]?.day}::date AND ${range.days.at(-1)?.day}::date
      OR day BETWEEN ${range.before[0]?.day}::date AND ${range.before.at(-1)?.day}::date
    GROUP BY 1, 2, 3, 4, 5, 6`;
  return (["evaluation", "contact"] as const).map((form) => toStepFigures(form, range, counts));
}
