// An evaluation with no lead stored beside one with a million stored, alternating in one run.
import type pg from "pg";
import { report } from "../report.ts";
import { type Length, measureServers } from "../rounds.ts";
import type { Stage } from "../stage.ts";
import { fetchWorks, type Target } from "../works.ts";

const leadCount = 1_000_000;
const target: Target = { rateRatioMin: 0.9, cpuRatioMax: 1.1, postgresMax: { ratio: 1.1 } };

/** @returns true if every request succeeded */
export async function evaluateAtScale(stage: Stage, length: Length): Promise<boolean> {
  const urls = { none: await stage.createDatabase("leads_none"), million: await stage.createDatabase("leads_million") };
  console.log(`Storing ${leadCount} leads …`);
  await stage.onDatabase(urls.million, fill);
  await stage.settle(urls.million);
  console.log("Evaluating …");
  const start = async (name: keyof typeof urls, number: number) => {
    const app = await stage.startApp(`leads-${name}-${number}`, urls[name]);
    const works = (await fetchWorks(app.url)).filter((work) => work.name === "evaluate");
    return { name, app, works: works.map((work) => ({ ...work, target })) };
  };
  const startBoth = async (number: number) => [await start("million", number), await start("none", number)];
  return report(await measureServers(stage, startBoth, length), "million", "none");
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
