// An evaluation with no lead stored beside one with a million stored, alternating in one run.
import type pg from "pg";
import { measurePair, reportPair } from "../pair.ts";
import { evaluateRequests } from "../paths.ts";
import { isFlawless } from "../print-table.ts";
import type { Stage } from "../stage.ts";

const leadCount = 1_000_000;
const target = { max: 1.1, words: "at most 1.1" };

/** @returns true if every request succeeded */
export async function evaluateAtScale(stage: Stage, rounds: number, seconds: number): Promise<boolean> {
  const urls = { none: await stage.createDatabase("leads_none"), million: await stage.createDatabase("leads_million") };
  console.log(`Storing ${leadCount} leads …`);
  await stage.onDatabase(urls.million, fill);
  await stage.settle(urls.million);
  const servers = {
    ours: await stage.startApp("leads_million", urls.million),
    other: await stage.startApp("leads_none", urls.none),
  };
  console.log("Evaluating …");
  const { postgresPid } = stage;
  const measures = await measurePair(servers, { postgresPid, requests: evaluateRequests, rounds, seconds });
  reportPair("evaluate with leads stored", { ours: "a million", other: "none at the start" }, measures, target);
  return isFlawless([...measures.ours, ...measures.other]);
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO submissions (kind, id, created_at, request_id, name, role, company, email, text, discovery_source,
       language, source_page, channel, agent_name, user_consent, utm, answers, answers_form, score, route, review_min,
       qualified_min, is_processed)
     SELECT 'evaluation', nextval('evaluation_id_seq'), now() - n * interval '30 seconds', gen_random_uuid(), 'Lucía Hernández ' || n, 'Brand manager',
       'Café Volcán ' || n % 5000, 'lucia.' || n || '@example.com',
       'A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May, number ' || n,
       'Recommended by ChatGPT', CASE n % 2 WHEN 0 THEN 'es' ELSE 'en' END, '/es/evaluacion', 'ai_agent', 'ChatGPT',
       true, '{"utm_source": "newsletter"}', array_fill(n % 3, ARRAY[9]), 'answersByKey', 9 * (n % 3),
       (ARRAY['redirect', 'review', 'qualified'])[n % 3 + 1], 7, 13, true
     FROM generate_series(1, $1) AS n`,
    [leadCount],
  );
}
