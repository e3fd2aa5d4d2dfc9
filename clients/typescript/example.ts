// Evaluates a project, sends an inquiry, searches the catalog and prints a link that opens the form filled in:
// `node example.ts http://localhost:3000`.
import { randomUUID } from "node:crypto";
import { createEncajeClient, type EvaluationInput } from "./client.ts";
import { getHandOffLink } from "./hand-off.ts";

const siteUrl = process.argv[2] ?? "http://localhost:3000";
const client = createEncajeClient(siteUrl);

const project: EvaluationInput = {
  name: "Lucía Hernández",
  role: "Brand manager",
  company: "Café Volcán",
  email: "lucia.hernandez@example.com",
  projectDescription: "A receipt promotion in Guatemala and Costa Rica with weekly draws, from March to May.",
  discoverySource: "Recommended by a colleague",
  language: "en",
  sourcePage: "typescript-example",
  channel: "ai_agent",
  agentName: "TypeScript example",
  // Send true only if the person has agreed.
  userConsent: true,
  answersByKey: {
    marketing_team: "team_with_budget",
    campaign_frequency: "multiple_per_year",
    company_scope: "multinational",
    budget: "over_20k",
    launch_timeline: "hard_date",
    internal_dev_capacity: "marketing_blocked_by_it",
    vendor_onboarding: "yes",
    brand_relationship: "direct_brand",
    after_project: "retainer_or_infrastructure",
  },
};

// Every attempt sends the same key, so that the submission is stored only once.
const attempt = { body: project, headers: { "Idempotency-Key": randomUUID() } };
const first = await client.POST("/leads/evaluate", attempt);
if (first.error) throw new Error(first.error.error);
const { id, route, message, schedulingUrl } = first.data;
console.log(`Evaluation ${id}: ${route}. ${message} ${schedulingUrl ?? ""}`);

const again = await client.POST("/leads/evaluate", attempt);
console.log(`Sent again: still evaluation ${again.data?.id}`);

const inquiry = await client.POST("/leads/contact", {
  body: {
    name: "Lucía Hernández",
    email: "lucia.hernandez@example.com",
    message: "Do you run prize draws in El Salvador?",
    language: "en",
    sourcePage: "typescript-example",
  },
});
if (inquiry.error) throw new Error(inquiry.error.error);
console.log(`Inquiry ${inquiry.data.id}`);

const { data: found = [] } = await client.GET("/catalog", { params: { query: { search: "receipt" } } });
for (const { slug, titleEn } of found) console.log(`${slug}: ${titleEn}`);

const missing = await client.GET("/catalog/{slug}", { params: { path: { slug: "no-such-api" } } });
console.log(`${missing.response.status}: ${missing.error?.error}`);

const { name, email, projectDescription } = project;
const link = getHandOffLink(siteUrl, {
  form: "evaluation",
  language: "es",
  assistant: "TypeScript example",
  answers: { budget: "over_20k", launch_timeline: "hard_date" },
  values: { name, email, projectDescription },
});
console.log(`The person opens, reads and sends: ${link}`);
