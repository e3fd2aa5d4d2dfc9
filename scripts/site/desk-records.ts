// Records for the pictures of the desk: submissions of twelve weeks in every state of work.
import { expect } from "@playwright/test";
import { newOperator } from "../../e2e/support/operators.ts";
import { sentInquiry, sentLead } from "../../e2e/support/submissions.ts";
import { byAgent, evaluation, inquiry, query, randomEmail } from "../../e2e/support/test.ts";
import type { OperatorRole } from "../../lib/domain/desk/operator.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { formatReference, type SubmissionKind } from "../../lib/domain/submissions/submission-ref.ts";
import { type Desk, openDesk, storeDeskWork } from "./desk-work.ts";

const leadCount = 60;
const inquiryCount = 16;
const weeks = 12;
const people = [
  ["Lucía Hernández", "Brand manager", "Café Volcán"],
  ["Diego Morales", "Marketing director", "Tiendas La Ceiba"],
  ["Ana Solís", "Trade marketing lead", "Lácteos del Istmo"],
  ["Marco Antonio Villalobos Quesada", "Head of regional promotions", "Distribuidora Centroamericana de Bebidas"],
  ["Sofía Rey", "CEO", "Pan y Luz"],
] as const;
const projects = [
  "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May. One brand, 400 shops.",
  "Loyalty points for 300 shops in Honduras, connected to our point of sale.",
  "A game for the world cup in six countries, with codes under the cap and instant prizes.\n\nThe launch is announced.",
] as const;
const sources = [
  { utm_source: "google", utm_medium: "cpc" },
  { utm_source: "linkedin" },
  { utm_source: "newsletter" },
  undefined,
];

/** Stores them through the API, moves them into the past and adds the work of operators and persons. */
export async function storeDeskRecords(adminId: string): Promise<void> {
  for (let at = 0; at < leadCount; at++) await sentLead(lead(at));
  for (let at = 0; at < inquiryCount; at++) await sentInquiry(question(at));
  const colleagueId = await newNamedOperator("member", colleague);
  await moveBack("evaluation", `(id * id % ${weeks * 7} || ' days')::interval + (id || ' minutes')::interval`);
  await moveBack("inquiry", "(id * 9 || ' hours')::interval");
  await query(
    `UPDATE submissions SET owner_id = CASE WHEN id % 2 = 0 THEN $1 ELSE $2 END,
       replied_at = created_at + (id % 11 * 6 + 1 || ' hours')::interval,
       status = CASE id % 5 WHEN 0 THEN 'contacted' WHEN 1 THEN 'booked' WHEN 2 THEN 'won' ELSE 'lost' END,
       closed_at = CASE WHEN id % 5 > 1 THEN created_at + interval '5 days' END,
       close_reason = CASE WHEN id % 5 > 2 THEN 'The budget went to another country.' END
     WHERE kind = 'evaluation' AND created_at < now() - interval '3 days' AND id % 11 <> 0`,
    [colleagueId, adminId],
  );
  await query(
    `UPDATE submissions SET status = 'contacted', owner_id = $1, replied_at = created_at + (id || ' hours')::interval
     WHERE kind = 'inquiry' AND id > 3 AND id % 4 > 0`,
    [adminId],
  );
  await answerConsents();
  await reply(colleagueId, colleague);
  await failMails();
  await writeRules(colleagueId, adminId);
  const repeated = lead(1);
  for (let times = 0; times < 3; times++) await sentLead(repeated);
  await sentLead({ ...byAgent(lead(2)), agentName: "\u0421hatGPT" });
  const answered = await sentLead({ ...lead(10), projectDescription: "A raffle for the anniversary of our shops." });
  const desk = await openDesk(adminId);
  await storeDeskWork(desk, { lead: answered, snoozed: await newLead("en") });
  await storeSpam(desk);
}

export const blockedDomain = "premios-gratis.example";

