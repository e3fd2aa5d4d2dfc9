// Fills the table with leads of two years and a tenth as many inquiries, all different. Postgres generates the rows.
import type pg from "pg";
import { closedStatuses, isReplied, statuses } from "../../../lib/domain/submissions/core/status.ts";
import { names } from "./names.ts";
import { randomFrom } from "./random.ts";

export const countInquiries = (leadCount: number) => leadCount / 10;
const sentenceCount = 20_000;

/** Words with the number of sentences per thousand that contain each. A text has three sentences. */
const words = { promotion: 1000, receipt: 300, loyalty: 60, sweepstakes: 20, cashback: 5, scratchcard: 1 };

/** Operators with the number of submissions per thousand that each owns. Four of ten submissions have no owner. */
export const owners = { busy: 300, second: 200, third: 99, idle: 1 };

/** Fills the tables. Drops the indexes of submissions meanwhile, like a restore does. */
export async function fillTables(client: pg.Client, leadCount: number): Promise<void> {
  await client.query("SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'; SELECT setseed(0.5)");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = 'submissions'::regclass AND NOT indisunique`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query("CREATE TEMP TABLE sentences (id INTEGER, text TEXT)");
  await client.query(
    "INSERT INTO sentences SELECT at - 1, text FROM unnest($1::text[]) WITH ORDINALITY AS s (text, at)",
    [makeSentences()],
  );
  await client.query(
    `INSERT INTO operators (id, name, email, created_at, updated_at)
     SELECT name, name, name || '@example.com', now(), now() FROM unnest($1::text[]) AS o (name)`,
    [Object.keys(owners)],
  );
  await client.query(leads, [leadCount]);
  await client.query(inquiries, [countInquiries(leadCount)]);
  for (const { definition } of indexes) await client.query(definition);
}

function makeSentences(): string[] {
  const { whole, skewed } = randomFrom(7);
  return Array.from({ length: sentenceCount }, () => {
    const telling = Object.entries(words).flatMap(([word, share]) => (whole(1000) < share ? [word] : []));
    const others = Array.from({ length: 8 }, () => names[skewed(names.length)]);
    return `A ${telling.join(" ")} with ${others.slice(0, 4).join(", ")} for ${others.slice(4).join(" and ")}.`;
  });
}

const toSql = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

// SQL for each row's random values. Nearly all old submissions are closed, few of them won; the newest are open.
const drawn = `
  generate_series(1, $1::int) AS n
  CROSS JOIN LATERAL (SELECT n + random() * 0 AS row, random() AS by_agent, random() AS agent, random() AS owner,
    random() AS progress, random() AS reply, random() AS route, random() AS language) AS chance
  CROSS JOIN LATERAL (SELECT now() - n * interval '2 years' / $1::int AS created_at) AS time
  CROSS JOIN LATERAL (SELECT CASE
    WHEN n < $1::int / 500 THEN (ARRAY['new', 'new', 'in_review', 'contacted'])[1 + floor(progress * 4)::int]
    WHEN progress < 0.001 THEN 'won' WHEN progress < 0.002 THEN 'new' WHEN progress < 0.003 THEN 'in_review'
    WHEN progress < 0.06 THEN 'spam' WHEN progress < 0.2 THEN 'contacted' WHEN progress < 0.25 THEN 'booked'
    ELSE 'lost' END AS status) AS step
  CROSS JOIN LATERAL (SELECT
    CASE WHEN by_agent < 0.4 THEN 'ai_agent' ELSE 'web' END AS channel,
    CASE WHEN by_agent < 0.4 THEN CASE WHEN agent < 0.6 THEN 'ChatGPT' WHEN agent < 0.9 THEN 'Claude'
      ELSE 'Assistant ' || floor(power(agent * 10 - 9, 2) * 500) END END AS agent_name,
    CASE WHEN by_agent < 0.4 THEN true END AS user_consent,
    CASE WHEN owner < ${owners.busy / 1000} THEN 'busy' WHEN owner < 0.5 THEN 'second' WHEN owner < 0.599 THEN 'third'
      WHEN owner < 0.6 THEN 'idle' END AS owner_id,
    CASE WHEN language < 0.7 THEN 'es' ELSE 'en' END AS language_name,
    CASE WHEN status IN (${toSql(statuses.filter(isReplied))}) OR (status = 'lost' AND reply < 0.7)
      THEN created_at + reply * interval '70 hours' END AS replied_at,
    CASE WHEN status IN (${toSql(closedStatuses)}) THEN created_at + interval '9 days' END AS closed_at,
    CASE WHEN status = 'lost' THEN 'Reason ' || floor(power(reply, 3) * 300) END AS close_reason) AS told`;

const texts = `
  JOIN sentences AS one ON one.id = n::bigint * 7919 % ${sentenceCount}
  JOIN sentences AS two ON two.id = n::bigint * 104729 % ${sentenceCount - 1}
  JOIN sentences AS three ON three.id = n::bigint * 1299709 % ${sentenceCount - 3}`;
const text = "one.text || ' ' || two.text || ' ' || three.text";
const person = `(ARRAY['Ana', 'Lucía', 'José', 'Beatriz', 'Iñigo'])[1 + n % 5] || ' ' || split_part(two.text, ' ', 4)`;

/** SQL for a submission's answers. Only three in a thousand have the highest answer to the last question. */
const answers = [
  ...Array(8).fill("floor(power(random(), 2) * 3)"),
  "CASE WHEN random() < 0.003 THEN 2 ELSE 0 END",
].join();

const leads = `
    INSERT INTO submissions (kind, id, created_at, request_id, name, role, company, email, phone, text, discovery_source,
      language, source_page, channel, agent_name, user_consent, consent_confirmed_at, consent_notice_version, utm,
      answers, answers_form, score, route, review_min, qualified_min, status, owner_id, revision, replied_at, closed_at,
      close_reason, is_processed)
    SELECT 'evaluation', nextval('evaluation_id_seq'), created_at, gen_random_uuid(), ${person}, 'Brand manager',
      'Café ' || split_part(one.text, ' ', 5) || ' ' || n % 50000, 'person.' || n % 400000 || '@firm' || n % 50000 || '.example',
      CASE WHEN n % 10 < 7 THEN '+506 ' || lpad((n::bigint * 15485863 % 100000000)::text, 8, '0') END,
      'Reference R' || n || '. ' || ${text}, 'Recommended by a friend', language_name, '/es/evaluacion', channel, agent_name,
      user_consent, CASE WHEN by_agent < 0.001 THEN created_at END, CASE WHEN by_agent < 0.001 THEN '2026-01-01' END,
      CASE WHEN n % 3 = 0 THEN jsonb_build_object('utm_source', 'source ' || floor(power(reply, 3) * 400)) END,
      ARRAY[${answers}]::float8[], 'answersByKey', 9,
      CASE WHEN route < 0.2 THEN 'qualified' WHEN route < 0.55 THEN 'review' ELSE 'redirect' END, 7, 13, status, owner_id,
      0, replied_at, closed_at, close_reason, true
    FROM ${drawn} ${texts}
    ORDER BY n DESC`;

const inquiries = `
    INSERT INTO submissions (kind, id, created_at, request_id, name, email, text, language, source_page, channel, agent_name,
      user_consent, utm, status, owner_id, revision, replied_at, closed_at, close_reason, is_processed)
    SELECT 'inquiry', nextval('inquiry_id_seq'), created_at, gen_random_uuid(), ${person}, 'person.' || n || '@firm' || n % 50000 || '.example',
      'Question Q' || n || '. ' || ${text}, language_name, '/es/contacto', channel, agent_name, user_consent, NULL, status,
      owner_id, 0, replied_at, closed_at, close_reason, true
    FROM ${drawn} ${texts}
    ORDER BY n DESC`;