/** Senders that are blocked, and what they and others have sent since. */
async function storeSpam(desk: Desk): Promise<void> {
  for (const block of [
    { type: "domain", value: blockedDomain, reason: "Ofrece seguidores y enlaces" },
    { type: "address", value: "ventas.internacionales@distribuidora-centroamericana-de-promocionales.example" },
    { type: "agent", value: "Leadbot 3000", reason: "Sends the same project for every brand, and nobody has agreed" },
  ]) {
    await desk.post("blocked/add", block);
  }
  await newSpam();
  for (const change of [
    { ...byAgent(lead(3)), agentName: "Leadbot 3000", email: `bot@${blockedDomain}` },
    { ...lead(6), email: "urgente@mailinator.com", projectDescription: "We sell likes, followers and first places." },
  ]) {
    await waitForRules(await sentLead(change));
  }
}

/** A lead of a blocked sender, once it is in the spam folder. @returns its reference number */
export async function newSpam(): Promise<number> {
  const id = await sentLead({
    ...lead(4),
    // Not the same person's again, which would be a repeat.
    email: randomEmail().replace(/@.*/, `@${blockedDomain}`),
    projectDescription: "Buy ten thousand followers today and rank first tomorrow, satisfaction guaranteed.",
  });
  await waitForRules(id);
  return id;
}

/** One of the operators is off duty. */
async function writeRules(first: string, second: string): Promise<void> {
  await query("UPDATE operators SET is_on_duty = false, off_duty_until = now() + interval '9 days' WHERE id = $1", [
    second,
  ]);
  await query(
    `WITH rules AS (
       INSERT INTO assignment_rules (position, name, route, language, company, is_on)
       VALUES (1, 'Spanish, for review', 'review', 'es', NULL, true), (2, 'The brewers', NULL, NULL, 'bebidas', true),
         (3, 'Everything else', NULL, NULL, NULL, false) RETURNING id, position
     )
     INSERT INTO assignment_rule_operators (rule_id, operator_id)
     SELECT id, $2 FROM rules UNION ALL SELECT id, $1 FROM rules WHERE position <> 2`,
    [first, second],
  );
}

/** With its deadline. */
async function moveBack(kind: SubmissionKind, by: string): Promise<void> {
  await query(
    `UPDATE submissions SET created_at = created_at - (${by}), reply_due_at = reply_due_at - (${by}),
       reply_warning_at = reply_warning_at - (${by}) WHERE kind = $1`,
    [kind],
  );
}

export const colleague = "Mariana Paz";
export const newDeskAdmin = (): Promise<string> => newNamedOperator("admin", "Jorge Luis Ibarra");

async function newNamedOperator(role: OperatorRole, name: string): Promise<string> {
  const { id } = await newOperator(role);
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@encaje.example`;
  await query("UPDATE operators SET name = $2, email = $3 WHERE id = $1", [id, name, email]);
  return id;
}

/** One that nobody has worked on, of a new person, once the rules have seen it. @returns its reference number */
export async function newLead(language: Locale): Promise<number> {
  const id = await sentLead({ ...lead(13), language });
  await waitForRules(id);
  return id;
}

/** Until the worker has judged the lead and assigned it. */
export async function waitForRules(id: number): Promise<void> {
  const find = () => query("SELECT FROM submissions WHERE kind = 'evaluation' AND id = $1 AND is_processed", [id]);
  await expect.poll(find).toHaveLength(1);
}

/** Of the assistants' leads the newest is withdrawn, and the next one confirmed. */
async function answerConsents(): Promise<void> {
  const nth = (at: number) =>
    `(SELECT id FROM submissions WHERE kind = 'evaluation' AND channel = 'ai_agent' ORDER BY created_at DESC OFFSET ${at} LIMIT 1)`;
  await query(
    `UPDATE submissions SET consent_confirmed_at = now() - interval '2 hours', consent_notice_version = '2026-11-20'
     WHERE kind = 'evaluation' AND id = ${nth(1)}`,
  );
  await query(
    `UPDATE submissions SET consent_withdrawn_at = now() - interval '20 minutes' WHERE kind = 'evaluation' AND id = ${nth(0)}`,
  );
}

/** A lead with a reply whose mail was sent, and another one whose mail was given up. */
async function reply(operatorId: string, operator: string): Promise<void> {
  const [lead] = await query<{ id: number }>(
    "SELECT max(id) AS id FROM submissions WHERE kind = 'evaluation' AND status = 'contacted'",
  );
  const words = ["Thank you.\n\nWe can begin in March. Does Tuesday at ten suit you?", "Wednesday then, at ten."];
  for (const [at, text] of words.entries()) {
    const [event] = await query<{ id: string }>(
      `INSERT INTO submission_events (kind, submission_id, at, actor, operator_id, type, details)
       VALUES ('evaluation', $1, now() - interval '3 hours' + $2 * interval '1 hour', $3, $4, 'reply', $5) RETURNING id::text`,
      [lead?.id, at, operator, operatorId, { text }],
    );
    const sent = { mail: "reply", messageId: `<${at}@example.com>`, recipients: 1, event: event?.id };
    if (at > 0)
      await insertJob("failed", { mail: "reply", kind: "evaluation", id: lead?.id, event: event?.id }, refusal);
    else {
      await query(
        `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
         VALUES ('evaluation', $1, now() - interval '2 hours 58 minutes', 'service', 'mail', $2)`,
        [lead?.id, sent],
      );
    }
  }
}

const refusal = { code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true };

/** A mail server that was away: some mails wait for the next attempt, some were given up. */
async function failMails(): Promise<void> {
  const away = { code: "ECONNREFUSED", isPermanent: false };
  for (const id of [1, 2, 3, 4, 5]) await insertJob("retry", { mail: "notice", kind: "evaluation", id }, away);
  await insertJob("failed", { mail: "acknowledgement", kind: "evaluation", id: 7 }, refusal);
  await insertJob(
    "failed",
    { mail: "notice", kind: "inquiry", id: 3 },
    { code: "EAUTH", response: 535, isPermanent: false },
  );
}

/** Of a submission of its own. @returns its reference */
export async function newDeadNotice(): Promise<string> {
  const ref = { kind: "inquiry", id: await sentInquiry({ email: randomEmail() }) } as const;
  await insertJob("failed", { mail: "notice", ...ref }, { code: "EAUTH", response: 535, isPermanent: false });
  return formatReference(ref);
}

/** No worker takes it: it is dead, or due tomorrow. */
async function insertJob(state: "retry" | "failed", data: object, output: object): Promise<void> {
  await query(
    `INSERT INTO pgboss.job (name, data, state, policy, retry_limit, retry_count, start_after, keep_until, started_on, completed_on, output)
     VALUES ('mail', $1, $2::pgboss.job_state, 'standard', 4000, 4, now() + interval '1 day',
       now() + interval '3650 days' - interval '2 hours', now(),
       CASE WHEN $2 = 'failed' THEN now() - interval '25 minutes' END, $3)`,
    [data, state, output],
  );
}

const answers = [
  [2, 2, 2, 2, 2, 1, 2, 2, 2],
  [1, 1, 1, 1, 1, 1, 1, 1, 0],
  [0, 0, 1, 0, 0, 0, 0, 0, 0],
];

function lead(at: number): Record<string, unknown> {
  const [name, role, company] = people[at % people.length] ?? people[0];
  const utm = sources[at % sources.length];
  const body = evaluation({
    name,
    role,
    company,
    ...(at % people.length === 0 ? { email: "lucia.hernandez@example.com" } : {}),
    projectDescription: projects[at % projects.length],
    answers: answers[at % answers.length],
    language: at % 3 ? "es" : "en",
    utm,
  });
  return at % 4 === 3 ? { ...byAgent(body), agentName: at % 8 === 3 ? "ChatGPT" : "Claude" } : body;
}

function question(at: number): Record<string, unknown> {
  const [name] = people[(at + 2) % people.length] ?? people[0];
  return inquiry({ name, message: "Do you run prize draws in El Salvador, and who files the permit?" });
}
